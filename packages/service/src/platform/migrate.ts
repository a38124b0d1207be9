/** The service's own tables, and its functions in SQL as they are now; the store has its own (`@rcpt/store/migrate`). */
import { latestOf, migrateTables, StoreMigrations } from "@rcpt/store/migrate"
import type { Migrations } from "@rcpt/store/migrate"
import { Context, Effect } from "effect"
import type { Migrator, SqlClient, SqlError } from "effect/sql"

import type { Level } from "./joining/mayJoin.ts"
import baseline from "./migrations/0001_baseline.ts"
import jobFormat from "./migrations/0002_job_format.ts"
import rules from "./migrations/0003_rules.ts"
import finish from "./migrations/0004_finish.ts"
import known from "./migrations/0005_known.ts"
import keyTerms from "./migrations/0006_key_terms.ts"
import mail from "./migrations/0007_mail.ts"
import mailedLinks from "./migrations/0008_mailed_links.ts"
import identity from "./migrations/0009_identity.ts"
import keyMakers from "./migrations/0010_key_makers.ts"
import takeBack from "./migrations/0011_take_back.ts"
import complaints from "./migrations/0012_complaints.ts"
import accuracy from "./migrations/0014_accuracy.ts"
import bounceMailbox from "./migrations/0015_bounce_mailbox.ts"
import inlets from "./migrations/0016_inlets.ts"
import openId from "./migrations/0017_openid.ts"
import egress from "./migrations/0018_egress.ts"
import domainMail from "./migrations/0019_domain_mail.ts"
import deferredMail from "./migrations/0020_deferred_mail.ts"
import schedules from "./migrations/0021_schedules.ts"
import changeMailboxes from "./migrations/0022_change_mailboxes.ts"
import { StartRefused } from "./StartRefused.ts"

/**
 * `lease_tokens` leases tokens of an account's bucket to a node: one statement, one lock, and only the database's clock.
 *
 * The guarantee: the tokens in a bucket and the leased tokens are never more than `burst` together, and only time adds to
 * them. So in any window of t seconds the nodes spend at most burst + rate * t. A leased token counts as spent or
 * spendable until its node reports it or the lease ends; until then the bucket has no room for it. Nodes may get less, by
 * the unspent tokens of other nodes, but never more.
 *
 * "unspent": tokens of its lease that the node has left; the others are spent. "moment": the time, for tests.
 */
const leaseTokens = `
create or replace function lease_tokens(
  account uuid, node uuid, unspent int, wanted int,
  per_second float8, burst float8, lifetime interval, moment timestamptz default null,
  out granted int, out level float8
) language plpgsql as $$
declare
  since     timestamptz;
  on_lease  int;
  ended     int;
  ended_at  timestamptz;
begin
  insert into rate_bucket values (account, burst, coalesce(moment, clock_timestamp()))
    on conflict do nothing;
  select b.level, b.refilled_at into level, since
    from rate_bucket b where b.account_id = account for update;
  -- The time is read behind the lock: a caller that waited for it must not bring an older time.
  moment := coalesce(moment, clock_timestamp());

  select coalesce(sum(l.tokens) filter (where l.ends_at > moment), 0),
         coalesce(sum(l.tokens) filter (where l.ends_at <= moment), 0),
         max(l.ends_at) filter (where l.ends_at <= moment)
    into on_lease, ended, ended_at
    from rate_lease l where l.account_id = account;

  -- There is room for the tokens of a lease from its end on, and no sooner.
  if ended > 0 then
    level := least(burst - on_lease - ended,
      level + per_second * greatest(0, extract(epoch from ended_at - since)));
    since := greatest(since, ended_at);
  end if;
  level := least(burst - on_lease,
    level + per_second * greatest(0, extract(epoch from moment - since)));
  delete from rate_lease l where l.account_id = account and l.ends_at <= moment;

  granted := greatest(0, least(wanted, floor(level)));
  level := level - granted;
  update rate_bucket b set level = lease_tokens.level, refilled_at = moment
    where b.account_id = account;
  insert into rate_lease values (account, node, unspent + granted, moment + lifetime)
    on conflict (account_id, node_id)
    do update set tokens = excluded.tokens, ends_at = excluded.ends_at;
end $$`

/** The migrations of the service. A test replaces them by those of an invented release. */
export const ServiceMigrations = Context.Reference<Migrations>("@rcpt/service/Migrations", {
  defaultValue: () => ({
    table: "service_migrations",
    numbered: {
      "0001_baseline": baseline,
      "0002_job_format": jobFormat,
      "0003_rules": rules,
      "0004_finish": finish,
      "0005_known": known,
      "0006_key_terms": keyTerms,
      "0007_mail": mail,
      "0008_mailed_links": mailedLinks,
      "0009_identity": identity,
      "0010_key_makers": keyMakers,
      "0011_take_back": takeBack,
      "0012_complaints": complaints,
      "0014_accuracy": accuracy,
      "0015_bounce_mailbox": bounceMailbox,
      "0016_inlets": inlets,
      "0017_openid": openId,
      "0018_egress": egress,
      "0019_domain_mail": domainMail,
      "0020_deferred_mail": deferredMail,
      "0021_schedules": schedules,
      "0022_change_mailboxes": changeMailboxes
    },
    functions: [leaseTokens]
  })
})

/** The last migrations of this program. */
export const latestMigrations: Effect.Effect<Level> = Effect.gen(function* () {
  return { service: latestOf(yield* ServiceMigrations), store: latestOf(yield* StoreMigrations) }
})

/** Up to a migration, as a backup of that time needs the tables. */
export const migrateUpTo = (
  upTo: number
): Effect.Effect<
  void,
  Migrator.MigrationError | SqlError.SqlError | StartRefused,
  SqlClient.SqlClient
> =>
  Effect.flatMap(ServiceMigrations, (migrations) => migrateTables(migrations, upTo)).pipe(
    Effect.catchTag("MigrationError", (error) =>
      Effect.fail(error.cause instanceof StartRefused ? error.cause : error)
    )
  )

export const migrate = migrateUpTo(Infinity)
