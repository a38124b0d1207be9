/**
 * What a check, a page, a list and a round cost when the store has grown, beside an empty one: two services on
 * one machine, measured in turns. The floor is the empty one; of the oldest partition it is the newest.
 * `GROWTH_EVENTS=500000` for a smaller store.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { Effect } from "effect"

import * as growthFill from "../support/bench/growthFill.ts"
import { check, fillStore, getOf } from "../support/bench/growthStore.ts"
import * as growthWorks from "../support/bench/growthWorks.ts"
import type { Service } from "../support/bench/growthWorks.ts"
import { measured, startService } from "../support/bench/httpCost.ts"
import { load } from "../support/bench/httpLoad.ts"
import { millis, perSecond, print } from "../support/bench/measure.ts"
import type { Row } from "../support/bench/measure.ts"
import { sized } from "../support/bench/smoke.ts"
import { tempFolder } from "../support/tempFolder.ts"

const apiKey = generate()

const get = (path: string) => getOf(apiKey, path)

const works = [
  ["a check, 64 clients", 64, check],
  ["a check, 1 client", 1, check],
  ["first page of the ledger", 1, "ledger?limit=50"],
  ["its charges", 1, "ledger?limit=50&type=charge"],
  ["its grants", 1, "ledger?limit=50&type=grant"],
  ["the account", 1, "account"],
  ["usage of the month", 1, "usage"]
] as const

interface Cost {
  /** Milliseconds, of the processor where it can be told. */
  readonly cost: number
  readonly shown: string
}

const request = ({ port, pid, counters }: Service, clients: number, path: string) =>
  Effect.map(
    measured({ port, pid, counters }, clients, () => get(path)),
    ({ own, postgres, p50, p99, statuses }): Cost => {
      const codes = Object.keys(statuses).join(",")
      if (codes !== "200") throw new Error(`${path} is answered ${codes}`)
      const cpu = `cpu ${(own + postgres).toFixed(2)} ms (${postgres.toFixed(2)} in Postgres)`
      return { cost: own + postgres, shown: `${cpu}, p50 ${millis(p50)}, p99 ${millis(p99)}` }
    }
  )

const rounds = sized(3, 1)

const median = (costs: ReadonlyArray<Cost>): Cost =>
  costs.toSorted((one, other) => one.cost - other.cost)[Math.floor(costs.length / 2)]!

/** In turns; medians. */
const compare = (
  what: string,
  grown: Effect.Effect<Cost>,
  floor: Effect.Effect<Cost>,
  floorName = "empty"
): Effect.Effect<Row> =>
  Effect.gen(function* () {
    const all = yield* Effect.forEach(Array.from({ length: rounds }), () =>
      Effect.all({ floor, grown })
    )
    const before = median(all.map((round) => round.floor))
    const after = median(all.map((round) => round.grown))
    const ratio = (after.cost / before.cost).toFixed(2)
    const text = `${after.shown}; ${floorName} ${before.shown}: ${ratio} ×`
    return { what, measured: text, target: "≤ 1.2 ×" }
  })

interface Both {
  readonly grown: Service
  readonly empty: Service
}

const requests = ({ grown, empty }: Both) =>
  Effect.forEach(works, ([what, clients, path]) =>
    compare(what, request(grown, clients, path), request(empty, clients, path))
  )

/** An account's first entries are in the first partition, its last in the last. */
const partitions = ({ grown }: Both) =>
  Effect.gen(function* () {
    const { first, last } = yield* growthWorks.entryIds(grown)
    const page = (id: string) => request(grown, 1, `ledger?limit=50&cursor=${id}`)
    const receipt = (id: string) => request(grown, 1, `ledger/${id}`)
    return [
      yield* compare("a page of the oldest partition", page(first), page(last), "newest"),
      yield* compare("a receipt of the oldest partition", receipt(first), receipt(last), "newest")
    ]
  })

const sealing = ({ grown, empty }: Both) => {
  const timed = (service: Service) =>
    Effect.map(growthWorks.sealing(service), (time) => ({ cost: time, shown: millis(time) }))
  return compare(`sealing ${growthWorks.sealedCount} commits`, timed(grown), timed(empty))
}

const lists = ({ grown, empty }: Both) =>
  Effect.gen(function* () {
    const jobs = new Map<Service, string>()
    const list = (service: Service) =>
      Effect.map(growthWorks.runList(service, apiKey), ({ id, own, postgres }): Cost => {
        jobs.set(service, id)
        const cost = own + postgres
        return { cost, shown: `cpu ${cost.toFixed(3)} ms (${postgres.toFixed(3)} in Postgres)` }
      })
    const page = (service: Service) =>
      Effect.suspend(() => request(service, 1, `jobs/${jobs.get(service)}/results?page=1`))
    return [
      yield* compare(`a row of a list of ${growthWorks.rowsOfList}`, list(grown), list(empty)),
      yield* compare("first page of its results", page(grown), page(empty))
    ]
  })

const audit = (dataDir: string): Effect.Effect<Row> =>
  Effect.map(
    growthWorks.verifyLedger(dataDir),
    ({ events, millis: time, own, postgres, broken }) => ({
      what: "rcpt ledger verify",
      measured: `${perSecond((events * 1_000) / time)} of ${events} events, ${perSecond(events / (own + postgres))} of processor time${broken.length === 0 ? "" : `; broken: ${broken.join(", ")}`}`,
      target: "≥ 50,000/s of processor time"
    })
  )

/** Until V8 has compiled what runs often. */
const warmUp = ({ port }: Service) =>
  load({
    port,
    clients: 16,
    request: () => get(check),
    warmUpFor: sized(8_000, 100),
    measureFor: 0
  })

const bench = Effect.gen(function* () {
  const grownData = yield* tempFolder()
  const filledIn = yield* fillStore(grownData, apiKey)
  const grown = yield* startService(grownData, apiKey)
  const empty = yield* startService(yield* tempFolder(), apiKey)
  yield* warmUp(empty)
  yield* warmUp(grown)
  const both = { grown, empty }
  const rows = [
    ...(yield* requests(both)),
    ...(yield* partitions(both)),
    ...(yield* lists(both)),
    yield* sealing(both),
    yield* audit(grownData)
  ]
  const count = (n: number) => n.toLocaleString("en")
  const { eventCount, accountCount, ownEntryCount, partitionCount } = growthFill
  yield* print(
    `growth: ${count(eventCount)} events of ${count(accountCount)} accounts, ${count(ownEntryCount)} of them of the ` +
      `account that asks, in ${partitionCount} partitions; filled in ${Math.round(filledIn / 1_000)} s`,
    rows
  )
})

bench.pipe(Effect.scoped, NodeRuntime.runMain())
