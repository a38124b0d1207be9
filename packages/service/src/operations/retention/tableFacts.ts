/**
 * Every table of the database: who writes it, what makes it grow, and when its rows go. A test compares
 * the list with the tables of a new database.
 */

/** What warns when a table is larger than it should be. */
export type Alarm = "overdue" | "audit" | "disk"

export interface TableFact {
  readonly table: `${"es" | "public"}.${string}`
  /** The module that writes it, within `packages`. */
  readonly owner: string
  readonly grows: string
  /** When rows go, and by which module. */
  readonly kept: string
  readonly alarm: Alarm
  /**
   * SQL that is true of a row that should have gone a day ago or earlier; `:retention` is the setting.
   * Absent where rows go with those of another table.
   */
  readonly overdue?: string
}

const keptForEver = "kept: a fact of the ledger"
const keptInNumber = "kept; no more than that"

const retention = "make_interval(days => :retention + 1)"

const ledger = (table: string, grows: string): TableFact => ({
  table: `es.${table}`,
  owner: "store/src/migrations/0007_append.ts",
  grows,
  kept: keptForEver,
  alarm: "audit"
})

const ledgerFacts: ReadonlyArray<TableFact> = [
  ledger("stream", "a row for each account and each job"),
  ledger("commit", "a row for each append: a check, a chunk of 1,000 rows, an action"),
  ledger("event", "one to three rows for each commit"),
  ledger("command", "one or two rows for each check and each action"),
  ledger("transfer", "two or three rows for each check, one for each chunk of a list"),
  ledger("account", "a row for each account"),
  {
    ...ledger("hold", "a row for each check that is held for, and each job"),
    kept: "an expired hold is refunded by `ledger/holdSweeper.ts`; its row is a fact of the ledger",
    alarm: "overdue",
    overdue:
      "charged + refunded < credits and expires_at is not null and expires_at < now() - interval '1 day'"
  },
  {
    table: "es.sealed",
    owner: "store/src/migrations/0003_sealed_order.ts",
    grows: "a row for each commit",
    kept: keptForEver,
    alarm: "audit"
  },
  {
    table: "es.head",
    owner: "store/src/migrations/0003_sealed_order.ts",
    grows: "one row",
    kept: keptInNumber,
    alarm: "audit"
  },
  {
    table: "es.gap",
    owner: "store/src/migrations/0003_sealed_order.ts",
    grows: "a row for each number of a commit that failed or is not finished",
    kept: "until its transaction has ended: the next round of the sealer",
    alarm: "audit"
  },
  {
    table: "es.reply",
    owner: "store/src/replies.ts",
    grows: "a row for each answer to a request with an `Idempotency-Key`",
    kept: "24 hours, with its row of `idempotency`",
    alarm: "overdue"
  },
  {
    table: "es.projection",
    owner: "store/src/generations.ts",
    grows: "a row for each view, and for each rebuild of one until it has replaced the old one",
    kept: keptInNumber,
    alarm: "disk"
  },
  {
    table: "es.parked",
    owner: "store/src/Projection.ts",
    grows: "a row for each commit that a view failed on",
    kept: "until the view has applied it; it is tried again at every start",
    alarm: "disk"
  }
]

const view = (table: string, owner: string, grows: string): TableFact => ({
  table: `public.${table}`,
  owner: `service/src/views/${owner}`,
  grows,
  kept: "kept: a view of the ledger; generations that were replaced are deleted",
  alarm: "disk"
})

const viewFacts: ReadonlyArray<TableFact> = [
  view("usage_month", "usage.ts", "a row for each account and month"),
  view("account_day", "days.ts", "a row for each account and day on which it checked something"),
  view("ledger_entry", "ledger/ledgerView.ts", "a row for each entry: a check, a job, a top-up"),
  view("ledger_job", "ledger/ledgerView.ts", "a row for each job"),
  view("ledger_month", "ledger/ledgerView.ts", "a row for each account and month")
]

const ofJob = (table: string, owner: string, grows: string): TableFact => ({
  table: `public.${table}`,
  owner: `service/src/jobs/${owner}`,
  grows,
  kept: "with its job, by `jobs/erasure.ts`",
  alarm: "overdue"
})

const jobFacts: ReadonlyArray<TableFact> = [
  {
    table: "public.job",
    owner: "service/src/jobs/Jobs.ts",
    grows: "a row for each list",
    kept: "`RCPT_RETENTION_DAYS` after its end, or until the account deletes it, by `jobs/jobSweeper.ts`",
    alarm: "overdue",
    overdue: `completed_at < now() - ${retention}`
  },
  ofJob("job_chunk", "Uploads.ts", "a row for each 1,000 rows of a list, with its cells"),
  ofJob("job_search", "Uploads.ts", "a row for each 1,000 rows of a list, with its addresses"),
  ofJob("job_repeat", "Uploads.ts", "a row for each address that a list repeats"),
  ofJob("job_result", "results/keepResults.ts", "a row for each different address of a list"),
  ofJob("job_facet", "results/keepResults.ts", "a row for each kind of result of a list"),
  {
    table: "public.job_scraps",
    owner: "service/src/jobs/erasure.ts",
    grows: "a row for each upload until it is a job, and for each job that ended",
    kept: "until its rows are erased, a minute after they are due, by `jobs/erasure.ts`",
    alarm: "overdue",
    overdue: "due_at < now() - interval '1 day'"
  },
  {
    ...ofJob(
      "probe_queue",
      "erasure.ts",
      "a row for each address of a deep job that waits for a mail server"
    ),
    owner: "service/src/probing/queue/ProbeQueue.ts",
    kept: "until it has its result, or its job ends"
  }
]

const expiring = (
  table: string,
  owner: string,
  { grows, kept, overdue }: Pick<TableFact, "grows" | "kept"> & { readonly overdue: string }
): TableFact => ({
  table: `public.${table}`,
  owner: `service/src/${owner}`,
  grows,
  kept,
  alarm: "overdue",
  overdue
})

const bySweeper = "by `operations/retention/sweepExpired.ts`"

const expiringFacts: ReadonlyArray<TableFact> = [
  expiring("session", "accounts/sessions/Sessions.ts", {
    grows: "a row for each sign-in",
    kept: `7 days, or until it is ended, ${bySweeper}`,
    overdue: "expires_at < now() - interval '1 day'"
  }),
  expiring("idempotency", "ledger/idempotency/claims.ts", {
    grows: "a row for each `Idempotency-Key`",
    kept: "24 hours, by `ledger/idempotency/claims.ts`",
    overdue: "leased_until < now() - interval '2 days'"
  }),
  expiring("webhook_delivery", "webhooks/deliveryRows.ts", {
    grows: "a row for each event that is sent",
    kept: "`RCPT_RETENTION_DAYS`, by `webhooks/dispatch.ts`",
    overdue: `created_at < now() - ${retention}`
  }),
  expiring("domain_age", "probing/domains/DomainAgeCachePg.ts", {
    grows: "a row for each domain that was checked",
    kept: `until it is to be asked again: at most 30 days, ${bySweeper}`,
    overdue: "expires_at < now() - interval '1 day'"
  }),
  expiring("domain_knowledge", "probing/domains/DomainKnowledgePg.ts", {
    grows: "up to four rows for each domain that was asked in deep mode",
    kept: `until it expires, ${bySweeper}`,
    overdue: "expires_at < now() - interval '1 day'"
  }),
  expiring("mx_guard", "probing/GuardRecords.ts", {
    grows: "a row for each group of mail servers and egress",
    kept: `30 days without a conversation, ${bySweeper}`,
    overdue: "shown_at < now() - interval '31 days'"
  }),
  expiring("node", "operations/admin/nodes.ts", {
    grows: "a row for each process that serves",
    kept: "24 hours after it was last seen, by `operations/admin/nodes.ts`",
    overdue: "seen_at < now() - interval '2 days'"
  })
]

const bounded = (table: string, owner: string, grows: string): TableFact => ({
  table: `public.${table}`,
  owner,
  grows,
  kept: keptInNumber,
  alarm: "disk"
})

const boundedFacts: ReadonlyArray<TableFact> = [
  bounded("account", "service/src/accounts/Accounts.ts", "a row for each account"),
  {
    ...bounded("api_key", "service/src/accounts/ApiKeys.ts", "a row for each key"),
    kept: "kept, also when it is revoked: its name and when it was used last"
  },
  bounded("webhook", "service/src/webhooks/webhookRows.ts", "a row for each account that has one"),
  bounded("rate_bucket", "service/src/limits/RateLimits.ts", "a row for each account"),
  bounded(
    "rate_lease",
    "service/src/limits/RateLimits.ts",
    "a row for each account and process that served its last requests"
  ),
  bounded("service_secret", "service/src/platform/Secrets.ts", "one row"),
  bounded("service_migrations", "service/src/platform/migrate.ts", "a row for each migration"),
  bounded("store_migrations", "store/src/migrate.ts", "a row for each migration")
]

/** Made by Effect's cluster, where `RCPT_CLUSTER_HOST` is set. */
const cluster = (table: string, grows: string): TableFact =>
  bounded(table, "service/src/platform/Cluster.ts", grows)

export const tableFacts: ReadonlyArray<TableFact> = [
  ...ledgerFacts,
  ...viewFacts,
  ...jobFacts,
  ...expiringFacts,
  ...boundedFacts,
  cluster("cluster_runners", "a row for each node; dead ones are removed by the others"),
  cluster("cluster_locks", "a row for each shard that is locked without advisory locks"),
  cluster("cluster_runner_migrations", "a row for each migration")
]
