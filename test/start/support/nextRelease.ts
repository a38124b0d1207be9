/** An invented release after this one: a second migration of the service, and one more function. */
import { ServiceMigrations } from "@rcpt/service/platform/migrate"
import { latestOf } from "@rcpt/store/migrate"
import type { Migrations } from "@rcpt/store/migrate"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The last migration of the oldest program that may run on the tables afterwards. */
const addMotto = (oldest: number) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.gen(function* () {
      yield* sql`alter table account add column motto text`
      yield* sql`update account set motto = 'from before'`
      yield* sql`update oldest_program set service = ${oldest}`
    })
  )

const mottoOf = `
create or replace function motto_of(wanted uuid) returns text language sql as $$
  select motto from account where account_id = wanted
$$`

interface Release {
  readonly oldest?: number
  /** Defined after `motto_of`. */
  readonly functions?: ReadonlyArray<string>
}

/** The last migration of this release. */
export const latest = Effect.runSync(Effect.map(ServiceMigrations, latestOf))

/** The number of a migration in its name, such as `0002_motto`. */
const digits = 4

const next = ({ table, numbered, functions }: Migrations, release: Release): Migrations => ({
  table,
  numbered: {
    ...numbered,
    [`${String(latest + 1).padStart(digits, "0")}_motto`]: addMotto(release.oldest ?? 1)
  },
  functions: [...functions, mottoOf, ...(release.functions ?? [])]
})

/** Runs an effect as that release does. */
export const asNextRelease = <A, E, R>(effect: Effect.Effect<A, E, R>, release: Release = {}) =>
  Effect.flatMap(ServiceMigrations, (ours) =>
    Effect.provideService(effect, ServiceMigrations, next(ours, release))
  )
