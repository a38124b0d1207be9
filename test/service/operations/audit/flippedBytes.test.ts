/** One octet of any column of the facts is changed: the cases are made from the catalogue. */
import { randomUUIDv7 } from "node:crypto"

import { assert, layer } from "@effect/vitest"
import * as commands from "@rcpt/service/ledger/commands"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { audit } from "@rcpt/service/operations/audit/audit"
import { EventStore } from "@rcpt/store/EventStore"
import { certify, origin } from "@rcpt/store/tree/certify"
import * as checkpoint from "@rcpt/store/tree/checkpoint"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { superuserStoreLayer } from "../../../support/storeDatabase.ts"

const tables = ["event", "commit", "transfer", "sealed", "checkpoint"]

const signers = [{ seed: checkpoint.newSeed() }]
const receipt = { status: "valid", score: 100 } as const
const purpose = { kind: "verification", mode: "fast" } as const

const lived = Effect.gen(function* () {
  const { submit } = yield* Ledger.Ledger
  const account = randomUUIDv7()
  const grant = { grantId: randomUUIDv7(), credits: 100, reason: "top-up" }
  yield* submit(account, commands.grant(grant))
  for (let n = 0; n < 3; n++) {
    const holdId = randomUUIDv7()
    const expiresAt = Date.now() + 600_000
    yield* submit(account, commands.hold({ holdId, credits: 1, expiresAt, purpose }))
    yield* submit(account, commands.settle({ holdId, charge: 1, receipt }))
  }
  yield* EventStore.use(({ seal }) => seal)
  yield* certify({ signers, trusted: undefined })
})

/**
 * SQL by the type of a column. A time that no hash covers is found when it is off by more than half a minute,
 * so one of its upper octets is changed; that of a commit is hashed.
 */
const flipped: Readonly<Record<string, (column: string) => string>> = {
  bigint: (column) => `${column} # 256`,
  integer: (column) => `${column} # 256`,
  smallint: (column) => `(${column} # 256::smallint)::smallint`,
  bytea: (column) => `set_byte(${column}, 7, get_byte(${column}, 7) # 1)`,
  text: (column) => `overlay(${column} placing '~' from length(${column}) - 2 for 1)`,
  json: (column) => `regexp_replace(${column}::text, '[0-9]', '7')::json`,
  uuid: (column) =>
    `(overlay(${column}::text placing case right(${column}::text, 1) when '0' then '1' else '0' end from 36))::uuid`,
  "timestamp with time zone": (column) => `${column} + interval '1 microsecond' * power(2, 40)`
}

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
}

const columns = SqlClient.SqlClient.use(
  (sql) => sql<Column>`
    select table_name as table, column_name as name, data_type as type
    from information_schema.columns
    where table_schema = 'es' and table_name = any (${tables}::text[])
    order by table_name, ordinal_position`
)

/** A row in the middle: of a hold, with all its columns filled. */
const rowOf: Readonly<Record<string, string>> = {
  event: "commit_id = 4",
  commit: "commit_id = 4",
  transfer: "commit_id = 4",
  sealed: "seq = 4",
  checkpoint: "true"
}

const foundAfter = (statement: string, evidence: Parameters<typeof audit>[0]) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`set local session_replication_role = replica`
    const changed = yield* sql.unsafe(`${statement} returning true`)
    assert.lengthOf(changed, 1, statement)
    const findings = yield* audit(evidence)
    // The failure undoes it.
    return yield* Effect.fail(findings.filter(({ broken }) => broken !== undefined))
  }).pipe((change) => SqlClient.SqlClient.use((sql) => sql.withTransaction(change)), Effect.flip)

const world = Layer.effectDiscard(lived).pipe(
  Layer.provideMerge(Ledger.layer),
  Layer.provideMerge(superuserStoreLayer)
)

layer(world, { excludeTestServices: true, timeout: 120_000 })("One octet", (it) => {
  it.effect("of any column of the facts that is changed is found", () =>
    Effect.gen(function* () {
      const verifier = checkpoint.parseVerifier(checkpoint.verifierOf(yield* origin, signers[0]!))!
      const evidence = { verifiers: [verifier] }
      const facts = yield* columns
      assert.isAbove(facts.length, 25)
      const missed: Array<string> = []
      for (const { table, name, type } of facts) {
        const flip = flipped[type]
        assert.isDefined(flip, `${table}.${name} is of type ${type}`)
        const statement = `update es.${table} set ${name} = ${flip(name)} where ${rowOf[table]!}`
        const found = yield* foundAfter(statement, evidence)
        assert.isArray(found, statement)
        if (Array.isArray(found) && found.length === 0) missed.push(`${table}.${name}`)
      }
      assert.deepStrictEqual(missed, [])
    })
  )
})
