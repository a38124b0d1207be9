/**
 * Deletes rows that have expired: they are no longer read and only take space. Every node does so; two
 * at once delete different rows.
 */
import { deferredKept, feedbackCounts } from "@rcpt/domain/Feedback"
import { inletEventCounts } from "@rcpt/domain/Inlet"
import { runsKept } from "@rcpt/domain/Schedule"
import { Duration, Effect } from "effect"

import { refusalsKept } from "../../accounts/security/Refusals.ts"
import { mailKept, toldAgainAfter } from "../../mail/Outbox.ts"
import { WriteSql } from "../../platform/Database.ts"
import { deleteRows } from "../../platform/deleteRows.ts"

interface ExpiringTable {
  readonly table: string
  /** The time from which on a row is not read, or was not renewed. */
  readonly column: string
  /** A row stays for this long after that time. */
  readonly keptFor: Duration.Duration
}

const mxPaceKept = Duration.days(30)

export const expiringTables: ReadonlyArray<ExpiringTable> = [
  { table: "session", column: "expires_at", keptFor: Duration.zero },
  { table: "invitation", column: "expires_at", keptFor: Duration.zero },
  { table: "sign_up", column: "expires_at", keptFor: Duration.zero },
  { table: "person_link", column: "expires_at", keptFor: Duration.zero },
  { table: "provider_logout", column: "expires_at", keptFor: Duration.zero },
  { table: "domain_age", column: "expires_at", keptFor: Duration.zero },
  { table: "domain_knowledge", column: "expires_at", keptFor: Duration.zero },
  { table: "reported_mailbox", column: "expires_at", keptFor: Duration.zero },
  { table: "deferred_mail", column: "day", keptFor: deferredKept },
  { table: "checked_address", column: "checked_at", keptFor: feedbackCounts },
  { table: "schedule_run", column: "ended_at", keptFor: runsKept },
  { table: "inlet_seen", column: "seen_at", keptFor: inletEventCounts },
  { table: "mail_outbox", column: "created_at", keptFor: mailKept },
  { table: "told_notice", column: "seen_at", keptFor: toldAgainAfter },
  { table: "account_refusal", column: "minute", keptFor: refusalsKept },
  // The pace of mail servers that nobody has asked since: it would be learnt anew in minutes.
  { table: "mx_guard", column: "shown_at", keptFor: mxPaceKept }
]

/** Rows per statement, which may take 2 s. */
const sweepBatch = 1_000

/** One round. Returns how many rows it deleted. */
export const sweepExpired = ({ table, column, keptFor }: ExpiringTable) =>
  WriteSql.use((sql) =>
    deleteRows(sql, {
      table,
      where: sql`
        ${sql(column)} <= now() - make_interval(secs => ${Duration.toSeconds(keptFor)}::float8)
        order by ${sql(column)}`,
      atOnce: sweepBatch
    })
  ).pipe(Effect.orDie)
