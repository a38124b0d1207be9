/**
 * The address of a peer that names clients as a proxy does, and is not trusted as one; as each node has
 * seen it first (http/middleware/untrustedProxy.ts).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table node add column untrusted_proxy text`
})
