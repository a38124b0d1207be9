import { assert, describe, layer } from "@effect/vitest"
import { migrate } from "@rcpt/service/platform/migrate"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { live } from "../../../support/service.ts"
import { layer as world, World } from "../jobsHttpWorld.ts"
import { ask, emailsOf, facetsOf, job } from "./facetsWorld.ts"

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
        yield* Effect.provide(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            yield* sql`drop table job_facet, account_day`
            yield* sql`alter table job_result drop column sub_status`
            yield* sql`alter table job_search drop column facets`
            // What came after is made anew as well.
            yield* sql`alter index ledger_entry_rare rename to ledger_entry_type`
            yield* sql`alter table node drop column untrusted_proxy, drop column clock_ahead_ms`
            yield* sql`drop table oldest_program`
            yield* sql`alter table node drop column role, drop column version,
              drop column cluster_address, drop column shards, drop column actors,
              drop column drain_asked_at, drop column drained_at`
            yield* sql`drop table security_event, account_refusal, recovery_code, account_totp, wake_round,
              relay_position, checked_address, reported_mailbox, outcome_month`
            yield* sql`alter table account drop column feedback_until`
            yield* sql`alter table session drop column confirmed_at`
            yield* sql`drop table node_lease`
            yield* sql`alter table job_chunk drop column failures, drop column passed`
            yield* sql`alter table probe_queue drop column failures`
            yield* sql`alter table webhook_delivery drop column leased_by`
            yield* sql`delete from service_migrations where migration_id >= 16`
            yield* migrate
          }),
          node
        )
        assert.deepStrictEqual(yield* facetsOf(running, own), facets)
        const found = yield* emailsOf(running, own, "sub_status=catch_all")
        assert.deepStrictEqual(found, ["cat@office.test"])
      })
    )
  })
})
