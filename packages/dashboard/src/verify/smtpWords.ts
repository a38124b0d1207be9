/** Sentences for the result of an SMTP probe, or for why there was none. The API's values all have one. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

import { words } from "../words/findings.tsx"

const { reasons, statuses, subReasons } = words.smtp

export type Smtp = NonNullable<VerifyResult["smtp"]>
type Phase = NonNullable<NonNullable<VerifyResult["evidence"]>[number]["phase"]>

export const smtpSentences = ({ status, reason, sub_reason }: Smtp): string =>
  [
    reason === undefined ? statuses[status] : reasons[reason],
    sub_reason === undefined ? undefined : subReasons[sub_reason]
  ]
    .filter((text) => text !== undefined)
    .join(" ")

/** Commands by their names in RFC 5321. */
export const phases: Readonly<Record<Phase, string>> = {
  ...words.smtp.phases,
  ehlo: "EHLO",
  starttls: "STARTTLS",
  mail: "MAIL FROM",
  rcpt: "RCPT TO",
  rset: "RSET"
}

/** By the answer of `smtp.control` in the evidence. */
export const controls: Readonly<Record<string, string>> = words.smtp.controls
