/**
 * The facts about each table: which module writes it, what makes it grow, when its rows go, and which tables have rows
 * that should have gone because their sweeper does not keep up or does not run.
 */
import { keptInNumber, ledgerFacts } from "./ledgerTableFacts.ts"
import type { TableFact } from "./ledgerTableFacts.ts"

const retention = "make_interval(days => :retention + 1)"

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
  view("outcome_month", "outcomes.ts", "a row for each account and month with reports on mail"),
  view("accuracy_day", "accuracy.ts", "a row for each account, day of its mail and kind of result"),
  view(
    "ledger_commit",
    "ledger/ledgerView.ts",
    "a row for each commit and account that it concerns"
  ),
  view(
    "ledger_settlement",
    "ledger/ledgerView.ts",
    "a row for each check in deep mode or without a charge, and each chunk of a list"
  ),
  view("ledger_job", "ledger/ledgerView.ts", "a row for each job"),
  view("ledger_month", "ledger/ledgerView.ts", "a row for each account and month"),
  view(
    "security_event",
    "security/securityView.ts",
    "a row for each sign-in and each action on an account"
  )
]

const ofJob = (table: string, owner: string, grows: string): TableFact => ({
  table: `public.${table}`,
  owner: `service/src/jobs/${owner}`,
  grows,
  kept: "with its job, by `jobs/discardRows.ts`",
  alarm: "overdue"
})

const jobFacts: ReadonlyArray<TableFact> = [
  {
    table: "public.job",
    owner: "service/src/jobs/Jobs.ts",
    grows: "a row for each list",
    kept: "`RCPT_RETENTION_DAYS` after its end and while a schedule reads it, or until the account deletes it, by `jobs/jobSweeper.ts`",
    alarm: "overdue",
    overdue: `completed_at < now() - ${retention} and not exists (select from schedule s
      where s.account_id = job.account_id and s.removed_at is null and s.source ->> 'list' = filename)`
  },
  ofJob("job_chunk", "Uploads.ts", "a row for each 1,000 rows of a list, with its cells"),
  ofJob("job_search", "Uploads.ts", "a row for each 1,000 rows of a list, with its addresses"),
  ofJob("job_repeat", "Uploads.ts", "a row for each address that a list repeats"),
  ofJob("job_result", "results/keepResults.ts", "a row for each different address of a list"),
  ofJob("job_facet", "results/keepResults.ts", "a row for each kind of result of a list"),
  {
    table: "public.job_scraps",
    owner: "service/src/jobs/discardRows.ts",
    grows: "a row for each upload until it is a job, and for each job that ended",
    kept: "until its rows are erased, a minute after they are due, by `jobs/discardRows.ts`",
    alarm: "overdue",
    overdue: "due_at < now() - interval '1 day'"
  },
  {
    ...ofJob(
      "probe_queue",
      "discardRows.ts",
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

/** The least id of each account: by the index, not through all rows. Ids begin with milliseconds. */
const activity = (table: string, grows: string): TableFact =>
  expiring(table, "activity/Activity.ts", {
    grows,
    kept: "`RCPT_ACTIVITY_DAYS`, by `activity/sweepActivity.ts`",
    overdue: `(account_id, id) in (select a.account_id, (select id from ${table} r
        where r.account_id = a.account_id order by id limit 1) from account a)
      and id < (lpad(to_hex((extract(epoch from now()
        - make_interval(days => :activity + 1)) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`
  })

const expiringFacts: ReadonlyArray<TableFact> = [
  expiring("session", "accounts/sessions/Sessions.ts", {
    grows: "a row for each sign-in",
    kept: `7 days, or until it is ended or unused for a day, ${bySweeper}`,
    overdue: "expires_at < now() - interval '1 day'"
  }),
  expiring("invitation", "accounts/people/invitations.ts", {
    grows: "a row for each invitation that is open",
    kept: `7 days, or until it is used or revoked, ${bySweeper}`,
    overdue: "expires_at < now() - interval '1 day'"
  }),
  expiring("sign_up", "accounts/sessions/signUp.ts", {
    grows: "a row for each sign-up whose address is not confirmed, where the service sends mail",
    kept: `24 hours, or until it is confirmed, ${bySweeper}`,
    overdue: "expires_at < now() - interval '1 day'"
  }),
  expiring("person_link", "accounts/people/mailedLinks.ts", {
    grows: "a row or two for each person who resets the password or changes the address",
    kept: `an hour or a day, or until it is used, ${bySweeper}`,
    overdue: "expires_at < now() - interval '1 day'"
  }),
  expiring("provider_logout", "accounts/provider/providerLogouts.ts", {
    grows: "a row for each logout token of the provider of OpenID Connect",
    kept: `an hour, ${bySweeper}`,
    overdue: "expires_at < now() - interval '1 day'"
  }),
  expiring("account_refusal", "accounts/security/Refusals.ts", {
    grows: "a row for each account, minute and kind of refusal; 200 a day",
    kept: `90 days, ${bySweeper}`,
    overdue: "minute < now() - interval '91 days'"
  }),
  expiring("checked_address", "views/checkedAddresses.ts", {
    grows: "a row for each different address that an account checks alone or in a batch",
    kept: `90 days after its last check, ${bySweeper}`,
    overdue: "checked_at < now() - interval '91 days'"
  }),
  activity("activity", "a row for each check, address of a batch, and request of an API key"),
  activity("activity_answers", "a row for each 64 checks of an account within a second"),
  expiring("activity_hour", "activity/Activity.ts", {
    grows: "a row for each account, key, mode and hour with checks",
    kept: "`RCPT_ACTIVITY_DAYS`, by `activity/sweepActivity.ts`",
    overdue: "hour < now() - make_interval(days => :activity + 1)"
  }),
  expiring("reported_mailbox", "reports/recordReports.ts", {
    grows: "a row for each mailbox that an account reports on",
    kept: `90 days after what was reported, ${bySweeper}`,
    overdue: "expires_at < now() - interval '1 day'"
  }),
  expiring("deferred_mail", "reports/deferredMail.ts", {
    grows: "a row for each mailbox and day with mail that was put off",
    kept: `366 days, ${bySweeper}`,
    overdue: "day < (now() at time zone 'utc')::date - 367"
  }),
  expiring("idempotency", "ledger/idempotency/claims.ts", {
    grows: "a row for each `Idempotency-Key`",
    kept: "24 hours, by `ledger/idempotency/claims.ts`",
    overdue: "leased_until < now() - interval '2 days'"
  }),
  expiring("webhook_delivery", "webhooks/deliveryRows.ts", {
    grows: "a row for each event and endpoint that gets it",
    kept: "`RCPT_RETENTION_DAYS`, by `webhooks/dispatch.ts`",
    overdue: `created_at < now() - ${retention}`
  }),
  expiring("webhook_attempt", "webhooks/settleDelivery.ts", {
    grows: "a row for each attempt at a delivery, with 1 kB of the answer at most",
    kept: "as long as its delivery, deleted with it by `webhooks/dispatch.ts`",
    overdue: `began_at < now() - ${retention}`
  }),
  expiring("account_message", "webhooks/messageRows.ts", {
    grows: "a row for each event that webhooks and streams send",
    kept: "`RCPT_RETENTION_DAYS`, by `webhooks/dispatch.ts`",
    overdue: `created_at < now() - ${retention}`
  }),
  expiring("inlet_event", "inlets/TakeEvents.ts", {
    grows: "a row for each event of a mail service that waits, and the last 20 of each inlet",
    kept: "until it is worked off, by `inlets/workEvents.ts`; the last 20 until others come or the inlet is removed",
    overdue: "fate is null and received_at < now() - interval '1 day'"
  }),
  expiring("schedule_run", "schedules/runSchedules.ts", {
    grows: "a row for each run of a schedule",
    kept: `400 days, or until the schedule is removed, ${bySweeper}`,
    overdue: "ended_at < now() - interval '401 days'"
  }),
  expiring("schedule_contact", "schedules/takeResults.ts", {
    grows: "a row for each contact of a schedule: two hashes and its last result",
    kept: "until it has left the source, or the schedule is removed, by `schedules/sweepSchedules.ts`",
    overdue:
      "schedule_id in (select schedule_id from schedule where removed_at < now() - interval '1 day')"
  }),
  expiring("schedule_change", "schedules/takeResults.ts", {
    grows: "a row for each contact whose result is another one than before",
    kept: "`RCPT_RETENTION_DAYS`, or until the schedule is removed, by `schedules/sweepSchedules.ts`",
    overdue: `created_at < now() - ${retention}`
  }),
  expiring("inlet_seen", "inlets/TakeEvents.ts", {
    grows: "a row for each delivery, bounce and complaint that a mail service sends to an inlet",
    kept: `7 days, ${bySweeper}`,
    overdue: "seen_at < now() - interval '8 days'"
  }),
  expiring("mail_outbox", "mail/Outbox.ts", {
    grows: "a row for each message that rcpt sends by mail",
    kept: `7 days, ${bySweeper}`,
    overdue: "created_at < now() - interval '8 days'"
  }),
  expiring("told_notice", "mail/Outbox.ts", {
    grows: "a row for each problem that owners were told by mail",
    kept: `3 hours after it is over, ${bySweeper}`,
    overdue: "seen_at < now() - interval '1 day 3 hours'"
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
  expiring("node_lease", "platform/NodeLease.ts", {
    grows: "a row for each process that serves, and for each time that one was away",
    kept: "an hour after its end, by `platform/NodeLease.ts`",
    overdue: "held_until < now() - interval '1 day'"
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

const atProvider = "service/src/accounts/provider/providerPeople.ts"

const boundedFacts: ReadonlyArray<TableFact> = [
  {
    ...bounded("account", "service/src/accounts/Accounts.ts", "a row for each account"),
    kept: "kept, also when it is closed: without its people"
  },
  {
    ...bounded("api_key", "service/src/accounts/ApiKeys.ts", "a row for each key"),
    kept: "kept, also when it is revoked: its name and when it was used last"
  },
  {
    ...bounded(
      "key_spending",
      "service/src/ledger/keySpending.ts",
      "a row for each key with a credit limit, or with lists"
    ),
    kept: "kept with its key: the credits of its last day and month"
  },
  {
    ...bounded(
      "person",
      "service/src/accounts/Accounts.ts",
      "a row for each person; 50 an account"
    ),
    kept: "until they are removed, or their account is closed"
  },
  bounded("provider_identity", atProvider, "a row for each person of a provider"),
  bounded("provider_session", atProvider, "a row for each session that was begun there"),
  bounded("person_totp", "service/src/accounts/totp/Totp.ts", "a row for each second factor"),
  bounded("recovery_code", "service/src/accounts/totp/Totp.ts", "ten rows for each second factor"),
  bounded("webhook", "service/src/webhooks/changeEndpoint.ts", "up to ten rows for each account"),
  bounded("inlet", "service/src/inlets/Inlets.ts", "up to 22 rows for each account"),
  bounded("schedule", "service/src/schedules/Schedules.ts", "up to 50 rows for each account"),
  {
    ...bounded(
      "account_rule",
      "service/src/rules/ruleRows.ts",
      "a row for each rule; 10,000 an account"
    ),
    kept: "until it is removed, the person whom it names is erased, or its account is closed"
  },
  bounded("message_feed", "service/src/webhooks/messageRows.ts", "a row for each account"),
  bounded("rate_bucket", "service/src/limits/RateLimits.ts", "a row for each account"),
  bounded(
    "rate_lease",
    "service/src/limits/RateLimits.ts",
    "a row for each account and process that served its last requests"
  ),
  bounded(
    "bounce_mailbox",
    "service/src/feedback/bounceMailbox.ts",
    "a row for each mailbox that was set"
  ),
  bounded("relay_position", "service/src/relay/NatsRelay.ts", "a row for each stream on NATS"),
  bounded("wake_round", "service/src/probing/queue/wakeRound.ts", "one row"),
  bounded("oldest_program", "service/src/platform/migrations/baseline/workTables.ts", "one row"),
  bounded("service_secret", "service/src/platform/Secrets.ts", "one row"),
  bounded("service_migrations", "service/src/platform/migrate.ts", "a row for each migration"),
  bounded("store_migrations", "store/src/migrate.ts", "a row for each migration")
]

/** Effect's cluster makes these tables where `RCPT_CLUSTER_HOST` is set. */
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

export interface Kept {
  /** Days that finished jobs and webhook deliveries are kept. */
  readonly retentionDays: number
  readonly activityDays: number
}

/** SQL that returns the names of tables with rows that should have gone. */
export const overdueQuery = ({ retentionDays, activityDays }: Kept): string =>
  tableFacts
    .flatMap(({ table, overdue }) =>
      overdue === undefined
        ? []
        : [
            `select '${table}' as table where exists
              (select from ${table} where ${overdue
                .replace(":retention", String(retentionDays))
                .replace(":activity", String(activityDays))})`
          ]
    )
    .join(" union all ")
