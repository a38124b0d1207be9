/**
 * The postings of events, which move credits between two ledger accounts: double entry, one posting per event.
 * Only this file names ledger accounts and says what an event posts; the audit builds its queries from the same
 * table (I5).
 */
import type { CreditsEvent } from "./Credits.ts"
import type { JobEvent } from "./Job.ts"

export interface Posting {
  readonly debit: string
  readonly credit: string
  /** The amount is always above zero. */
  readonly amount: number
  readonly holdId: string | null
}

/**
 * Account types and the prefixes of their names. `available` and `usage` are followed by the id of
 * the customer's account, `hold` by the id of the hold. The other two are whole names. Stored:
 * never rename. `available` and `hold` have a balance, never below zero; system accounts have none.
 */
export const ledgerAccounts = {
  available: "avail:",
  hold: "hold:",
  usage: "sys:usage:",
  issued: "sys:issued",
  adjusted: "sys:adjusted"
} as const

export type LedgerAccount = keyof typeof ledgerAccounts

type BilledEvent = CreditsEvent | Extract<JobEvent, { readonly _tag: "ChunkSettled" }>

/** Selects one of an event's rules by a field of the event. */
export type PostingCondition =
  | { readonly field: "credits"; readonly sign: "positive" | "negative" }
  | { readonly field: "reason"; readonly is: "unanswered" }
  | { readonly field: "reason"; readonly isNot: "unanswered" }

export interface PostingRule {
  readonly when?: PostingCondition
  readonly debit: LedgerAccount
  readonly credit: LedgerAccount
}

type PostingRules = Readonly<Record<BilledEvent["_tag"], ReadonlyArray<PostingRule>>>

const rules = {
  CreditsGranted: [{ debit: "issued", credit: "available" }],
  CreditsAdjusted: [
    { when: { field: "credits", sign: "positive" }, debit: "adjusted", credit: "available" },
    { when: { field: "credits", sign: "negative" }, debit: "available", credit: "adjusted" }
  ],
  CreditsHeld: [{ debit: "available", credit: "hold" }],
  CreditsCharged: [{ debit: "hold", credit: "usage" }],
  CreditsRefunded: [
    { when: { field: "reason", isNot: "unanswered" }, debit: "hold", credit: "available" },
    // A charge whose answer was lost is returned from usage.
    { when: { field: "reason", is: "unanswered" }, debit: "usage", credit: "available" }
  ],
  // A job's charge is an event of the job's stream.
  ChunkSettled: [{ debit: "hold", credit: "usage" }]
} as const satisfies PostingRules

type Pair<Rule> = Rule extends {
  readonly debit: infer Debit extends string
  readonly credit: infer Credit extends string
}
  ? `${Debit} ${Credit}`
  : never

/** The accounts that credits leave and reach. The store has a kind for each pair (`postingKinds`). */
export type PostingPair = Pair<(typeof rules)[keyof typeof rules][number]>

/** Exactly one rule applies to an event. An event with 0 credits posts nothing. */
export const postingRules: PostingRules = rules

const applies = (when: PostingCondition | undefined, event: BilledEvent): boolean => {
  if (when === undefined) return true
  if (when.field === "credits") return (when.sign === "positive") === event.credits > 0
  const reason = "reason" in event ? event.reason : undefined
  return "is" in when ? reason === when.is : reason !== when.isNot
}

const nameOf = (kind: LedgerAccount, account: string, holdId: string | null): string => {
  const prefix = ledgerAccounts[kind]
  if (kind === "available" || kind === "usage") return prefix + account
  return kind === "hold" ? `${prefix}${holdId}` : prefix
}

const isBilled = (event: CreditsEvent | JobEvent): event is BilledEvent =>
  Object.hasOwn(postingRules, event._tag)

/** The posting of an event; `undefined` if it moves no credits. */
export const postingOf = (account: string, event: CreditsEvent | JobEvent): Posting | undefined => {
  if (!isBilled(event) || event.credits === 0) return undefined
  const rule = postingRules[event._tag].find(({ when }) => applies(when, event))
  if (rule === undefined) return undefined
  const holdId = "holdId" in event ? event.holdId : null
  return {
    debit: nameOf(rule.debit, account, holdId),
    credit: nameOf(rule.credit, account, holdId),
    amount: Math.abs(event.credits),
    holdId
  }
}
