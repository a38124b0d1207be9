/**
 * `GET /verify`, fast mode, everything on: what one check costs the processor, Postgres and the disk,
 * beside a constant response of the same server (the floor).
 */
import { join } from "node:path"

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { Effect } from "effect"

import { measured, show, startService } from "../support/bench/httpCost.ts"
import { load } from "../support/bench/httpLoad.ts"
import { print } from "../support/bench/measure.ts"
import { cpuOf, memoryMib } from "../support/bench/processCost.ts"
import { sized } from "../support/bench/smoke.ts"
import { startProgram } from "../support/bench/startProgram.ts"
import { tempFolder } from "../support/tempFolder.ts"

const program = (path: string) => join(import.meta.dirname, "../..", path)
const apiKey = generate()

const requestFor = (email: string) =>
  `GET /api/v1/verify?email=${email} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${apiKey}\r\n\r\n`

const knownDomain = () => requestFor("ann@acme.test")

/** Each domain of the lab's synthetic ones once. */
let domainsUsed = 0
const newDomain = () => {
  domainsUsed += 1
  return requestFor(`ann@d${String(domainsUsed).padStart(5, "0")}.lab.test`)
}

const idleFor = sized(30, 0.3)
/** What a start leaves behind is done by then: V8 gives back what it took for a minute. */
const idleAfter = sized(60_000, 100)

/** A share of one core, in percent. */
const idleShare = (pid: number) =>
  Effect.gen(function* () {
    yield* Effect.sleep(idleAfter)
    const before = cpuOf(pid)
    yield* Effect.sleep(`${idleFor} seconds`)
    const after = cpuOf(pid)
    const share = (of: "own" | "postgres") => ((after[of] - before[of]) / idleFor) * 100
    return { own: share("own"), postgres: share("postgres") }
  })

const bench = Effect.gen(function* () {
  const running = yield* startService(yield* tempFolder(), apiKey)
  const sample = yield* Effect.promise(async () => {
    const url = `http://127.0.0.1:${running.port}/api/v1/verify?email=ann@acme.test`
    return (await fetch(url, { headers: { "x-api-key": apiKey } })).text()
  })
  const idle = yield* idleShare(running.pid)
  const memory = memoryMib(running.pid)
  // Until V8 has compiled what runs often, a check takes several times as long.
  yield* load({
    port: running.port,
    clients: 64,
    request: knownDomain,
    warmUpFor: 10_000,
    measureFor: 0
  })
  const one = yield* measured(running, 1, knownDomain)
  const many = yield* measured(running, 64, knownDomain)
  const fresh = yield* measured(running, 64, newDomain)
  const bare = yield* startProgram([program("test/support/bench/bareServer.ts"), sample])
  const floorOne = yield* measured(bare, 1, knownDomain)
  const floorMany = yield* measured(bare, 64, knownDomain)
  yield* print("verify-http", [
    show("GET /verify, 1 client, known domain", one, "cpu ≤ 2.5 ms, commits ≤ 2, flushes ≤ 1.3"),
    show("GET /verify, 64 clients, known domain", many, "≥ 30 % of the floor, WAL ≤ 1,300 B"),
    show("GET /verify, 64 clients, new domains", fresh, "cpu ≤ 0.9 ms"),
    show("floor: bare HttpApi answer, 1 client", floorOne),
    show("floor: bare HttpApi answer, 64 clients", floorMany),
    {
      what: "share of the floor's rate, 64 clients",
      measured: `${((many.perSecond / floorMany.perSecond) * 100).toFixed(1)} %`,
      target: "≥ 30 %"
    },
    {
      what: "idle, a minute after its start",
      measured: `${(idle.own + idle.postgres).toFixed(1)} % of a core (${idle.own.toFixed(1)} + ${idle.postgres.toFixed(1)})`,
      target: "≤ 1 %"
    },
    { what: "memory at rest", measured: `${memory.toFixed(0)} MiB`, target: "≤ 250 MiB" }
  ])
})

bench.pipe(Effect.scoped, NodeRuntime.runMain())
