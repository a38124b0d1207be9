import { Effect } from "effect"

import * as plainPostgres from "../support/plainPostgres.ts"
import * as standby from "../support/standby.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { query } from "./world.ts"

describe("A standby of the test support", () => {
  it.live("has each commit of a primary that has crashed, and has standbys of its own then", () =>
    Effect.gen(function* () {
      const primary = yield* plainPostgres.create()
      yield* query(primary.url, "create table fact (number int primary key)")
      const second = yield* standby.start(primary, yield* tempFolder())
      yield* query(primary.url, "insert into fact select generate_series(1, 1000)")
      yield* primary.stop("SIGQUIT")
      yield* second.promote
      yield* query(second.url, "insert into fact values (1001)")
      const third = yield* standby.start(second, yield* tempFolder())
      yield* query(second.url, "insert into fact values (1002)")
      yield* second.stop("SIGQUIT")
      yield* third.promote
      const counted = "select count(*)::int as facts from fact"
      assert.deepStrictEqual(yield* query(third.url, counted), [{ facts: 1_002 }])
    }).pipe(Effect.scoped)
  )
})
