/**
 * The price of a verification in credits. `unknown` is free: we found nothing out. A deep one costs
 * more only if the SMTP session showed something about the mailbox or its domain.
 */
import { isInformative } from "./Smtp.ts"
import type { SmtpEvidence } from "./Smtp.ts"
import type { Judgement, Mode } from "./Verdict.ts"
import type { Verification } from "./Verification.ts"

/** Credits held before the work starts: the maximum price. */
export const heldFor: Readonly<Record<Mode, number>> = { fast: 1, deep: 5 }

export const costOf = (
  mode: Mode,
  { status }: Pick<Judgement, "status">,
  smtp: SmtpEvidence | undefined
): number => {
  if (status === "unknown") return 0
  return mode === "deep" && smtp !== undefined && isInformative(smtp) ? heldFor.deep : heldFor.fast
}

/** The credits to charge: the price, or 0 for sandbox addresses, whose evidence is made up. */
export const chargeFor = (mode: Mode, { judgement, evidence }: Verification): number =>
  evidence.sandbox === undefined ? costOf(mode, judgement, evidence.smtp) : 0
