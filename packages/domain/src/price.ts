/**
 * The price of a verification in credits. `unknown` is free, because nothing was found out. A deep verification
 * costs more only if the SMTP session showed something about the mailbox or its domain.
 */
import { heldFor } from "./prices.ts"
import type { Price } from "./prices.ts"
import { isInformative } from "./Smtp.ts"
import type { SmtpEvidence } from "./Smtp.ts"
import type { Judgement, Mode, SubStatus } from "./Verdict.ts"
import type { Verification } from "./Verification.ts"

export const costOf = (
  mode: Mode,
  { status }: Pick<Judgement, "status">,
  smtp: SmtpEvidence | undefined
): Price => {
  if (status === "unknown") return 0
  return mode === "deep" && smtp !== undefined && isInformative(smtp) ? heldFor.deep : heldFor.fast
}

/** The credits to charge: the price, or 0 for sandbox addresses, whose evidence is made up. */
export const chargeFor = (mode: Mode, { judgement, evidence }: Verification): Price =>
  evidence.sandbox === undefined ? costOf(mode, judgement, evidence.smtp) : 0

/**
 * The price in deep mode by a receipt's `sub_status`, if that alone tells it: an auditor does not have the SMTP
 * session. Any other result costs one or the other.
 */
export const deepPriceOf: Readonly<Partial<Record<SubStatus, Price>>> = {
  failed_syntax_check: heldFor.fast,
  domain_not_found: heldFor.fast,
  does_not_accept_mail: heldFor.fast,
  mx_unroutable: heldFor.fast,
  blocked_by_rule: heldFor.fast,
  mailbox_not_found: heldFor.deep,
  mailbox_disabled: heldFor.deep,
  domain_rejected_by_mail_server: heldFor.deep,
  mailbox_full: heldFor.deep
}
