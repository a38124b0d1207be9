/** A line that anybody may leave at any time, wherever they stand, at the same cost. */
export interface Standing<A> {
  readonly value: A
  readonly lane: Lane<A>
  before: Standing<A> | undefined
  behind: Standing<A> | undefined
}

export class Lane<A> {
  #first: Standing<A> | undefined
  #last: Standing<A> | undefined

  get first(): A | undefined {
    return this.#first?.value
  }

  get last(): A | undefined {
    return this.#last?.value
  }

  /** At the end, or ahead of all. */
  join(value: A, ahead: boolean): Standing<A> {
    const [before, behind] = ahead ? [undefined, this.#first] : [this.#last, undefined]
    const standing: Standing<A> = { value, lane: this, before, behind }
    if (before === undefined) this.#first = standing
    else before.behind = standing
    if (behind === undefined) this.#last = standing
    else behind.before = standing
    return standing
  }

  /** Once only. */
  leave({ before, behind }: Standing<A>): void {
    if (before === undefined) this.#first = behind
    else before.behind = behind
    if (behind === undefined) this.#last = before
    else behind.before = before
  }
}
