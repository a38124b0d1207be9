/**
 * What a verification costs, in credits. `unknown` is free: we do not sell what we
 * did not learn. A deep one is dear only if the conversation taught something.
 */
import { isInformative } from "./Smtp.ts"
import type { SmtpEvidence } from "./Smtp.ts"
import type { Judgement, Mode } from "./Verdict.ts"
import type { Verification } from "./Verification.ts"

/** Set aside before the work starts: the most that it can cost. */
export const heldFor: Readonly<Record<Mode, number>> = { fast: 1, deep: 5 }

export const costOf = (
  mode: Mode,
  { status }: Pick<Judgement, "status">,
  smtp: SmtpEvidence | undefined
): number => {
  if (status === "unknown") return 0
  return mode === "deep" && smtp !== undefined && isInformative(smtp) ? heldFor.deep : heldFor.fast
}

/** What is charged for it: its cost, and nothing in the sandbox, where nothing was learnt. */
export const chargeFor = (mode: Mode, { judgement, evidence }: Verification): number =>
  evidence.sandbox === undefined ? costOf(mode, judgement, evidence.smtp) : 0
