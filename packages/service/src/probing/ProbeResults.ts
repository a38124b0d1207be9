/**
 * Where guards deliver the results of queued rows. A guard knows how to probe; what a result means for
 * the job and its credits is known to the caller that queued the row.
 */
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Context } from "effect"
import type { Effect } from "effect"

import type { LeasedRow } from "./queue/ProbeRow.ts"

export interface SettledProbe {
  readonly row: LeasedRow
  readonly smtp: SmtpEvidence
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
