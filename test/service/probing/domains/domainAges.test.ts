/** The cache of domain ages, in memory and in Postgres. */
import { absent, present } from "@rcpt/domain/Fact"
import { WriteSql } from "@rcpt/service/platform/Database"
import { migrate } from "@rcpt/service/platform/migrate"
import * as DomainAgeCachePg from "@rcpt/service/probing/domains/DomainAgeCachePg"
import { DomainAgeCache, inMemory } from "@rcpt/verifier/rdap/DomainAgeCache"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { emptySqlLayer, sqlLayer } from "../../../support/storeDatabase.ts"
import { assert, describe, it } from "../../../support/vitest.ts"

const tables = Layer.effectDiscard(migrate).pipe(Layer.provideMerge(sqlLayer))
const database = Layer.effect(WriteSql, SqlClient.SqlClient).pipe(Layer.provideMerge(tables))

/** The cache of a node: each has its own memory. */
const node = Layer.fresh(DomainAgeCachePg.layer)

const caches = [
  ["in memory", Layer.sync(DomainAgeCache, () => inMemory())],
  ["in Postgres", node.pipe(Layer.provide(database))]
] as const

const minute = 60_000
const in2010 = Date.UTC(2010, 0, 1, 12, 30)

for (const [where, layer] of caches)
  describe(`Domain ages ${where}`, () => {
    it.live("are recalled as they were stored", () =>
      Effect.gen(function* () {
        const cache = yield* DomainAgeCache
        const expiresAt = (yield* Clock.currentTimeMillis) + minute
        const facts = { "a.test": present(in2010), "b.test": absent }
        for (const [domain, fact] of Object.entries(facts))
          yield* cache.keep(domain, { fact, expiresAt })
        for (const [domain, fact] of Object.entries(facts))
          assert.deepStrictEqual(yield* cache.recall(domain), { fact, expiresAt })
        assert.isUndefined(yield* cache.recall("d.test"))
      }).pipe(Effect.provide(layer))
    )

    it.live("are not recalled once they have expired", () =>
      Effect.gen(function* () {
        const cache = yield* DomainAgeCache
        const now = yield* Clock.currentTimeMillis
        yield* cache.keep("a.test", { fact: absent, expiresAt: now })
        assert.isUndefined(yield* cache.recall("a.test"))
      }).pipe(Effect.provide(layer))
    )

    it.live("are replaced by later ones", () =>
      Effect.gen(function* () {
        const cache = yield* DomainAgeCache
        const expiresAt = (yield* Clock.currentTimeMillis) + minute
        yield* cache.keep("a.test", { fact: absent, expiresAt })
        const later = { fact: present(in2010), expiresAt: expiresAt + minute }
        yield* cache.keep("a.test", later)
        assert.deepStrictEqual(yield* cache.recall("a.test"), later)
      }).pipe(Effect.provide(layer))
    )
  })

describe("Domain ages in memory", () => {
  it.effect("are bounded: the oldest entry goes first", function* () {
    const cache = inMemory(2)
    const known = { fact: absent, expiresAt: Number.MAX_SAFE_INTEGER }
    for (const domain of ["a.test", "b.test", "a.test", "c.test"]) yield* cache.keep(domain, known)
    const recalled = yield* Effect.forEach(["a.test", "b.test", "c.test"], cache.recall)
    assert.deepStrictEqual(recalled, [known, undefined, known])
  })
})

describe("Domain ages in Postgres", () => {
  it.live("outlive the node that stored them", () =>
    Effect.gen(function* () {
      const known = { fact: present(in2010), expiresAt: (yield* Clock.currentTimeMillis) + minute }
      yield* DomainAgeCache.use(({ keep }) => keep("a.test", known)).pipe(Effect.provide(node))
      const recalled = yield* DomainAgeCache.use(({ recall }) => recall("a.test")).pipe(
        Effect.provide(node)
      )
      assert.deepStrictEqual(recalled, known)
    }).pipe(Effect.provide(database))
  )

  it.live("without the table are not recalled, and nothing fails", () =>
    Effect.gen(function* () {
      const cache = yield* DomainAgeCache
      const known = { fact: absent, expiresAt: (yield* Clock.currentTimeMillis) + minute }
      yield* cache.keep("a.test", known)
      assert.isUndefined(yield* cache.recall("a.test"))
    }).pipe(
      Effect.provide(
        node.pipe(
          Layer.provide(
            Layer.effect(WriteSql, SqlClient.SqlClient).pipe(Layer.provideMerge(emptySqlLayer))
          )
        )
      )
    )
  )
})
