/** How a guard works off its queue: with probes that the test answers. */
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpChecked } from "@rcpt/domain/Smtp"
import { Config, load } from "@rcpt/service/platform/Config"
import { NodeLease } from "@rcpt/service/platform/NodeLease"
import { makeDrains } from "@rcpt/service/probing/drainQueue"
import type { DrainOptions } from "@rcpt/service/probing/drainQueue"
import type { Health } from "@rcpt/service/probing/egress/chooseEgress"
import { EgressHealth } from "@rcpt/service/probing/egress/EgressHealth"
import { ProbeResults } from "@rcpt/service/probing/ProbeResults"
import { ProbeQueue } from "@rcpt/service/probing/queue/ProbeQueue"
import { Suspects } from "@rcpt/service/probing/Suspects"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Effect, Exit, Layer, Scope } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import * as world from "./queue/probeWorld.ts"

const zone = { "mx.acme.test": { A: ["127.0.0.9"] } }

/** Drains of a node whose mail hosts are grouped by address. */
const drainsOf = Effect.fnUntraced(function* (
  node: world.Node,
  probe: DrainOptions["probe"],
  {
    egresses = "direct",
    health = {},
    opensAt = 0,
    servedAt = () => 0
  }: {
    readonly egresses?: string
    readonly health?: Readonly<Record<string, Health>>
    readonly opensAt?: number
    readonly servedAt?: () => number
  } = {}
) {
  const { config } = yield* load(
    {},
    {
      RCPT_UNSAFE_NETWORKS: "127.0.0.0/8",
      RCPT_MX_CONCURRENCY: "2",
      RCPT_SMTP_EGRESS: egresses
    }
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
    Layer.succeed(EgressHealth, { of: () => (id) => health[id] ?? "healthy" }),
    Resolver.layerZone(zone)
  )
  return yield* Effect.provide(
    makeDrains((group) => ({
      group,
      egress: "direct",
      probe,
      opensAt: () => opensAt,
      servedAt: () => servedAt()
    })),
    services
  )
})

const settled = <E>(check: Effect.Effect<boolean, E>) =>
  Effect.gen(function* () {
    while (!(yield* check)) yield* Effect.sleep("20 millis")
  }).pipe(Effect.timeout("1 minute"))

const policyBlocked: SmtpChecked = {
  checked: true,
  status: "policy_blocked",
  tls: false,
  mxHost: "mx.acme.test",
  latencyMillis: 1,
  control: "notAsked",
  transcript: []
}

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

  it.live(
    "moves rows to another egress while its own is blocked, where greylisting begins anew",
    () =>
      Effect.gen(function* () {
        const node = yield* world.startInTime
        yield* node.queue.put(world.rows({ count: 3, group: "127.0.0.9" }))
        yield* node.sql`update probe_queue set attempts = 1, first_asked_at = now()`
        const startDrain = yield* drainsOf(node, never, {
          egresses: "direct,direct://127.0.0.2",
          health: { direct: "away" }
        })
        yield* startDrain("127.0.0.9")
        const places = node.sql`
        select egress, attempts, first_asked_at, question ? 'isMoved' as moved, count(*)::int as rows
        from probe_queue group by 1, 2, 3, 4`
        const moved = { attempts: 0, first_asked_at: null, moved: false, rows: 3 }
        yield* settled(Effect.map(places, ([place]) => place?.["egress"] !== "direct"))
        assert.deepStrictEqual(yield* places, [{ egress: "direct://127.0.0.2", ...moved }])
      }).pipe(Effect.scoped)
  )

  it.live(
    "keeps refused rows for a while: they are settled if others were served, or else move",
    () =>
      Effect.gen(function* () {
        const node = yield* world.startInTime
        yield* node.queue.put(world.rows({ count: 2, group: "127.0.0.9" }))
        let asked = 0
        const probe = () =>
          Effect.sync(() => {
            asked += 1
            return policyBlocked
          })
        let served = 0
        const startDrain = yield* drainsOf(node, probe, {
          egresses: "direct,direct://127.0.0.2",
          servedAt: () => served
        })
        yield* startDrain("127.0.0.9")
        const kept = node.sql<{
          readonly refused: string | null
          readonly egress: string
          readonly minutes: number
        }>`
        select question -> 'refusal' -> 'by' ->> 0 as refused,  egress,
          round(extract(epoch from due_at - now()) / 60)::int as minutes from probe_queue`
        yield* settled(
          Effect.map(kept, (rows) => rows.every(({ refused }) => refused === "direct"))
        )
        assert.deepStrictEqual(
          (yield* kept).map(({ minutes }) => minutes),
          [5, 5]
        )
        yield* node.sql`update probe_queue set due_at = now() where row_no = 1`
        yield* startDrain("127.0.0.9")
        yield* settled(
          Effect.map(kept, (rows) => rows.some(({ egress }) => egress === "direct://127.0.0.2"))
        )
        served = Date.now() + 1_000
        yield* node.sql`delete from probe_queue where row_no = 1`
        yield* node.sql`update probe_queue set due_at = now()`
        yield* settled(
          Effect.andThen(
            startDrain("127.0.0.9"),
            Effect.map(node.queue.counts(1), ({ length }) => length === 0)
          )
        )
        assert.strictEqual(asked, 2)
      }).pipe(Effect.scoped)
  )

  it.live("leaves rows where they are until the next day of a new address", () =>
    Effect.gen(function* () {
      const node = yield* world.startInTime
      const [row] = world.rows({ count: 1, group: "127.0.0.9" })
      yield* node.queue.put([row!])
      const tomorrow = Date.now() + 3_600_000
      const startDrain = yield* drainsOf(node, refused, { opensAt: tomorrow })
      yield* startDrain("127.0.0.9")
      const status = JSON.stringify({ warmUp: { cap: 50, left: 0, until: tomorrow } })
      yield* node.sql`insert into mx_guard (mx_group, egress, status, shown_at)
        values ('127.0.0.9', 'direct', ${status}::text::jsonb, now())`
      const job = { id: row!.job, accountId: row!.account }
      assert.deepStrictEqual(yield* node.queue.capped(job), { rows: 1, until: new Date(tomorrow) })
      assert.deepStrictEqual(
        (yield* node.queue.counts(1)).map(({ due }) => due),
        [1]
      )
    }).pipe(Effect.scoped)
  )
})
