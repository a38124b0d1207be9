/**
 * What becomes of a queued row once its mail server has spoken. Guards know how to ask; what a row is
 * worth, and to whom, is the business of whoever put it in line.
 */
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Context } from "effect"
import type { Effect } from "effect"

import type { LeasedRow } from "../probes/ProbeRow.ts"

export interface Outcome {
  readonly row: LeasedRow
  readonly smtp: SmtpEvidence
}

export class ProbeOutcomes extends Context.Service<
  ProbeOutcomes,
  {
    /**
     * Keeps them, and takes their rows out of the line in the same transaction: those that are still
     * the caller's. An outcome that comes twice changes nothing.
     */
    readonly settle: (outcomes: ReadonlyArray<Outcome>) => Effect.Effect<void, OutcomesNotKept>
  }
>()("@rcpt/service/guards/ProbeOutcomes") {}

/** The database was away; the rows are still in line, and will be asked again. */
export interface OutcomesNotKept {
  readonly _tag: "StoreUnavailable" | "SqlError"
}
