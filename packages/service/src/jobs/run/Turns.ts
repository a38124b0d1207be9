/**
 * Who may work next: one account after the other, each in its own order. Work begins a little at a
 * time, with a turn of the event loop in between, so that requests that came meanwhile are served
 * first, however much there is to do.
 */
import { Effect } from "effect"

/** Read whenever somebody is let in, so that they may change. */
export interface TurnLimits {
  /** Pieces of work under way together. */
  readonly atOnce: number
  /** Of those, of one account: somebody new finds room at once. */
  readonly ofAccount: number
  /** Rows whose work begins in one turn of the event loop; a piece begins whole. */
  readonly rowsPerTick: number
}

interface Ticket {
  readonly account: string
  readonly rows: number
  isIn: boolean
  go: () => void
}

export class Turns {
  readonly #limits: () => TurnLimits
  /** Whoever had a turn goes to the end. */
  readonly #waiting = new Map<string, Array<Ticket>>()
  readonly #inWork = new Map<string, number>()
  #inWorkCount = 0
  #isTicking = false

  constructor(limits: () => TurnLimits) {
    this.#limits = limits
  }

  /** Does a piece of work when it is its turn. */
  take(
    account: string,
    rows = 1
  ): <A, E, R>(piece: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> {
    return (piece) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.suspend(() => {
          const ticket: Ticket = { account, rows, isIn: false, go: () => {} }
          this.#join(ticket)
          return restore(Effect.andThen(turnOf(ticket), piece)).pipe(
            Effect.ensuring(Effect.sync(() => this.#leave(ticket)))
          )
        })
      )
  }

  /** Pieces under way. */
  get inWork(): number {
    return this.#inWorkCount
  }

  #join(ticket: Ticket): void {
    const line = this.#waiting.get(ticket.account)
    if (line === undefined) this.#waiting.set(ticket.account, [ticket])
    else line.push(ticket)
    this.#tickSoon()
  }

  #leave(ticket: Ticket): void {
    if (ticket.isIn) this.#count(ticket.account, -1)
    else this.#giveUp(ticket)
    this.#tickSoon()
  }

  #giveUp(ticket: Ticket): void {
    const left = this.#waiting.get(ticket.account)?.filter((one) => one !== ticket) ?? []
    if (left.length === 0) this.#waiting.delete(ticket.account)
    else this.#waiting.set(ticket.account, left)
  }

  #count(account: string, change: number): void {
    const count = (this.#inWork.get(account) ?? 0) + change
    if (count === 0) this.#inWork.delete(account)
    else this.#inWork.set(account, count)
    this.#inWorkCount += change
  }

  #tickSoon(): void {
    if (this.#isTicking || this.#waiting.size === 0) return
    this.#isTicking = true
    setImmediate(() => {
      this.#isTicking = false
      // Nobody could be let in: whoever leaves makes the next one.
      if (this.#tick()) this.#tickSoon()
    })
  }

  /** Whether anybody was let in. */
  #tick(): boolean {
    const limits = this.#limits()
    let rows = 0
    while (rows < limits.rowsPerTick) {
      const ticket = this.#next(limits)
      if (ticket === undefined) break
      rows += ticket.rows
      ticket.isIn = true
      this.#count(ticket.account, 1)
      ticket.go()
    }
    return rows > 0
  }

  #next({ atOnce, ofAccount }: TurnLimits): Ticket | undefined {
    if (this.#inWorkCount >= atOnce) return undefined
    for (const [account, line] of this.#waiting) {
      if ((this.#inWork.get(account) ?? 0) >= ofAccount) continue
      const ticket = line.shift()
      this.#waiting.delete(account)
      if (line.length > 0) this.#waiting.set(account, line)
      return ticket
    }
    return undefined
  }
}

const turnOf = (ticket: Ticket): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (ticket.isIn) resume(Effect.void)
    else ticket.go = () => resume(Effect.void)
  })
