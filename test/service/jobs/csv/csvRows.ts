/** Sample results of rows. */
import type { ResultRow } from "@rcpt/service/jobs/csv/ResultRow"

export const jobRow = (row: Partial<ResultRow> = {}): ResultRow => ({
  status: "valid",
  score: 95,
  creditsUsed: 1,
  checkedAt: "2026-11-21T10:00:00.000Z",
  ...row
})

/** With every field. */
export const fullRow: ResultRow = {
  status: "risky",
  score: 70,
  subStatus: "role_based",
  normalizedEmail: "info@x.org",
  didYouMean: "info@y.org",
  isDisposable: false,
  isRoleBased: true,
  isFreeProvider: false,
  isRelay: false,
  isCatchAll: true,
  catchAllConfidence: 85,
  hasMx: true,
  hasSpf: false,
  hasDmarc: true,
  isBlacklisted: false,
  domainAgeDays: 700,
  mxProvider: "Someone, Inc.",
  creditsUsed: 5,
  checkedAt: "2026-11-21T10:00:00.000Z",
  smtpStatus: "deliverable",
  mailboxExists: "yes"
}
