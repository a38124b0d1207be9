/**
 * The place to which guards deliver the results of queued rows. A guard knows how to probe; the caller that
 * queued the row knows what a result means for the job and its credits.
 */
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Context } from "effect"
import type { Effect } from "effect"

import type { Refusal } from "./egress/chooseEgress.ts"
import type { LeasedRow } from "./queue/ProbeRow.ts"

/**
 * The reason why a row was not probed.
 *
 * - `unsent`: this node did not know whether the row was still its own, or was about to stop.
 * - `brokeOff`: there was a defect.
 * - `givenUp`: the work on it broke off each time, and is not tried again.
 * - `blocked`: the provider refused us before a pause and after it; the row is settled without it.
 */
export type ProbeFault = "unsent" | "brokeOff" | "givenUp" | "blocked"

export interface SettledProbe {
  readonly row: LeasedRow
  readonly smtp: SmtpEvidence
  /** The reason why it was not probed, where `smtp` does not tell it. */
  readonly fault?: ProbeFault
  /** The refusal that the row keeps for a while, before it is settled with it. */
  readonly refusal?: Refusal
}

export interface RefusedRow extends SettledProbe {
  readonly refusal: Refusal
}

export class ProbeResults extends Context.Service<
  ProbeResults,
  {
    /**
     * Stores the results and deletes their rows from the queue in one transaction, for the rows whose
     * lease the caller still holds. A repeated result changes nothing. Dies of `StoreUnavailable` when
     * the database is unavailable; the rows then stay in the queue.
     */
    readonly settle: (results: ReadonlyArray<SettledProbe>) => Effect.Effect<void>
  }
>()("@rcpt/service/probing/ProbeResults") {}
