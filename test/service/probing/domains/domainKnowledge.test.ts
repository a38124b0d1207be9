/** `DomainKnowledge` in Postgres: lifetimes, sharing between nodes, caching, and outages. */
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import type { Observation } from "@rcpt/verifier/DomainKnowledge"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"

import { asSuperuser } from "../../../support/freshDatabase.ts"
import * as planWatch from "../../../support/planWatch.ts"
import * as tcpProxy from "../../../support/tcpProxy.ts"
import { assert, describe, it } from "../../../support/vitest.ts"
import * as world from "./domainKnowledgeWorld.ts"

const source = "mx1.acme.test"

const takesAll: Observation = { about: "catchAll", takesAll: true, source }
const refuses: Observation = { about: "catchAll", takesAll: false, source }
const greylists: Observation = { about: "greylist", delayMillis: 300_000, source }
const needsTls: Observation = { about: "tls", needed: true, source }

const nothing = {
  catchAll: unanswered("not probed"),
  learntAt: undefined,
  greylistMillis: undefined,
  needsTls: undefined
}

const accepted = present({ because: "mx1.acme.test accepted a made-up address" })

/** How long a node trusts its cache. */
const aMinute = Duration.minutes(1)

describe("An observation about a domain", () => {
  it.effect("is recalled with its source and, for catch-all, its time", function* () {
    const { memory } = yield* world.start
    assert.deepStrictEqual(yield* memory.recall("acme.test"), nothing)
    yield* TestClock.adjust("5 seconds")
    for (const observation of [takesAll, greylists, needsTls])
      yield* memory.learn("acme.test", observation)
    assert.deepStrictEqual(yield* memory.recall("acme.test"), {
      catchAll: accepted,
      learntAt: 5_000,
      greylistMillis: 300_000,
      needsTls: true
    })
    assert.deepStrictEqual(yield* memory.recall("other.test"), nothing)
  })

  it.effect(
    "is written with others of the same moment, of which the latest of a topic counts",
    function* () {
      const { memory, sql } = yield* world.start
      const commits = Effect.map(
        sql<{ xmin: string }>`select distinct xmin::text from domain_knowledge`,
        ({ length }) => length
      )
      const learnt = Array.from({ length: 40 }, (_, index) =>
        memory.learn(`d${index}.test`, takesAll)
      )
      yield* Effect.all(
        [...learnt, memory.learn("d1.test", refuses), memory.learn("d1.test", greylists)],
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(yield* memory.recall("d1.test"), {
        ...nothing,
        catchAll: absent,
        learntAt: 0,
        greylistMillis: 300_000
      })
      // The first goes at once, alone.
      assert.isAtMost(yield* commits, 2)
    }
  )

  it.effect("outlives the node that made it", function* () {
    const client = world.clientOf(yield* world.database)
    yield* Effect.scoped(
      Effect.flatMap(world.startNode(client), ({ memory }) => memory.learn("acme.test", refuses))
    )
    const { memory } = yield* world.startNode(client)
    const known = yield* memory.recall("acme.test")
    assert.deepStrictEqual(known, { ...nothing, catchAll: absent, learntAt: 0 })
  })

  it.effect("reaches the other nodes within a minute", function* () {
    const [one, other] = yield* world.startTwo
    assert.deepStrictEqual(yield* other.memory.recall("acme.test"), nothing)
    yield* one.memory.learn("acme.test", takesAll)
    assert.deepStrictEqual((yield* one.memory.recall("acme.test")).catchAll, accepted)
    yield* TestClock.adjust(aMinute)
    assert.deepStrictEqual((yield* other.memory.recall("acme.test")).catchAll, accepted)
  })

  const recalledBy = (nodes: ReadonlyArray<world.Node>) =>
    Effect.forEach(nodes, ({ memory }) =>
      Effect.map(memory.recall("acme.test"), ({ catchAll }) => catchAll)
    )

  it.effect("is replaced by a later one, from any node", function* () {
    const nodes = yield* world.startTwo
    yield* nodes[0].memory.learn("acme.test", takesAll)
    yield* TestClock.adjust("1 second")
    yield* nodes[1].memory.learn("acme.test", refuses)
    yield* TestClock.adjust(aMinute)
    assert.deepStrictEqual(yield* recalledBy(nodes), [absent, absent])
  })

  it.effect("is not replaced by an older one that arrives late", function* () {
    const nodes = yield* world.startTwo
    yield* nodes[0].memory.learn("acme.test", refuses)
    yield* nodes[0].sql`update domain_knowledge set learnt_at = to_timestamp(9)`
    yield* TestClock.adjust("1 second")
    yield* nodes[1].memory.learn("acme.test", takesAll)
    yield* TestClock.adjust(aMinute)
    assert.deepStrictEqual(yield* recalledBy(nodes), [absent, absent])
  })

  const lifetimes = [
    { observation: takesAll, lifetime: Duration.hours(24) },
    { observation: refuses, lifetime: Duration.hours(24) },
    { observation: needsTls, lifetime: Duration.days(7) },
    { observation: greylists, lifetime: Duration.days(30) }
  ]
  for (const { observation, lifetime } of lifetimes)
    it.effect(
      `${JSON.stringify(observation)} is trusted for ${Duration.format(lifetime)}`,
      function* () {
        const { memory } = yield* world.start
        yield* memory.learn("acme.test", observation)
        yield* TestClock.adjust(Duration.subtract(lifetime, Duration.millis(1)))
        assert.notDeepEqual(yield* memory.recall("acme.test"), nothing)
        yield* TestClock.adjust("1 millis")
        assert.deepStrictEqual(yield* memory.recall("acme.test"), nothing)
      }
    )

  it.effect("is ignored if only a newer version knows its topic", function* () {
    const { memory, sql } = yield* world.start
    yield* sql`insert into domain_knowledge values
        ('acme.test', 'weather', '{"rain":true}', 'mx', to_timestamp(0), to_timestamp(999)),
        ('acme.test', 'tls', '{"needed":"perhaps"}', 'mx', to_timestamp(0), to_timestamp(999))`
    yield* memory.learn("acme.test", takesAll)
    const known = yield* memory.recall("acme.test")
    assert.deepStrictEqual(known, { ...nothing, catchAll: accepted, learntAt: 0 })
  })
})

describe("A node with domain knowledge", () => {
  const domains = Array.from({ length: 1_000 }, (_, n) => `d${n}.test`)
  const recallAll = ({ memory }: world.Node) =>
    Effect.forEach(domains, memory.recall, { concurrency: "unbounded" })

  it.effect(
    "reads many domains in few statements, and does not repeat them for a minute",
    function* () {
      const url = yield* world.database
      const { client, plansOf } = planWatch.make(asSuperuser(url))
      const node = yield* world.startNode(client)
      yield* node.memory.learn("d7.test", takesAll)
      const first = yield* plansOf(recallAll(node))
      // The first is read at once. The others are batched behind it, 500 at a time.
      assert.isAtMost(first.length, 4)
      assert.deepStrictEqual(yield* plansOf(recallAll(node)), [])
      yield* TestClock.adjust(Duration.subtract(aMinute, Duration.millis(1)))
      assert.deepStrictEqual(yield* plansOf(recallAll(node)), [])
      yield* TestClock.adjust("1 millis")
      assert.isNotEmpty(yield* plansOf(recallAll(node)))
    }
  )

  it.effect("does not write an observation again that it has just written", function* () {
    const url = yield* world.database
    const { client, plansOf } = planWatch.make(asSuperuser(url))
    const { memory } = yield* world.startNode(client)
    const learn = (observation: Observation) => plansOf(memory.learn("acme.test", observation))
    assert.lengthOf(yield* learn(takesAll), 1)
    yield* TestClock.adjust("2 hours")
    assert.deepStrictEqual(yield* learn(takesAll), [])
    assert.lengthOf(yield* learn(refuses), 1)
    yield* TestClock.adjust("3 hours")
    assert.lengthOf(yield* learn(refuses), 1)
  })

  const behindProxy = Effect.gen(function* () {
    const url = new URL(yield* world.database)
    const proxy = yield* tcpProxy.start({ host: url.hostname, port: Number(url.port) })
    url.port = String(proxy.port)
    return { proxy, node: yield* world.startNode(world.clientOf(url.href)) }
  })

  it.live(
    "recalls from its cache, without delay, while the database does not respond",
    function* () {
      const { proxy, node } = yield* behindProxy
      yield* node.memory.learn("acme.test", takesAll)
      yield* node.memory.recall("acme.test")
      yield* proxy.silence
      const before = performance.now()
      assert.deepStrictEqual((yield* node.memory.recall("acme.test")).catchAll, accepted)
      const unseen = yield* Effect.forEach(domains, node.memory.recall, {
        concurrency: "unbounded"
      })
      assert.isTrue(unseen.every(({ learntAt }) => learntAt === undefined))
      yield* node.memory.learn("other.test", takesAll)
      // 200 ms for all reads and a second for the write: far less than a TCP timeout.
      assert.isBelow(performance.now() - before, 5_000)
      yield* proxy.cut
    }
  )

  it.live("writes again once the database is back", function* () {
    const { proxy, node } = yield* behindProxy
    yield* node.memory.recall("acme.test")
    yield* proxy.cut
    yield* node.memory.learn("acme.test", takesAll)
    assert.deepStrictEqual(yield* node.memory.recall("other.test"), nothing)
    yield* proxy.mend
    // The same observation: a failed write was not cached.
    const isWritten = Effect.andThen(
      node.memory.learn("acme.test", takesAll),
      node.sql`select 1 from domain_knowledge`.pipe(
        Effect.map((rows) => rows.length > 0),
        Effect.orElseSucceed(() => false)
      )
    )
    yield* Effect.repeat(isWritten, { until: (done) => done })
  })
})
