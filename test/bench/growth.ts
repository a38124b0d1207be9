/**
 * What a check and a page cost when the store has grown, beside an empty one: two services on one machine,
 * measured in turns. The floor is the empty one.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { Effect } from "effect"

import { accountCount, eventCount, fill, ownEntryCount } from "../support/bench/growthFill.ts"
import { measured, startService } from "../support/bench/httpCost.ts"
import { load } from "../support/bench/httpLoad.ts"
import { millis, print } from "../support/bench/measure.ts"
import { sized } from "../support/bench/smoke.ts"
import { tempFolder } from "../support/tempFolder.ts"

const apiKey = generate()

const get = (path: string) =>
  `GET /api/v1/${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${apiKey}\r\n\r\n`

const works = [
  ["a check, 64 clients", 64, "verify?email=ann@acme.test"],
  ["a check, 1 client", 1, "verify?email=ann@acme.test"],
  ["first page of the ledger", 1, "ledger?limit=50"],
  ["its charges", 1, "ledger?limit=50&type=charge"],
  ["its grants", 1, "ledger?limit=50&type=grant"],
  ["the account", 1, "account"],
  ["usage of the month", 1, "usage"]
] as const

type Service = Effect.Success<ReturnType<typeof startService>>

const cost = ({ port, pid, counters }: Service, clients: number, path: string) =>
  Effect.map(
    measured({ port, pid, counters }, clients, () => get(path)),
    ({ own, postgres, p50, p99, statuses }) => {
      const codes = Object.keys(statuses).join(",")
      if (codes !== "200") throw new Error(`${path} is answered ${codes}`)
      return { cpu: own + postgres, postgres, p50, p99 }
    }
  )

type Cost = Effect.Success<ReturnType<typeof cost>>

const rounds = sized(3, 1)

/** Of the rounds. */
const median = (costs: ReadonlyArray<Cost>): Cost =>
  costs.toSorted((one, other) => one.cpu - other.cpu)[Math.floor(costs.length / 2)]!

const shown = ({ cpu, postgres, p50, p99 }: Cost): string =>
  `${cpu.toFixed(2)} ms (${postgres.toFixed(2)} in Postgres), p50 ${millis(p50)}, p99 ${millis(p99)}`

/** Until V8 has compiled what runs often. */
const warmUp = ({ port }: Service) =>
  load({
    port,
    clients: 16,
    request: () => get("verify?email=ann@acme.test"),
    warmUpFor: sized(8_000, 100),
    measureFor: 0
  })

const bench = Effect.gen(function* () {
  const grownData = yield* tempFolder()
  yield* Effect.scoped(
    Effect.gen(function* () {
      const { superuserUrl, port } = yield* startService(grownData, apiKey)
      yield* load({
        port,
        clients: 1,
        request: () => get(works[1][2]),
        warmUpFor: 0,
        measureFor: 300
      })
      yield* Effect.sleep("1 second")
      yield* fill(superuserUrl)
    })
  )
  const grown = yield* startService(grownData, apiKey)
  const empty = yield* startService(yield* tempFolder(), apiKey)
  yield* warmUp(empty)
  yield* warmUp(grown)
  const rows = yield* Effect.forEach(works, ([what, clients, path]) =>
    Effect.gen(function* () {
      const both = yield* Effect.forEach(Array.from({ length: rounds }), () =>
        Effect.all({ empty: cost(empty, clients, path), grown: cost(grown, clients, path) })
      )
      const before = median(both.map((round) => round.empty))
      const after = median(both.map((round) => round.grown))
      return {
        what,
        measured: `cpu ${shown(after)}; empty ${shown(before)}: ${(after.cpu / before.cpu).toFixed(2)} ×`,
        target: "≤ 1.2 ×"
      }
    })
  )
  const count = (n: number) => n.toLocaleString("en")
  yield* print(
    `growth: ${count(eventCount)} events of ${count(accountCount)} accounts, ${count(ownEntryCount)} of them of the account that asks`,
    rows
  )
})

bench.pipe(Effect.scoped, NodeRuntime.runMain())
