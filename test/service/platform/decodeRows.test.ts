import { decodeRows, Int8 } from "@rcpt/service/platform/decodeRows"
import { Cause, Effect, Exit, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { sqlLayer } from "../../support/storeDatabase.ts"
import { assert, layer } from "../../support/vitest.ts"

const decode = decodeRows(Schema.Struct({ count: Int8, at: Schema.Date }))

layer(sqlLayer)("A row that is decoded", (it) => {
  it.effect("has numbers and times as the driver does not have them", function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* decode(sql`
        select count(*) as count, to_timestamp(0) as at, 'more' as other from (values (1), (2)) v`)
    assert.deepStrictEqual(rows, [{ count: 2, at: new Date(0) }])
  })

  for (const [what, columns] of [
    ["of another type", "2.5::numeric as count, now() as at"],
    ["that is null", "null::int8 as count, now() as at"],
    ["of another name", "2::int8 as counted, now() as at"],
    ["too large for a number", "9007199254740993::int8 as count, now() as at"]
  ] as const)
    it.effect(`is a defect with a column ${what}`, function* () {
      const sql = yield* SqlClient.SqlClient
      const exit = yield* Effect.exit(decode(sql.unsafe(`select ${columns}`)))
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
    })
})
