/** What to do with an address, in words, and when to ask again. */
import type { JobResultRow } from "@rcpt/api/Jobs"

export type Recommendation = NonNullable<JobResultRow["recommendation"]>

export const recommendationLabels: Readonly<Record<Recommendation, string>> = {
  send: "Send",
  send_with_care: "Send with care",
  do_not_send: "Don’t send",
  ask_again: "Ask again"
}

/** Milliseconds since 1970; `undefined`: there is nothing to wait for. */
export const askAgainAt = ({
  checked_at: checkedAt,
  retry_after: retryAfter
}: Pick<JobResultRow, "checked_at" | "retry_after">): number | undefined =>
  checkedAt === undefined || retryAfter === undefined
    ? undefined
    : Date.parse(checkedAt) + retryAfter * 1_000
