/** Accounts beside each other at the guards of fifty nodes and ten thousand groups, on virtual time. */
import { unanswered } from "@rcpt/domain/Fact"
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { shardGroups } from "@rcpt/service/platform/Cluster"
import { guardId, MxGuard } from "@rcpt/service/probing/MxGuard"
import { FairQueue } from "@rcpt/verifier/pacing/FairQueue"
import type { QueueItem } from "@rcpt/verifier/pacing/FairQueue"
import { Clock, Deferred, Effect } from "effect"
import type { Fiber } from "effect"
import { EntityId } from "effect/cluster"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"
import * as Random from "../Random.ts"
import { SimulatedCluster } from "./SimulatedCluster.ts"

const nodeCount = 50
const groups = Array.from({ length: 10_000 }, (_, i) =>
  guardId({ group: `mx${i}.test`, egress: "direct" })
)
const [popular] = groups as [string]

/** At once with a group of mail servers, and how long each takes. */
const conversations = 2
const takes = 100

const settling = "30 seconds"

/** Far above what any test asks. */
const waitingMax = 100_000

interface Waiting extends QueueItem {
  readonly answer: Deferred.Deferred<SmtpEvidence>
}

const answered = notChecked("smtp_not_required")

/** A guard with the service's own queue, and mail servers that always take as long. */
const guards = () =>
  MxGuard.toLayer(
    Effect.gen(function* () {
      const queue = new FairQueue<Waiting>(waitingMax)
      let open = 0
      const serve = Effect.gen(function* () {
        for (let next = queue.take(); next !== undefined; next = queue.take()) {
          yield* Effect.sleep(takes)
          yield* Deferred.succeed(next.answer, answered)
        }
        open -= 1
      })
      const scope = yield* Effect.scope
      return MxGuard.of({
        Ask: ({ payload }) =>
          Effect.gen(function* () {
            const answer = yield* Deferred.make<SmtpEvidence>()
            const { account } = payload
            queue.add({ account, urgency: "realTime", hosts: [], waitUntil: Infinity, answer })
            if (open < conversations) {
              open += 1
              yield* Effect.forkIn(serve, scope)
            }
            return yield* Deferred.await(answer)
          }),
        Wake: () => Effect.void
      })
    }),
    { concurrency: "unbounded", mailboxCapacity: waitingMax }
  )

const started = Effect.gen(function* () {
  const cluster = new SimulatedCluster()
  for (let i = 0; i < nodeCount; i += 1) {
    yield* cluster.start(guards)
    yield* TestClock.adjust("137 millis")
  }
  yield* TestClock.adjust(settling)
  return cluster
})

const question = {
  address: { localPart: "ann", domain: "x.test", smtputf8: false },
  hosts: [{ host: "mx.x.test", preference: 10 }],
  catchAll: unanswered("not probed")
}

const liveNodes = (cluster: SimulatedCluster) =>
  [...cluster.nodes.values()].filter(({ isAlive }) => isAlive())

/** Milliseconds until the answer, as whoever asks at a node waits for it. */
const ask = Effect.fnUntraced(function* (
  { sharding }: ReturnType<typeof liveNodes>[number],
  group: string,
  account: string
) {
  const begun = yield* Clock.currentTimeMillis
  const clientOf = yield* sharding.makeClient(MxGuard)
  const waits = { waitLeft: 600_000, timeLeft: 600_000 }
  yield* clientOf(group).Ask({ question, account, group, isShared: true, ...waits })
  return (yield* Clock.currentTimeMillis) - begun
})

const inBackground = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.forkChild(effect, { startImmediately: true })

/** One account, from all nodes, more than the group can answer in a minute and a half. */
const flood = (cluster: SimulatedCluster) =>
  Effect.forEach(liveNodes(cluster), (node) =>
    Effect.forEach(Array.from({ length: 40 }), () => inBackground(ask(node, popular, "flooding")))
  )

const others = Array.from({ length: 20 }, (_, n) => `other ${n}`)

/** Each of the others asks once, at any node. */
const othersAsk = (cluster: SimulatedCluster, random: Random.Random) =>
  Effect.forEach(others, (account) =>
    inBackground(ask(random.pick(liveNodes(cluster)), popular, account))
  )

const longestOf = <E>(asking: ReadonlyArray<Fiber.Fiber<number, E>>, within: number) =>
  Effect.gen(function* () {
    for (let spent = 0; spent < within; spent += 50) yield* TestClock.adjust(50)
    const waits = asking.map((fiber) => {
      const exit = fiber.pollUnsafe()
      return exit?._tag === "Success" ? exit.value : Infinity
    })
    return Math.max(...waits)
  })

/** Of each account one conversation, those under way first; and the way there and back. */
const fairTurn = ((others.length + 1 + conversations) / conversations) * takes + 100

/** Guards that still have questions end on virtual time, like everything here. */
const end = (cluster: SimulatedCluster) =>
  Effect.gen(function* () {
    yield* Effect.forEach(liveNodes(cluster), ({ kill }) => inBackground(kill))
    yield* TestClock.adjust(settling)
  })

const ownerOf = (cluster: SimulatedCluster, group: string) =>
  liveNodes(cluster).find(({ sharding }) =>
    sharding.hasShardId(sharding.getShardId(EntityId.make(group), shardGroups.domains))
  )!

describe("Accounts at fifty nodes", () => {
  it.effect("get their turn at a group that another one floods from all nodes", function* () {
    const cluster = yield* started
    yield* flood(cluster)
    yield* TestClock.adjust("1 second")
    const asking = yield* othersAsk(cluster, Random.make(1))
    assert.isAtMost(yield* longestOf(asking, 3_000), fairTurn)
    yield* end(cluster)
  })

  it.effect("get it too when the node of the group dies, eight seconds later", function* () {
    const cluster = yield* started
    yield* flood(cluster)
    yield* TestClock.adjust("1 second")
    const asking = yield* othersAsk(cluster, Random.make(2))
    // Before the first of them is answered; who asks at the node itself is gone with it.
    const owner = ownerOf(cluster, popular)
    yield* Effect.forkScoped(owner.kill)
    const longest = yield* longestOf(asking, 15_000)
    assert.isAbove(longest, fairTurn)
    assert.isAtMost(longest, 8_000 + fairTurn)
    yield* end(cluster)
  })

  it.effect("do not wait for what another one asks of ten thousand groups", function* () {
    const cluster = yield* started
    const random = Random.make(3)
    for (const group of groups)
      yield* inBackground(ask(random.pick(liveNodes(cluster)), group, "flooding"))
    const asking = yield* Effect.forEach(others, (account) =>
      inBackground(ask(random.pick(liveNodes(cluster)), random.pick(groups), account))
    )
    // None waits for another: each group has two conversations at once.
    assert.isAtMost(yield* longestOf(asking, 500), takes + 100)
    yield* end(cluster)
  })
})
