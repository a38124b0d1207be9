import { assert, describe, layer } from "@effect/vitest"
import { migrate } from "@rcpt/service/platform/migrate"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { live } from "../../../support/service.ts"
import { layer as world, World } from "../jobsHttpWorld.ts"
import { ask, emailsOf, facetsOf, job } from "./facetsWorld.ts"

/** What the migrations from 0016 on have made: each statement alone, so that a deadlock undoes no other. */
const undoing = [
  "drop table job_facet, account_day",
  "alter table job_result drop column sub_status",
  "alter table job_search drop column facets",
  "drop table ledger_commit, ledger_settlement",
  "drop type entry_type",
  `create table ledger_entry (generation int, account_id uuid, seq bigint, idx int, commit_id bigint,
      type text, credits bigint, change bigint, balance bigint, hold_id uuid)`,
  "create index ledger_entry_type on ledger_entry (type)",
  "alter table node drop column untrusted_proxy, drop column clock_ahead_ms",
  "drop table oldest_program",
  `alter table node drop column role, drop column version,
      drop column cluster_address, drop column shards, drop column actors,
      drop column drain_asked_at, drop column drained_at`,
  "alter table account add column email text, add column password_hash text",
  `update account a set email = p.email, password_hash = p.password_hash
      from person p where p.account_id = a.account_id`,
  "create unique index account_email_any_case on account (lower(email))",
  "alter table session drop column person_id",
  "alter table api_key drop column made_by, drop column role",
  "drop table recovery_code, person_totp, person, invitation",
  `drop table security_event, account_refusal, wake_round,
      relay_position, checked_address, reported_mailbox, outcome_month, webhook_attempt,
      activity, activity_answers, activity_hour, account_message, message_feed`,
  "alter table account drop column feedback_until",
  "alter table account drop column closed_at",
  "alter table job drop column erased_rows, drop column erasures, drop column made_by, drop column key_id",
  "alter table session drop column confirmed_at",
  "drop table node_lease",
  "alter table job_chunk drop column failures, drop column passed",
  "alter table probe_queue drop column failures",
  "alter table webhook_delivery drop column leased_by, drop column endpoint_id",
  `alter table webhook drop column endpoint_id, drop column place, drop column description,
      drop column events, add primary key (account_id)`,
  "delete from service_migrations where migration_id >= 16"
]

/** The running node reads these tables meanwhile, in an order of its own. */
const undo = SqlClient.SqlClient.use((sql) =>
  Effect.forEach(undoing, (statement) =>
    Effect.retry(sql.unsafe(statement), {
      while: ({ reason }) => reason._tag === "DeadlockError",
      times: 5
    })
  )
)

describe("A job", () => {
  layer(
    world(),
    live
  )((it) => {
    it.effect("has the same first pages before and after it becomes searchable", () =>
      Effect.gen(function* () {
        const { running, node } = yield* World
        const many = Array.from({ length: 3_500 }, (_, n) =>
          n % 3 === 0 ? '""' : n % 100 === 1 ? "same@acme.test" : `user${n}@acme.test`
        )
        const own = yield* job(["email", ...many].join("\n"), many.length)
        const pages = [1, 2, 23, 24, 47, 48].map((page) => `results?page=${page}&page_size=50`)
        const reset = (searchable: boolean) =>
          Effect.provide(
            SqlClient.SqlClient.use(
              (sql) => sql`update job set is_searchable = ${searchable} where job_id = ${own.id}`
            ),
            node
          )
        yield* ask(running, own, "results?status=valid")
        const after = yield* Effect.forEach(pages, (page) => ask(running, own, page))
        const before = yield* Effect.forEach(pages, (page) =>
          Effect.andThen(reset(false), ask(running, own, page))
        )
        assert.deepStrictEqual(
          before.map(({ json }) => json),
          after.map(({ json }) => json)
        )
        assert.strictEqual(Object(after[0]!.json).total_rows, 2_333)
      })
    )

    it.effect("that ended before the migration that adds facets has them too", () =>
      Effect.gen(function* () {
        const { running, node } = yield* World
        const own = yield* job()
        const facets = yield* facetsOf(running, own)
        yield* Effect.provide(Effect.andThen(undo, migrate), node)
        assert.deepStrictEqual(yield* facetsOf(running, own), facets)
        const found = yield* emailsOf(running, own, "sub_status=catch_all")
        assert.deepStrictEqual(found, ["cat@office.test"])
      })
    )
  })
})
