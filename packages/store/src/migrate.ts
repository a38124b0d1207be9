/** Migrates the store's tables. Safe on several nodes at once: one migrates, the others wait. */
import type { Effect } from "effect"
import { Migrator } from "effect/sql"
import type { SqlClient, SqlError } from "effect/sql"

import eventStore from "./migrations/0001_event_store.ts"
import append from "./migrations/0002_append.ts"
import sealedOrder from "./migrations/0003_sealed_order.ts"
import projections from "./migrations/0004_projections.ts"
import replies from "./migrations/0005_replies.ts"
import rounds from "./migrations/0006_rounds.ts"
import leanAppend from "./migrations/0007_append.ts"
import unlessLocked from "./migrations/0008_unless_locked.ts"
import partitions from "./migrations/0009_partitions.ts"
import tree from "./migrations/0010_tree.ts"
import cosignature from "./migrations/0011_cosignature.ts"
import anyVersion from "./migrations/0012_any_version.ts"
import holdPlace from "./migrations/0013_hold_place.ts"
import transferRange from "./migrations/0014_transfer_range.ts"
import streamHash from "./migrations/0015_stream_hash.ts"
import journal from "./migrations/0016_journal.ts"

const migrations = {
  "0001_event_store": eventStore,
  "0002_append": append,
  "0003_sealed_order": sealedOrder,
  "0004_projections": projections,
  "0005_replies": replies,
  "0006_rounds": rounds,
  "0007_append": leanAppend,
  "0008_unless_locked": unlessLocked,
  "0009_partitions": partitions,
  "0010_tree": tree,
  "0011_cosignature": cosignature,
  "0012_any_version": anyVersion,
  "0013_hold_place": holdPlace,
  "0014_transfer_range": transferRange,
  "0015_stream_hash": streamHash,
  "0016_journal": journal
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
    table: "store_migrations"
  })

export const migrate = migrateUpTo(Infinity)
