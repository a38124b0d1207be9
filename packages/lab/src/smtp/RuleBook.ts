/** The rules of one server at work: which of them speaks now. Holds what its conditions remember. */
import type { Condition, Phase, Rule } from "./MailScript.ts"
import type { Traffic } from "./Traffic.ts"

/** What conditions look at, beside the memory of the server. */
export interface Moment {
  readonly tls: boolean
  /** Commands of this phase before this one, in this conversation. */
  readonly before: number
  /** Recipients since MAIL. */
  readonly beforeInMessage: number
  /** Client's network, sender and recipient: what greylisting remembers. */
  readonly triple: string
}

/** Triples remembered; past it the server begins anew, as if its database had been lost. */
const triplesMax = 200_000

export class RuleBook {
  readonly #rules: ReadonlyMap<Phase, ReadonlyArray<Rule>>
  readonly #traffic: Traffic
  readonly #now: () => number
  /** How often a counting condition has been asked. */
  readonly #asked = new Map<Condition, number>()
  readonly #firstSeen = new Map<string, number>()

  constructor(rules: ReadonlyArray<Rule>, traffic: Traffic, now: () => number) {
    this.#rules = Map.groupBy(rules, ({ phase }) => phase)
    this.#traffic = traffic
    this.#now = now
  }

  find(phase: Phase, subject: string, moment: Moment): Rule | undefined {
    const rules = this.#rules.get(phase) ?? []
    return rules.find(
      ({ pattern, conditions }) =>
        pattern.test(subject) && conditions.every((condition) => this.#holds(condition, moment))
    )
  }

  #holds(condition: Condition, moment: Moment): boolean {
    switch (condition._tag) {
      case "when":
        return condition.tls === moment.tls
      case "first":
        return this.#ask(condition) <= condition.count
      case "every":
        return this.#ask(condition) % condition.count === 0
      case "after":
        return (condition.perMessage ? moment.beforeInMessage : moment.before) >= condition.count
      case "over":
        return this.#traffic.begunSince(this.#now() - condition.millis) > condition.count
      case "within":
        return this.#now() - this.#firstMeeting(moment.triple) < condition.millis
    }
  }

  /** Counts this time too. Equal conditions of two rules are two objects, so each has its own count. */
  #ask(condition: Condition): number {
    const count = (this.#asked.get(condition) ?? 0) + 1
    this.#asked.set(condition, count)
    return count
  }

  #firstMeeting(triple: string): number {
    const known = this.#firstSeen.get(triple)
    if (known !== undefined) return known
    if (this.#firstSeen.size >= triplesMax) this.#firstSeen.clear()
    const now = this.#now()
    this.#firstSeen.set(triple, now)
    return now
  }
}
