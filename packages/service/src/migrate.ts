/** Brings the service's own tables up to date; the store has its own (`@rcpt/store/migrate`). */
import type { Effect } from "effect"
import { Migrator } from "effect/sql"
import type { SqlClient, SqlError } from "effect/sql"

import accounts from "./migrations/0001_accounts.ts"
import usage from "./migrations/0002_usage.ts"
import domainAge from "./migrations/0003_domain_age.ts"

export const migrate: Effect.Effect<
  unknown,
  Migrator.MigrationError | SqlError.SqlError,
  SqlClient.SqlClient
> = Migrator.make({})({
  loader: Migrator.fromRecord({
    "0001_accounts": accounts,
    "0002_usage": usage,
    "0003_domain_age": domainAge
  }),
  table: "service_migrations"
})
