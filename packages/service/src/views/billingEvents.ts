/**
 * Says what an event means for an account's credits and checks, in one place: every view, webhook and sum
 * uses it. An event type without a case here does not compile.
 */
import type { LedgerEntry } from "@rcpt/api/Ledger"
import { CreditsEvent } from "@rcpt/domain/Credits"
import type { Receipt } from "@rcpt/domain/Credits"
import * as Demo from "@rcpt/domain/Demo"
import { JobEvent, noRows } from "@rcpt/domain/Job"
import type { Tally } from "@rcpt/domain/Job"
import * as EventCodec from "@rcpt/store/EventCodec"
import type { StoredEvent } from "@rcpt/store/EventStore"

import { jobCodec } from "../jobs/decideOnJob.ts"
import { creditsCodec } from "../ledger/ledgerRows.ts"

/** An entry of the account's ledger. */
export interface Movement {
  readonly type: LedgerEntry["type"]
  /** Above zero. */
  readonly credits: number
  /** The change of the account's available credits. */
  readonly change: number
  readonly holdId: string | null
}

/** The origin of a check: the dashboard, an API key, the public demo, or a list. */
export type CheckOrigin = "single" | "api" | "public" | "bulk"

/** Checks with a result, charged or not. Those of the sandbox are never counted. */
interface Checks {
  readonly origin: CheckOrigin
  readonly count: number
  /** The results of the checks. The demo stores no results, so its checks are in no tally. */
  readonly tally: Tally
  /** First day of the month in which they count, if that is not the month of the event. */
  readonly month?: string
}

export interface BillingEvent {
  readonly account: string
  /** Absent: no credits moved. */
  readonly movement?: Movement
  /** Credits that the account pays for it; below zero if a charge was reversed. */
  readonly spent: number
  readonly checks?: Checks
  /** A job and its hold. */
  readonly job?: { readonly id: string; readonly holdId: string }
}

const origins: Readonly<Record<NonNullable<Receipt["via"]> | "key", CheckOrigin>> = {
  key: "api",
  dashboard: "single",
  demo: "public"
}

const checkOf = (receipt: Receipt | undefined): Pick<BillingEvent, "checks"> =>
  receipt === undefined
    ? {}
    : {
        checks: {
          origin: origins[receipt.via ?? "key"],
          count: 1,
          tally: { ...noRows, [receipt.status]: 1 }
        }
      }

const ofCredits = (account: string, event: CreditsEvent): BillingEvent => {
  const moved = (
    type: Movement["type"],
    sign: 1 | 0 | -1,
    { credits, holdId }: { readonly credits: number; readonly holdId?: string }
  ) => {
    const change = sign === 0 ? 0 : sign * credits
    return {
      account,
      movement: { type, credits: Math.abs(credits), change, holdId: holdId ?? null }
    }
  }
  return CreditsEvent.match(event, {
    CreditsGranted: (granted): BillingEvent => ({ ...moved("grant", 1, granted), spent: 0 }),
    CreditsAdjusted: (adjusted) => ({ ...moved("adjust", 1, adjusted), spent: 0 }),
    CreditsHeld: (held) => ({ ...moved("hold", -1, held), spent: 0 }),
    CreditsCharged: (charged) => ({
      ...moved("charge", 0, charged),
      ...checkOf(charged.receipt),
      spent: charged.credits
    }),
    CreditsRefunded: (refunded) => ({
      ...moved("refund", 1, refunded),
      ...checkOf(refunded.receipt),
      spent: refunded.reason === "unanswered" ? -refunded.credits : 0
    })
  })
}

const without = (all: Tally, some: Tally): Tally => ({
  valid: all.valid - some.valid,
  risky: all.risky - some.risky,
  invalid: all.invalid - some.invalid,
  unknown: all.unknown - some.unknown
})

const nothing = (): undefined => undefined

const ofJob = (job: string, event: JobEvent): BillingEvent | undefined =>
  JobEvent.match(event, {
    JobSubmitted: ({ accountId, holdId }) => ({
      account: accountId,
      spent: 0,
      job: { id: job, holdId }
    }),
    ChunkSettled: ({
      accountId,
      holdId,
      credits,
      rows,
      sandbox = 0,
      tally,
      sandboxTally = noRows
    }): BillingEvent => ({
      account: accountId,
      // Charged to the job's hold, so the balance does not change.
      ...(credits > 0 && { movement: { type: "charge", credits, change: 0, holdId } }),
      spent: credits,
      checks: { origin: "bulk", count: rows - sandbox, tally: without(tally, sandboxTally) }
    }),
    JobStarted: nothing,
    RowsDeferred: nothing,
    JobCompleted: nothing,
    JobFailed: nothing,
    JobCancelled: nothing,
    JobRemoved: nothing
  })

const demoCodec = EventCodec.make(Demo.format)

const ofDemo = (event: Demo.DemoEvent): BillingEvent =>
  Demo.DemoEvent.match(event, {
    DemoChecksCounted: ({ accountId, month, checks }): BillingEvent => ({
      account: accountId,
      spent: 0,
      checks: { origin: "public", count: checks, tally: noRows, month: `${month}-01` }
    })
  })

/** An event that credits or checks are told by, and whose it is: the id of an account or a job. */
type BillingFact =
  | { readonly of: "account"; readonly id: string; readonly event: CreditsEvent }
  | { readonly of: "job"; readonly id: string; readonly event: JobEvent }
  | { readonly of: "demo"; readonly id: string; readonly event: Demo.DemoEvent }

type Stored = Pick<StoredEvent, "stream" | "type" | "v" | "data">

/**
 * `undefined`: the event does not concern an account's credits. Throws on an event of a newer program,
 * because a view must not skip it.
 */
const factOf = (event: Stored): BillingFact | undefined => {
  const account = creditsCodec.idOf(event.stream)
  if (account !== undefined)
    return { of: "account", id: account, event: creditsCodec.decode(event) }
  const job = jobCodec.idOf(event.stream)
  if (job !== undefined) return { of: "job", id: job, event: jobCodec.decode(event) }
  const demo = demoCodec.idOf(event.stream)
  return demo === undefined ? undefined : { of: "demo", id: demo, event: demoCodec.decode(event) }
}

const meaningOf = (fact: BillingFact | undefined): BillingEvent | undefined => {
  if (fact?.of === "account") return ofCredits(fact.id, fact.event)
  if (fact?.of === "job") return ofJob(fact.id, fact.event)
  return fact && ofDemo(fact.event)
}

/** Every view of a round reads the same events: each is decoded once. */
const meanings = new WeakMap<StoredEvent, { readonly billing: BillingEvent | undefined }>()

/** `undefined`, and throws, as `factOf`. */
export const billingOf = (event: StoredEvent): BillingEvent | undefined => {
  const known = meanings.get(event)
  if (known !== undefined) return known.billing
  const billing = meaningOf(factOf(event))
  meanings.set(event, { billing })
  return billing
}
