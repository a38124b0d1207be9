/** The rule book of one server finds the rule for a command, and holds the state of the conditions. */
import type { Condition, Phase, Rule } from "./MailScript.ts"
import type { Traffic } from "./Traffic.ts"

/** The input of conditions, in addition to the server's state. */
interface CommandContext {
  readonly tls: boolean
  /** The number of commands of this phase before this one, in this session. */
  readonly before: number
  /** The number of recipients since MAIL. */
  readonly beforeInMessage: number
  /** The client's address. */
  readonly ip: string
  /** Sender and recipient, which are the key of greylisting together with the client. */
  readonly envelope: string
}

/** The greylisting triples that are kept. At the limit all are dropped, as if a database were lost. */
const triplesMax = 200_000

/** The /24 network of the client, which greylisting keys on, like Postgrey. */
const networkOf = (ip: string): string => ip.replace(/\.\d+$/, "")

export class RuleBook {
  readonly #rules: ReadonlyMap<Phase, ReadonlyArray<Rule>>
  readonly #traffic: Traffic
  readonly #now: () => number
  /** How often each counting condition has been evaluated. */
  readonly #evaluations = new Map<Condition, number>()
  readonly #firstSeen = new Map<string, number>()

  constructor(rules: ReadonlyArray<Rule>, traffic: Traffic, now: () => number) {
    this.#rules = Map.groupBy(rules, ({ phase }) => phase)
    this.#traffic = traffic
    this.#now = now
  }

  find(phase: Phase, subject: string, context: CommandContext): Rule | undefined {
    const rules = this.#rules.get(phase) ?? []
    return rules.find(
      ({ pattern, conditions }) =>
        pattern.test(subject) && conditions.every((condition) => this.#holds(condition, context))
    )
  }

  #holds(condition: Condition, context: CommandContext): boolean {
    switch (condition._tag) {
      case "when":
        return condition.tls === context.tls
      case "first":
        return this.#count(condition) <= condition.count
      case "every":
        return this.#count(condition) % condition.count === 0
      case "after":
        return (condition.perMessage ? context.beforeInMessage : context.before) >= condition.count
      case "over":
        return (
          this.#traffic.startedSince(
            this.#now() - condition.millis,
            condition.perAddress ? context.ip : undefined
          ) > condition.count
        )
      case "within": {
        const client = condition.perAddress ? context.ip : networkOf(context.ip)
        return this.#now() - this.#firstSeenAt(`${client} ${context.envelope}`) < condition.millis
      }
      case "from":
        return condition.pattern.test(context.ip)
    }
  }

  /** Counts the evaluations of a condition, including this one. Equal conditions of two rules have their own counts. */
  #count(condition: Condition): number {
    const count = (this.#evaluations.get(condition) ?? 0) + 1
    this.#evaluations.set(condition, count)
    return count
  }

  #firstSeenAt(triple: string): number {
    const known = this.#firstSeen.get(triple)
    if (known !== undefined) return known
    if (this.#firstSeen.size >= triplesMax) this.#firstSeen.clear()
    const now = this.#now()
    this.#firstSeen.set(triple, now)
    return now
  }
}
