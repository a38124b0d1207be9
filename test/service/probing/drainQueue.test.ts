/** How a guard works off its queue: with probes that the test answers. */
import { assert, describe, it } from "@effect/vitest"
import { notChecked } from "@rcpt/domain/Smtp"
import { Config, load } from "@rcpt/service/platform/Config"
import { NodeLease } from "@rcpt/service/platform/NodeLease"
import { makeDrains } from "@rcpt/service/probing/drainQueue"
import type { DrainOptions } from "@rcpt/service/probing/drainQueue"
import { ProbeResults } from "@rcpt/service/probing/ProbeResults"
import { ProbeQueue } from "@rcpt/service/probing/queue/ProbeQueue"
import { Suspects } from "@rcpt/service/probing/Suspects"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Effect, Exit, Layer, Scope } from "effect"

import * as world from "./queue/probeWorld.ts"

const zone = { "mx.acme.test": { A: ["127.0.0.9"] } }

/** Drains of a node whose mail hosts are grouped by address. */
const drainsOf = Effect.fnUntraced(function* (node: world.Node, probe: DrainOptions["probe"]) {
  const { config } = yield* load(
    {},
    { RCPT_UNSAFE_NETWORKS: "127.0.0.0/8", RCPT_MX_CONCURRENCY: "2" }
  )
  const leasing = Layer.mergeAll(
    Layer.succeed(ProbeQueue, node.queue),
    Layer.succeed(NodeLease, { holder: () => "a", isHeld: () => true })
  )
  const services = Layer.mergeAll(
    Layer.provideMerge(Suspects.layer, leasing),
    Layer.succeed(ProbeResults, {
      settle: (results) => Effect.asVoid(node.queue.settle(results.map(({ row }) => row)))
    }),
    Layer.succeed(Config, config),
    Resolver.layerZone(zone)
  )
  return yield* Effect.provide(
    makeDrains((group) => ({ group, egress: "direct", probe })),
    services
  )
})

const settled = (check: Effect.Effect<boolean>) =>
  Effect.gen(function* () {
    while (!(yield* check)) yield* Effect.sleep("20 millis")
  }).pipe(Effect.timeout("1 minute"))

const never = () => Effect.never
const refused = () => Effect.succeed(notChecked("smtp_no_mx"))

describe("A guard", () => {
  it.live("hands its rows back when it ends, for the guard that comes after it", () =>
    Effect.gen(function* () {
      const node = yield* world.startInTime
      const group = "127.0.0.9"
      yield* node.queue.put(world.rows({ count: 7, group }))
      const scope = yield* Scope.make()
      const startDrain = yield* Scope.provide(drainsOf(node, never), scope)
      yield* startDrain(group)
      yield* settled(Effect.map(node.queue.counts(1), ([counts]) => counts?.leased === 7))
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(yield* node.queue.counts(1), [
        { group, egress: "direct", rows: 7, due: 7, leased: 0 }
      ])
    }).pipe(Effect.scoped)
  )

  it.live("moves rows to the group that their mail host has by now, once", () =>
    Effect.gen(function* () {
      const node = yield* world.startInTime
      yield* node.queue.put(world.rows({ count: 3, group: "acme.test" }))
      const startDrain = yield* drainsOf(node, refused)
      yield* startDrain("acme.test")
      const groups = Effect.map(node.queue.counts(5), (all) => all.map(({ group }) => group))
      yield* settled(Effect.map(groups, ([group]) => group === "127.0.0.9"))
      assert.deepStrictEqual(yield* groups, ["127.0.0.9"])

      // As if another node's resolver had sent them here: they are not sent on for ever.
      yield* node.sql`update probe_queue set mx_group = 'elsewhere.test'`
      yield* startDrain("elsewhere.test")
      yield* settled(Effect.map(groups, (all) => all.length === 0))
    }).pipe(Effect.scoped)
  )
})
