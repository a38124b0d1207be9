/** Sample results of rows. */
import type { JobRow } from "@rcpt/service/jobs/csv/JobRow"

export const jobRow = (row: Partial<JobRow> = {}): JobRow => ({
  status: "valid",
  score: 95,
  creditsUsed: 1,
  checkedAt: "2026-11-21T10:00:00.000Z",
  ...row
})

/** With every field. */
export const fullRow: JobRow = {
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
