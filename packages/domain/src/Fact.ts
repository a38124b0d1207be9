/**
 * The result of one look-up: present, absent or unanswered.
 *
 * A look-up that failed is unanswered and never becomes "absent", because `false` in an answer
 * promises that we looked and found nothing.
 */

export interface Present<A> {
  readonly _tag: "Present"
  readonly value: A
}

export interface Absent {
  readonly _tag: "Absent"
}

/** A look-up without an answer. `why` is for operators and `explain`, never for branching: `timeout`, `SERVFAIL` … */
export interface Unanswered {
  readonly _tag: "Unanswered"
  readonly why: string
  /** Whether the answer may still come, so that a caller that can wait may ask again. */
  readonly isLate?: true
}

export type Fact<A> = Present<A> | Absent | Unanswered

export const present = <A>(value: A): Present<A> => ({ _tag: "Present", value })

export const absent: Absent = { _tag: "Absent" }

export const unanswered = (why: string): Unanswered => ({ _tag: "Unanswered", why })

/** A fact that is not answered so far. */
export const late = (why: string): Unanswered => ({ _tag: "Unanswered", why, isLate: true })

/** A fact that was not looked up, because stronger evidence had already decided the verdict. */
export const notAsked: Unanswered = unanswered("not asked")

/** The value of a present fact; `undefined` means absent or unanswered. */
export const valueOf = <A>(fact: Fact<A>): A | undefined =>
  fact._tag === "Present" ? fact.value : undefined

export const map = <A, B>(fact: Fact<A>, f: (value: A) => B): Fact<B> =>
  fact._tag === "Present" ? present(f(fact.value)) : fact

/** The value of a check in the API: present is `true`, absent `false`, unanswered is left out. */
export const toCheck = (fact: Fact<unknown>): boolean | undefined =>
  fact._tag === "Unanswered" ? undefined : fact._tag === "Present"
