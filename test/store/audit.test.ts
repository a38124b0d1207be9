import { expect, layer } from "@effect/vitest"
import { audit, inSnapshot } from "@rcpt/store/audit"
import type { AuditFinding } from "@rcpt/store/audit/AuditFinding"
import { EventStore } from "@rcpt/store/EventStore"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { superuserStoreLayer } from "../support/storeDatabase.ts"

const eventOf = (n: number) => ({ type: "Counted", v: 1, data: JSON.stringify({ n }) })
const commandId = "0192d3a0-0000-7000-8000-0000000000cc"

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

const lastEvent = `delete from es.event where stream_id = 'a' and version = 5`

interface Manipulation {
  readonly name: string
  readonly statements: string
  /** The checks that fail, each with the place that it reports. */
  readonly finds: Readonly<Record<string, object>>
}

const hash = /^hash [0-9a-f]{64}$/

/** What an attacker with administrator rights could do. */
const manipulations: ReadonlyArray<Manipulation> = [
  {
    name: "the data of an event was changed",
    statements: `update es.event set data = '{"n":99}' where stream_id = 'b' and version = 2`,
    finds: {
      chain: {
        stream: "b",
        version: 2,
        commitId: 3,
        expected: expect.stringMatching(hash),
        found: expect.stringMatching(hash)
      }
    }
  },
  {
    name: "the JSON of an event was rewritten with the same meaning",
    statements: `update es.event set data = '{ "n":1}' where data::text = '{"n":1}'`,
    finds: { chain: { stream: "a", version: 1, commitId: 1 } }
  },
  {
    name: "the time of a commit was changed",
    statements: `update es.commit set at = at - interval '1 hour' where commit_id = 4`,
    finds: { chain: { stream: "a", version: 4, commitId: 4 } }
  },
  {
    name: "an event in the middle was deleted",
    statements: `delete from es.event where stream_id = 'a' and version = 3`,
    finds: {
      versions: { stream: "a", version: 4, expected: "version 3", found: "version 4" },
      chain: { stream: "a", version: 4 },
      commits: { commitId: 3, expected: "3 events", found: "2" }
    }
  },
  {
    name: "the last event of a stream was deleted",
    statements: lastEvent,
    finds: {
      commits: { commitId: 7, expected: "1 events", found: "0" },
      heads: { stream: "a", version: 5, expected: expect.stringMatching(/^version 4, hash /) }
    }
  },
  {
    name: "the last event of a stream was deleted, and its head set back",
    statements: `${lastEvent}; update es.stream s set version = 4, head_hash = e.hash
      from es.event e where e.stream_id = 'a' and e.version = 4 and s.stream_id = 'a'`,
    finds: { commits: { commitId: 7 } }
  },
  {
    name: "an event, its head and its commit were removed together",
    statements: `${lastEvent}; update es.stream s set version = 4, head_hash = e.hash
      from es.event e where e.stream_id = 'a' and e.version = 4 and s.stream_id = 'a';
      delete from es.commit where commit_id = 7`,
    finds: { log: { seq: 6, commitId: 7, expected: "commit 7", found: "none" } }
  },
  {
    name: "a stream was removed, its events left",
    statements: `delete from es.stream where stream_id = 'b'`,
    finds: { heads: { stream: "b", version: 1, found: "none" } }
  },
  {
    name: "the hashes of two events were swapped",
    statements: `update es.event e set hash = o.hash from es.event o
      where e.stream_id = 'b' and o.stream_id = 'b' and e.version in (2, 3) and o.version = 5 - e.version`,
    finds: {
      chain: { stream: "b", version: 2 },
      commits: { commitId: 3, expected: expect.stringMatching(/^leaf /) },
      heads: { stream: "b", version: 3 }
    }
  },
  {
    name: "a leaf was changed",
    statements: `update es.commit set leaf = sha256('x') where commit_id = 2`,
    finds: { commits: { commitId: 2, found: expect.stringMatching(/^leaf 2d711642b726b044/) } }
  },
  {
    name: "the events of a commit were renumbered",
    statements: `update es.event set idx = idx + 1 where commit_id = 4`,
    finds: { commits: { commitId: 4, expected: "events 1 to 1", found: "events from 2 to 2" } }
  },
  {
    name: "a commit was removed, its events left",
    statements: `delete from es.commit where commit_id = 5`,
    finds: {
      chain: { stream: "c", version: 1, commitId: 5, found: "none" },
      commands: { commitId: 5, expected: `the commit of command ${commandId}` },
      log: { seq: 5, commitId: 5, found: "none" }
    }
  },
  {
    name: "a number in the middle of the log was removed",
    statements: `delete from es.sealed where seq = 2`,
    finds: {
      order: { stream: "b", version: 2, commitId: 3, seq: 3, found: "none" },
      log: { seq: 2, commitId: 3, expected: "number 2", found: "number 3" },
      complete: { commitId: 2, expected: "a number in the log" }
    }
  },
  {
    name: "the last number of the log was removed",
    statements: `delete from es.sealed where seq = 6`,
    finds: {
      log: { seq: 6, expected: "a head of 5", found: "head 6" },
      complete: { commitId: 7, found: "none, although the log has passed it" }
    }
  },
  {
    name: "a commit was hidden among those that were rolled back",
    statements: `delete from es.sealed where seq = 2;
      update es.sealed set seq = seq - 1 where seq > 2; update es.head set seq = seq - 1;
      insert into es.gap (commit_id) values (2);
      update es.sealed set at = at + interval '1 minute'`,
    finds: {
      order: { stream: "b", version: 2 },
      complete: { commitId: 2, found: expect.stringContaining("has grown since") }
    }
  },
  {
    name: "two numbers of one stream were swapped",
    statements: `update es.sealed set seq = seq + 100 where seq in (1, 4);
      update es.sealed set seq = 105 - seq where seq > 100`,
    finds: {
      order: { stream: "a", version: 3, commitId: 3, seq: 3, expected: "a number from 4 on" }
    }
  },
  {
    name: "the head of the log was set forward",
    statements: `update es.head set seq = seq + 1`,
    finds: { log: { seq: 7, expected: "a head of 6", found: "head 7" } }
  }
]

const brokenOf = (findings: ReadonlyArray<AuditFinding>) =>
  Object.fromEntries(findings.flatMap(({ id, broken }) => (broken ? [[id, broken]] : [])))

const world = Layer.effectDiscard(fill).pipe(Layer.provideMerge(superuserStoreLayer))

layer(world)("An audit of the store", (it) => {
  it.effect("finds nothing in an intact store, also with an unsealed commit", () =>
    Effect.gen(function* () {
      const findings = yield* inSnapshot(audit)
      expect(brokenOf(findings)).toEqual({})
      const examined = Object.fromEntries(findings.map(({ id, examined }) => [id, examined]))
      expect(examined).toMatchObject({ chain: 10, commits: 7, heads: 3, log: 6, commands: 1 })
    })
  )

  it.effect("cannot write", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const refusal = yield* Effect.flip(inSnapshot(sql`delete from es.gap`))
      expect(String(refusal.reason.cause)).toContain("read-only transaction")
    })
  )

  for (const { name, statements, finds } of manipulations)
    it.effect(`reports the first contradiction when ${name}`, () =>
      Effect.gen(function* () {
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
    )

  it.effect("examines every event of a stream that is longer than a page", () =>
    Effect.gen(function* () {
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
  )
})
