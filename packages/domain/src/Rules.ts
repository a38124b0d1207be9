/**
 * Rules of an account about verdicts: stream `rules-<account>`. A rule blocks or allows addresses by what they are
 * or where their mail goes, in answers to this account alone. Events name an address only by the HMAC of its mailbox;
 * domains and hosts are no persons.
 */
import { Result, Schema } from "effect"

import { RequestOrigin } from "./RequestOrigin.ts"

/** Rules of an account. A node keeps them in memory while the account verifies, and this many take some 2 MB. */
export const rulesMax = 10_000

export const RuleAction = Schema.Literals(["allow", "block"])
export type RuleAction = typeof RuleAction.Type

/** What a rule is about, the most specific first: that of an address outranks that of its domain. */
export const ruleMatches = ["address", "domain", "mail_host", "tld"] as const
export const RuleMatch = Schema.Literals(ruleMatches)
export type RuleMatch = (typeof ruleMatches)[number]

/** Values of these are names of DNS, so a rule may hold for all names below as well. */
export const mayHaveSubdomains = (match: RuleMatch): boolean =>
  match === "domain" || match === "mail_host"

/** What a rule says. An account has one rule for each `match` and `value`. */
export interface Rule {
  readonly action: RuleAction
  readonly match: RuleMatch
  /** A mailbox in its one spelling, or a name of DNS as A-labels in lower case; a top-level domain without its dot. */
  readonly value: string
  /** Whether it also holds for the names below `value`. */
  readonly subdomains: boolean
}

/** A rule that was found for an address. */
export interface FoundRule extends Rule {
  readonly id: string
}

// Stored format: tags and fields outlive every deployment. Never rename; add only optional fields.
const AddedRule = Schema.Struct({
  ruleId: Schema.String,
  action: RuleAction,
  match: RuleMatch,
  /** The name; absent for an address. */
  value: Schema.optionalKey(Schema.String),
  /** The HMAC of an address's mailbox under the account's key, in hex; absent for a name. */
  mailbox: Schema.optionalKey(Schema.String),
  subdomains: Schema.optionalKey(Schema.Literal(true))
})
export type AddedRule = typeof AddedRule.Type

/** The request that caused the event. */
const from = { from: Schema.optionalKey(RequestOrigin) }

export const RulesEvent = Schema.TaggedUnion({
  /** Rules were added. One with the id of an earlier rule replaces it. */
  RulesAdded: { rules: Schema.Array(AddedRule), ...from },
  RulesRemoved: { ruleIds: Schema.Array(Schema.String), ...from }
})
export type RulesEvent = typeof RulesEvent.Type

/** How these events are stored (`EventCodec` of the store): streams `rules-<account>`. */
export const format = { category: "rules", events: RulesEvent, upcasts: {} }

/** Rules of one event. With the message that publishes it, an event stays well below the 1 MB of NATS. */
const rulesOfEvent = 1_000

const inParts = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / rulesOfEvent) }, (_, at) =>
    all.slice(at * rulesOfEvent, (at + 1) * rulesOfEvent)
  )

export const rulesAdded = (rules: ReadonlyArray<AddedRule>): ReadonlyArray<RulesEvent> =>
  inParts(rules).map((part) => RulesEvent.cases.RulesAdded.make({ rules: part }))

export const rulesRemoved = (ids: ReadonlyArray<string>): ReadonlyArray<RulesEvent> =>
  inParts(ids).map((part) => RulesEvent.cases.RulesRemoved.make({ ruleIds: part }))

/** A rule as an account keeps it. */
export interface KeptRule extends FoundRule {
  /** Why the rule is there, in the words of a person; it may be empty. */
  readonly note: string
}

export class TooManyRules extends Schema.TaggedError<TooManyRules>()("TooManyRules", {
  /** How many the account would have. */
  rules: Schema.Int
}) {}

/** What becomes of rules that are given. */
export interface RulesChange {
  /** The rules to write: new ones, and those that differ from what is kept. */
  readonly written: ReadonlyArray<KeptRule>
  readonly added: number
  readonly changed: number
  readonly unchanged: number
}

const keyOf = ({ match, value }: Pick<Rule, "match" | "value">): string => `${match} ${value}`

const isSame = (one: KeptRule, other: Omit<KeptRule, "id">): boolean =>
  one.action === other.action && one.subdomains === other.subdomains && one.note === other.note

/**
 * Decides on rules that are given: a new `match` and `value` is a new rule, a known one changes its rule and keeps its
 * id. Of several for the same, the last one counts. `known`: the rules kept for what is given; `count`: of all.
 */
export const addRules = (
  given: ReadonlyArray<Omit<KeptRule, "id">>,
  known: ReadonlyArray<KeptRule>,
  count: number,
  newId: () => string
): Result.Result<RulesChange, TooManyRules> => {
  const kept = new Map(known.map((rule) => [keyOf(rule), rule]))
  const last = [...new Map(given.map((rule) => [keyOf(rule), rule])).values()]
  const added = last.filter((rule) => !kept.has(keyOf(rule)))
  if (count + added.length > rulesMax)
    return Result.fail(new TooManyRules({ rules: count + added.length }))
  const written = last.flatMap((rule) => {
    const before = kept.get(keyOf(rule))
    if (before !== undefined && isSame(before, rule)) return []
    return [{ ...rule, id: before?.id ?? newId() }]
  })
  return Result.succeed({
    written,
    added: added.length,
    changed: written.length - added.length,
    unchanged: last.length - written.length
  })
}
