/** What to do with an address, and when to ask again. */
import type { JobResultRow } from "@rcpt/api/Jobs"

export type Recommendation = NonNullable<JobResultRow["recommendation"]>

/** Milliseconds since 1970; `undefined`: there is nothing to wait for. */
export const askAgainAt = ({
  checked_at: checkedAt,
  retry_after: retryAfter
}: Pick<JobResultRow, "checked_at" | "retry_after">): number | undefined =>
  checkedAt === undefined || retryAfter === undefined
    ? undefined
    : Date.parse(checkedAt) + retryAfter * 1_000
