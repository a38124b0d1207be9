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
  is_disposable: false,
  is_role_based: true,
  is_free_provider: false,
  is_relay: false,
  is_catch_all: true,
  catchAllConfidence: 85,
  has_mx: true,
  has_spf: false,
  has_dmarc: true,
  is_blacklisted: false,
  domainAgeDays: 700,
  mxProvider: "Someone, Inc.",
  creditsUsed: 5,
  checkedAt: "2026-11-21T10:00:00.000Z",
  smtpStatus: "deliverable",
  mailboxExists: "yes"
}
