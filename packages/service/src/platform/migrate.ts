/** Migrates the service's own tables; the store migrates its own (`@rcpt/store/migrate`). */
import type { Effect } from "effect"
import { Migrator } from "effect/sql"
import type { SqlClient, SqlError } from "effect/sql"

import accounts from "./migrations/0001_accounts.ts"
import usage from "./migrations/0002_usage.ts"
import domainAge from "./migrations/0003_domain_age.ts"
import domainKnowledge from "./migrations/0004_domain_knowledge.ts"
import probeQueue from "./migrations/0005_probe_queue.ts"
import mxGuards from "./migrations/0006_mx_guards.ts"
import apiKeys from "./migrations/0007_api_keys.ts"
import rateLimits from "./migrations/0008_rate_limits.ts"
import idempotency from "./migrations/0009_idempotency.ts"
import jobs from "./migrations/0010_jobs.ts"
import sessions from "./migrations/0011_sessions.ts"
import probeMemo from "./migrations/0012_probe_memo.ts"
import webhooks from "./migrations/0013_webhooks.ts"
import ledgerView from "./migrations/0014_ledger_view.ts"
import sandboxRows from "./migrations/0015_sandbox_rows.ts"
import dashboard from "./migrations/0016_dashboard.ts"
import ledgerFilters from "./migrations/0017_ledger_filters.ts"
import untrustedProxy from "./migrations/0018_untrusted_proxy.ts"
import securityEvents from "./migrations/0019_security_events.ts"
import signIn from "./migrations/0020_sign_in.ts"
import nodes from "./migrations/0022_nodes.ts"
import nodeLease from "./migrations/0023_node_lease.ts"
import failures from "./migrations/0024_failures.ts"
import nodeRoles from "./migrations/0025_node_roles.ts"
import wakeRound from "./migrations/0026_wake_round.ts"
import leaseStopped from "./migrations/0027_lease_stopped.ts"
import relay from "./migrations/0028_relay.ts"
import feedback from "./migrations/0029_feedback.ts"
import erasure from "./migrations/0030_erasure.ts"
import activity from "./migrations/0031_activity.ts"
import webhookEndpoints from "./migrations/0032_webhook_endpoints.ts"
import people from "./migrations/0033_people.ts"
import accountMessages from "./migrations/0035_account_messages.ts"
import activityHours from "./migrations/0036_activity_hours.ts"
import jobMaker from "./migrations/0037_job_maker.ts"
import ledgerCommits from "./migrations/0038_ledger_commits.ts"
import activityRequests from "./migrations/0039_activity_requests.ts"

const migrations = {
  "0001_accounts": accounts,
  "0002_usage": usage,
  "0003_domain_age": domainAge,
  "0004_domain_knowledge": domainKnowledge,
  "0005_probe_queue": probeQueue,
  "0006_mx_guards": mxGuards,
  "0007_api_keys": apiKeys,
  "0008_rate_limits": rateLimits,
  "0009_idempotency": idempotency,
  "0010_jobs": jobs,
  "0011_sessions": sessions,
  "0012_probe_memo": probeMemo,
  "0013_webhooks": webhooks,
  "0014_ledger_view": ledgerView,
  "0015_sandbox_rows": sandboxRows,
  "0016_dashboard": dashboard,
  "0017_ledger_filters": ledgerFilters,
  "0018_untrusted_proxy": untrustedProxy,
  "0019_security_events": securityEvents,
  "0020_sign_in": signIn,
  "0022_nodes": nodes,
  "0023_node_lease": nodeLease,
  "0024_failures": failures,
  "0025_node_roles": nodeRoles,
  "0026_wake_round": wakeRound,
  "0027_lease_stopped": leaseStopped,
  "0028_relay": relay,
  "0029_feedback": feedback,
  "0030_erasure": erasure,
  "0031_activity": activity,
  "0032_webhook_endpoints": webhookEndpoints,
  "0033_people": people,
  "0035_account_messages": accountMessages,
  "0036_activity_hours": activityHours,
  "0037_job_maker": jobMaker,
  "0038_ledger_commits": ledgerCommits,
  "0039_activity_requests": activityRequests
}

/** Up to a migration, as a release of its time did it. */
export const migrateUpTo = (
  latest: number
): Effect.Effect<unknown, Migrator.MigrationError | SqlError.SqlError, SqlClient.SqlClient> =>
  Migrator.make({})({
    loader: Migrator.fromRecord(
      Object.fromEntries(
        Object.entries(migrations).filter(([name]) => Number.parseInt(name, 10) <= latest)
      )
    ),
    table: "service_migrations"
  })

export const migrate = migrateUpTo(Infinity)
