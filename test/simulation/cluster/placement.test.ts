/** Fifty nodes and ten thousand groups of mail servers, on virtual time. */
import { shardGroups } from "@rcpt/service/platform/Cluster"
import { guardId, MxGuard } from "@rcpt/service/probing/MxGuard"
import { Effect } from "effect"
import { Entity, EntityId } from "effect/cluster"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"
import * as Random from "../Random.ts"
import { SimulatedCluster } from "./SimulatedCluster.ts"
import type { SimulatedNode } from "./SimulatedCluster.ts"

const nodeCount = 50
const groups = Array.from({ length: 10_000 }, (_, i) =>
  guardId({ group: `mx${i}.test`, egress: "direct" })
)
const share = groups.length / nodeCount

/** Where the actors of groups are. */
class Actors {
  private readonly nodesOf = new Map<string, Set<string>>()
  /** Groups that had two actors at once: two paces, and twice the conversations. */
  readonly doubled: Array<string> = []

  private readonly begin = (group: string, node: string) => {
    const nodes = this.nodesOf.get(group) ?? new Set()
    this.nodesOf.set(group, nodes.add(node))
    if (nodes.size > 1) this.doubled.push(`${group}: ${[...nodes].join(", ")}`)
  }

  readonly on = (node: string) =>
    MxGuard.toLayer(
      Effect.gen({ self: this }, function* () {
        const { entityId } = yield* Entity.CurrentAddress
        yield* Effect.acquireRelease(
          Effect.sync(() => this.begin(entityId, node)),
          () => Effect.sync(() => this.nodesOf.get(entityId)!.delete(node))
        )
        return MxGuard.of({ Ask: () => Effect.never, Wake: () => Effect.void })
      })
    )
}

/** Until all nodes agree on who they are. */
const settling = "30 seconds"

const startNodes = (cluster: SimulatedCluster, actors: Actors) =>
  Effect.gen(function* () {
    const nodes: Array<SimulatedNode> = []
    for (let i = 0; i < nodeCount; i += 1) {
      nodes.push(yield* cluster.start(actors.on))
      // Not in step with each other: who looks first differs.
      yield* TestClock.adjust("137 millis")
    }
    yield* TestClock.adjust(settling)
    return nodes
  })

/** The nodes that take a group for theirs. */
const ownersOf = (cluster: SimulatedCluster, group: string): ReadonlyArray<string> =>
  [...cluster.nodes.values()]
    .filter(({ isAlive, sharding }) => {
      const shard = sharding.getShardId(EntityId.make(group), shardGroups.domains)
      return isAlive() && sharding.hasShardId(shard)
    })
    .map(({ name }) => name)

const ownerOfEach = (cluster: SimulatedCluster) =>
  new Map(groups.map((group) => [group, ownersOf(cluster, group).join(" and ")]))

const movedBetween = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>
): ReadonlyArray<string> => groups.filter((group) => before.get(group) !== after.get(group))

/** Seconds until every group has a node, one second after the other; at most a minute. */
const secondsUntilAllOwned = (cluster: SimulatedCluster) =>
  Effect.gen(function* () {
    for (let seconds = 0; seconds < 60; seconds += 1) {
      if (groups.every((group) => ownersOf(cluster, group).length > 0)) return seconds
      yield* TestClock.adjust("1 second")
    }
    return Infinity
  })

/** Messages to some groups from some nodes, as real-time checks bring them. */
const ask = (cluster: SimulatedCluster, random: Random.Random) =>
  Effect.gen(function* () {
    const live = [...cluster.nodes.values()].filter(({ isAlive }) => isAlive())
    for (let i = 0; i < 200; i += 1) {
      const { sharding } = random.pick(live)
      const clientOf = yield* sharding.makeClient(MxGuard)
      yield* clientOf(random.pick(groups))
        .Wake({ group: "x.test" })
        .pipe(Effect.exit, Effect.forkScoped)
    }
    yield* TestClock.adjust("1 second")
  })

describe("Fifty nodes", () => {
  it.effect("share ten thousand groups evenly, each of which has one node", function* () {
    const cluster = new SimulatedCluster()
    yield* startNodes(cluster, new Actors())
    const owners = ownerOfEach(cluster)
    const counts = [...Map.groupBy(owners.values(), (owner) => owner).values()].map(
      (of) => of.length
    )
    assert.strictEqual(counts.length, nodeCount)
    assert.isAtMost(Math.max(...counts) / share, 1.4)
    assert.isAtLeast(Math.min(...counts) / share, 0.6)
  })

  it.effect(
    "take over the groups of one that dies within eight seconds, and keep the others",
    function* () {
      const cluster = new SimulatedCluster()
      const [first] = yield* startNodes(cluster, new Actors())
      const before = ownerOfEach(cluster)
      yield* first!.kill
      assert.isAtMost(yield* secondsUntilAllOwned(cluster), 8)
      yield* TestClock.adjust(settling)
      const moved = movedBetween(before, ownerOfEach(cluster))
      const lost = groups.filter((group) => before.get(group) === first!.name)
      assert.includeMembers([...moved], lost)
      assert.isAtMost(moved.length, lost.length + 3 * share)
    }
  )

  it.effect("give one that joins its share, and move little else", function* () {
    const cluster = new SimulatedCluster()
    const actors = new Actors()
    yield* startNodes(cluster, actors)
    const before = ownerOfEach(cluster)
    const joined = yield* cluster.start(actors.on)
    yield* TestClock.adjust(settling)
    const after = ownerOfEach(cluster)
    const taken = groups.filter((group) => after.get(group) === joined.name)
    assert.isAtLeast(taken.length, 0.6 * share)
    assert.isAtMost(movedBetween(before, after).length, taken.length + 3 * share)
  })

  it.effect(
    "never run two actors of one group, while nodes die, stop and join under load",
    function* () {
      const random = Random.make(1)
      const cluster = new SimulatedCluster()
      const actors = new Actors()
      yield* startNodes(cluster, actors)
      for (let round = 0; round < 8; round += 1) {
        for (let second = 0; second < 5; second += 1) yield* ask(cluster, random)
        const leaving = random.pick([...cluster.nodes.values()].filter(({ isAlive }) => isAlive()))
        yield* Effect.forkScoped(random.chance(50) ? leaving.kill : leaving.stop)
        yield* cluster.start(actors.on)
        yield* TestClock.adjust("411 millis")
      }
      yield* TestClock.adjust(settling)
      assert.deepStrictEqual(actors.doubled, [])
      assert.isAbove(cluster.messages, 5_000)
    }
  )
})
