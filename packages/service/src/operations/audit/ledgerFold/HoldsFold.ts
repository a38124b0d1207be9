/**
 * Holds as their events tell them, beside their rows (I3, I6, I8). A hold is kept only while it is open: its
 * row is read with the event that opened it, for both are in the order of their ids, nearly.
 */
import type { CreditsEvent } from "@rcpt/domain/Credits"
import type { JobEvent } from "@rcpt/domain/Job"
import { pagesOf } from "@rcpt/store/audit/pages"
import type { Checked } from "@rcpt/store/audit/readable"
import { microsOf } from "@rcpt/store/audit/readLog"
import { Effect } from "effect"

import type { BillingFact } from "../../../views/billingEvents.ts"
import type { AuditedCommit } from "../AuditedEvent.ts"
import { Feed } from "./Feed.ts"
import { charge, chargedOf, isOrdinary, isSettled, opened, refund, refundedOf } from "./holdOf.ts"
import type { AuditedHold } from "./holdOf.ts"

interface HoldRow {
  readonly holdId: string
  readonly account: string
  readonly credits: bigint
  readonly charged: bigint
  readonly refunded: bigint
  readonly expires: Uint8Array | null
  /** The place of its event. */
  readonly commitId: bigint | null
  readonly idx: number | null
}

const holds = pagesOf<HoldRow>(
  "rcpt_audit_holds",
  `select hold_id as "holdId", account_id as account, credits, charged, refunded,
    timestamptz_send(expires_at) as expires, commit_id as "commitId", event_idx as idx
  from es.hold order by hold_id`
)

/**
 * Open holds, and rows whose event was not read yet, of some 500 octets each: 100 MB of the 1 GiB that a process has.
 * Ids begin with the time, so who has more has a node whose clock is far ahead, or other ids than we make.
 */
export const keptMax = 200_000

const microsPerMilli = 1_000

/** Events and rows keep milliseconds; 0 is stored as no expiry. */
const expiryOf = ({ expires }: HoldRow): number | null =>
  expires === null ? null : Math.round(microsOf(expires) / microsPerMilli)

interface Open {
  readonly hold: AuditedHold
  readonly row: HoldRow
}

const agree = ({ hold, row }: Open): boolean =>
  row.account === hold.account &&
  Number(row.credits) === hold.credits &&
  expiryOf(row) === (hold.expiresAt === 0 ? null : hold.expiresAt) &&
  Number(row.charged) === chargedOf(hold) &&
  Number(row.refunded) === refundedOf(hold)

type Charge = Pick<Extract<JobEvent, { readonly _tag: "ChunkSettled" }>, "holdId" | "credits">

export class HoldsFold {
  readonly #rows = new Feed(holds)
  /** The id of the last row: there is one of each. */
  #lastRow = ""
  /** Rows that come before another one by their ids, and whose events come after. */
  readonly #waiting = new Map<string, HoldRow>()
  readonly #open = new Map<string, Open>()

  get ahead(): Checked<void> {
    return this.#rows.ahead
  }

  /** Whether all that these commits say of holds is in order so far. */
  read(commits: ReadonlyArray<AuditedCommit>): Checked<boolean> {
    return Effect.gen({ self: this }, function* () {
      const last = this.#lastOpened(commits)
      const until = this.#rows.until(({ holdId }) => holdId > last, keptMax)
      if (last !== "" && (yield* until) !== undefined) return false
      const isFine = commits.every(({ commitId, events }) =>
        events.every(({ fact }, index) => this.#isFine(fact, commitId, index + 1))
      )
      return isFine && this.#rows.left + this.#waiting.size + this.#open.size <= keptMax
    })
  }

  /** Whether there are no other rows, and the holds that are open yet are in order, too. */
  get finish(): Checked<boolean> {
    return Effect.map(
      this.#rows.isAtEnd,
      (isAtEnd) =>
        isAtEnd &&
        this.#waiting.size === 0 &&
        [...this.#open.values()].every((open) => agree(open) && isOrdinary(open.hold))
    )
  }

  #lastOpened(commits: ReadonlyArray<AuditedCommit>): string {
    let last = ""
    for (const { events } of commits)
      for (const { fact } of events)
        if (fact?.of === "account" && fact.event._tag === "CreditsHeld" && fact.event.holdId > last)
          last = fact.event.holdId
    return last
  }

  #isFine(fact: BillingFact | undefined, commitId: number, idx: number): boolean {
    if (fact?.of === "account") return this.#isFineOf(fact.id, fact.event, commitId, idx)
    const isCharge = fact?.of === "job" && fact.event._tag === "ChunkSettled"
    return !isCharge || fact.event.credits === 0 || this.#isChargedByJob(fact.event)
  }

  #isFineOf(account: string, event: CreditsEvent, commitId: number, idx: number): boolean {
    if (event._tag === "CreditsGranted" || event._tag === "CreditsAdjusted") return true
    const { holdId } = event
    if (event._tag === "CreditsHeld") {
      const row = this.#rowOf(holdId)
      if (row === undefined) return false
      if (Number(row.commitId) !== commitId || row.idx !== idx) return false
      this.#open.set(holdId, { hold: opened(account, event), row })
      return true
    }
    const open = this.#open.get(holdId)
    if (open?.hold.account !== account) return false
    if (event._tag === "CreditsCharged") charge(open.hold, event)
    else refund(open.hold, event)
    return this.#close(holdId, open)
  }

  /** Those before it wait for their events. */
  #rowOf(holdId: string): HoldRow | undefined {
    for (let row = this.#rows.first; row !== undefined; row = this.#rows.first) {
      if (row.holdId > holdId || row.holdId <= this.#lastRow) break
      this.#lastRow = row.holdId
      this.#rows.take()
      if (row.holdId === holdId) return row
      this.#waiting.set(row.holdId, row)
    }
    const waiting = this.#waiting.get(holdId)
    this.#waiting.delete(holdId)
    return waiting
  }

  #isChargedByJob({ holdId, credits }: Charge): boolean {
    const open = this.#open.get(holdId)
    if (open?.hold.kind !== "job") return false
    open.hold.chargedByJob += credits
    return this.#close(holdId, open)
  }

  /** If that was its end. One whose row differs still may have its charge reversed. */
  #close(holdId: string, open: Open): boolean {
    if (!isSettled(open.hold) || !agree(open)) return true
    this.#open.delete(holdId)
    return isOrdinary(open.hold)
  }
}
