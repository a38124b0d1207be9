import { EventStore } from "@rcpt/store/EventStore"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { storeLayer } from "../support/storeDatabase.ts"
import { expect, layer } from "../support/vitest.ts"
import { counted } from "./appends.ts"

layer(storeLayer)("Appended rows", (it) => {
  it.effect("cannot be changed or deleted", function* () {
    const sql = yield* SqlClient.SqlClient
    const { append } = yield* EventStore
    yield* append(counted("kept", 0, 1))
    for (const table of ["event", "commit", "journal", "command"]) {
      for (const statement of [`delete from es.${table}`, `truncate es.${table} cascade`]) {
        const error = yield* Effect.flip(sql.unsafe(statement))
        expect(String(error.reason.cause)).toContain("never changed")
      }
    }
    const error = yield* Effect.flip(sql`update es.event set type = 'Other'`)
    expect(String(error.reason.cause)).toContain("never changed")
  })
})
