import { audit, inSnapshot } from "@rcpt/store/audit"
import type { AuditFinding } from "@rcpt/store/audit/AuditFinding"
import { EventStore } from "@rcpt/store/EventStore"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { superuserStoreLayer } from "../support/storeDatabase.ts"
import { expect, layer } from "../support/vitest.ts"
import { commandId, manipulations } from "./manipulations.ts"

const eventOf = (n: number) => ({ type: "Counted", v: 1, data: JSON.stringify({ n }) })

const append = (...streams: ReadonlyArray<readonly [string, number, ReadonlyArray<number>]>) =>
  EventStore.use((store) =>
    store.append({
      streams: streams.map(([stream, expectedVersion, ns]) => {
        return { stream, expectedVersion, events: ns.map(eventOf) }
      }),
      commands: [],
      holds: [],
      transfers: []
    })
  )

/** Commits 1 to 5 and 7 are in the log, 6 was rolled back, 8 is not sealed yet. */
const fill = Effect.gen(function* () {
  const store = yield* EventStore
  const sql = yield* SqlClient.SqlClient
  yield* append(["a", 0, [1, 2]])
  yield* append(["b", 0, [3]])
  yield* append(["a", 2, [4]], ["b", 1, [5, 6]])
  yield* append(["a", 3, [7]])
  const command = { commandId, requestHash: "ab".repeat(32), outcome: 1 }
  const events = [eventOf(8)]
  const streams = [{ stream: "c", expectedVersion: 0, events }]
  yield* store.append({ streams, commands: [command], holds: [], transfers: [] })
  yield* append(["lost", 0, [9]]).pipe(
    Effect.andThen(Effect.fail("rolled back")),
    sql.withTransaction,
    Effect.ignore
  )
  yield* append(["a", 4, [10]])
  yield* Effect.repeat(store.seal, { until: ({ sealed, gaps }) => sealed + gaps === 0 })
  yield* append(["c", 1, [11]])
})

const brokenOf = (findings: ReadonlyArray<AuditFinding>) =>
  Object.fromEntries(findings.flatMap(({ id, broken }) => (broken ? [[id, broken]] : [])))

const world = Layer.effectDiscard(fill).pipe(Layer.provideMerge(superuserStoreLayer))

layer(world)("An audit of the store", (it) => {
  it.effect("finds nothing in an intact store, also with an unsealed commit", function* () {
    const findings = yield* inSnapshot(audit)
    expect(brokenOf(findings)).toEqual({})
    const examined = Object.fromEntries(findings.map(({ id, examined }) => [id, examined]))
    expect(examined).toMatchObject({ chain: 10, commits: 7, heads: 3, log: 6, commands: 1 })
  })

  it.effect("cannot write", function* () {
    const sql = yield* SqlClient.SqlClient
    const refusal = yield* Effect.flip(inSnapshot(sql`delete from es.gap`))
    expect(String(refusal.reason.cause)).toContain("read-only transaction")
  })

  for (const { name, statements, finds } of manipulations)
    it.effect(`reports the first contradiction when ${name}`, function* () {
      const sql = yield* SqlClient.SqlClient
      const findings = yield* Effect.gen(function* () {
        yield* sql`set local session_replication_role = replica`
        for (const statement of statements.split(";")) yield* sql.unsafe(statement)
        // The failure rolls the manipulation back, so that each test starts from the same store.
        return yield* Effect.flatMap(audit, Effect.fail)
      }).pipe(sql.withTransaction, Effect.flip)
      const broken = Array.isArray(findings) ? brokenOf(findings) : findings
      expect(broken).toMatchObject(finds)
      expect(Object.keys(broken)).toEqual(Object.keys(finds))
    })

  it.effect("reports that the numbers of commits start again", function* () {
    const sql = yield* SqlClient.SqlClient
    const set = (last: number) => sql`select setval('es.commit_commit_id_seq', ${last})`
    yield* set(3)
    // No transaction undoes it.
    const findings = yield* Effect.ensuring(inSnapshot(audit), Effect.orDie(set(8)))
    expect(brokenOf(findings)).toMatchObject({ log: { commitId: 3, found: "up to 3" } })
  })

  it.effect("examines every event of a stream that is longer than a page", function* () {
    const sql = yield* SqlClient.SqlClient
    const length = 4_100
    const findings = yield* Effect.gen(function* () {
      yield* append(["long", 0, Array.from({ length }, (_, n) => n)])
      yield* sql`set local session_replication_role = replica`
      const whole = yield* audit
      yield* sql`update es.event set data = '0' where stream_id = 'long' and version = 4001`
      return yield* Effect.fail([whole, yield* audit] as const)
    }).pipe(sql.withTransaction, Effect.flip)
    const [whole, changed] = Array.isArray(findings) ? findings : [[], []]
    expect(brokenOf(whole)).toEqual({})
    expect(whole[0]).toMatchObject({ id: "versions", examined: length + 10 })
    expect(brokenOf(changed)).toMatchObject({ chain: { stream: "long", version: 4001 } })
  })
})
