/** `GET /verify`, fast mode, warm domain, everything on, beside an answer that nothing went into. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { generate } from "@rcpt/service/accounts/apiKey"
import { Effect } from "effect"

import { load } from "../support/bench/httpLoad.ts"
import type { Loaded } from "../support/bench/httpLoad.ts"
import { millis, perSecond, print } from "../support/bench/measure.ts"
import { startProgram } from "../support/bench/startProgram.ts"

const program = (path: string) => join(import.meta.dirname, "../..", path)
const apiKey = generate()

const request = () =>
  `GET /api/v1/verify?email=ann@acme.test HTTP/1.1\r\nHost: x\r\nX-API-Key: ${apiKey}\r\n\r\n`

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "rcpt-bench-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const service = Effect.gen(function* () {
  return yield* startProgram([program("packages/cli/src/main.ts"), "start", "--lab"], {
    RCPT_PORT: "0",
    RCPT_DATA_DIR: yield* folder,
    RCPT_OWNER_API_KEY: apiKey,
    RCPT_OWNER_CREDITS: "100000000",
    // Counted like any other account, and never over it.
    RCPT_RATE_LIMIT: "100000/s"
  })
})

const measure = (port: number) =>
  Effect.gen(function* () {
    return {
      one: yield* load({ port, clients: 1, request }),
      many: yield* load({ port, clients: 64, request })
    }
  })

const show = (what: string, { perSecond: rate, p50, p99, statuses }: Loaded, target?: string) => {
  const all = Object.keys(statuses).join(",")
  const measured = `${perSecond(rate)}, p50 ${millis(p50)}, p99 ${millis(p99)} (${all})`
  return { what, measured, ...(target && { target }) }
}

const bench = Effect.gen(function* () {
  const running = yield* service
  const sample = yield* Effect.promise(async () => {
    const url = `http://127.0.0.1:${running.port}/api/v1/verify?email=ann@acme.test`
    return (await fetch(url, { headers: { "x-api-key": apiKey } })).text()
  })
  const ours = yield* measure(running.port)
  const bare = yield* startProgram([program("test/support/bench/bareServer.ts"), sample])
  const floor = yield* measure(bare.port)
  yield* print("verify-http", [
    show("GET /verify, 64 clients", ours.many, "≥ 2,000/s, p99 ≤ 60 ms"),
    show("GET /verify, 1 client", ours.one, "p50 ≤ 4 ms"),
    show("floor: bare HttpApi answer, 64 clients", floor.many),
    show("floor: bare HttpApi answer, 1 client", floor.one)
  ])
})

bench.pipe(Effect.scoped, NodeRuntime.runMain())
