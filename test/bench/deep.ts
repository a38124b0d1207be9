/**
 * SMTP sessions per second over many domains, compared with a bare loop over sockets that sends the
 * same commands; and the cost of 2,000 concurrent sessions with slow servers, also for requests in
 * fast mode.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Prober } from "@rcpt/verifier/Prober"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Effect, Fiber, Layer, Schedule } from "effect"

import { load } from "../support/bench/httpLoad.ts"
import { millis, perSecond, print, rateOf } from "../support/bench/measure.ts"
import { sized } from "../support/bench/smoke.ts"
import { startProgram } from "../support/bench/startProgram.ts"

const program = (path: string) => join(import.meta.dirname, "../..", path)

const atOnce = 256
const openAtOnce = sized(2_000, 100)
const fastClients = 8
/** All domains are looked up before the measurement, so that it measures sessions, not DNS. */
const domainsMax = { quick: sized(2_000, 200), slow: sized(200, 50) }
const mebibyte = 1024 * 1024

const domain = (index: number, kind: "quick" | "slow"): string =>
  `d${String(1 + (index % domainsMax[kind])).padStart(5, "0")}${kind}.test`

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "rcpt-bench-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

type Env = Readonly<Record<string, string>>

const startWorld = Effect.gen(function* () {
  const file = join(yield* folder, "env.json")
  yield* startProgram([program("test/support/bench/manyDomains.ts"), file])
  return JSON.parse(readFileSync(file, "utf8")) as Env
})

const verifierIn = (env: Env) => {
  const unsafeNetworks = ["127.0.0.0/8"]
  return Verifier.layer({ unsafeNetworks }).pipe(
    Layer.provide([
      Lists.layer,
      Prober.layer({
        helo: "probe.rcpt.test",
        mailFrom: "verify@rcpt.test",
        port: Number(env["RCPT_SMTP_PORT"]),
        unsafeNetworks,
        pace: { connections: 100, startsPerSecond: 10_000 }
      })
    ]),
    Layer.provide(Resolver.layer({ servers: [env["RCPT_DNS_SERVERS"] ?? ""] }))
  )
}

const verify = (i: number, mode: "fast" | "deep") =>
  Verifier.use((verifier) =>
    verifier.verify(`nobody@${domain(i, "quick")}`, { mode, context: false })
  )

const ours = (env: Env) =>
  Effect.gen(function* () {
    const all = Array.from({ length: domainsMax.quick }, (_, i) => i)
    yield* Effect.forEach(all, (i) => verify(i, "fast"), { concurrency: atOnce, discard: true })
    return yield* rateOf(atOnce, (i) =>
      Effect.gen(function* () {
        const { smtp } = (yield* verify(i, "deep")).evidence
        if (smtp?.status !== "undeliverable") {
          return yield* Effect.die(new Error(JSON.stringify(smtp)))
        }
      })
    )
  }).pipe(Effect.provide(verifierIn(env)))

const lines = [
  "EHLO probe.rcpt.test",
  "MAIL FROM:<verify@rcpt.test>",
  "RCPT TO:<nobody@x.test>",
  "QUIT"
]

/** The same commands without any interpretation of the replies. */
const bareSession = (port: number, server: number): Promise<void> =>
  new Promise((resolve, reject) => {
    let next = 0
    let received = ""
    const socket = connect({ port, host: `127.0.20.${server}`, noDelay: true })
    socket.on("data", (data) => {
      received += data.toString("latin1")
      if (!/(?:^|\n)\d{3} [^\n]*\n$/.test(received)) return
      received = ""
      const line = lines[next++]
      if (line !== undefined) socket.write(`${line}\r\n`)
    })
    socket.on("error", reject)
    socket.on("close", () => resolve())
  })

const floor = (env: Env) =>
  rateOf(atOnce, (i) =>
    Effect.promise(() => bareSession(Number(env["RCPT_SMTP_PORT"]), (i % 32) + 1))
  )

const apiKey = generate()

const startService = (env: Env) =>
  Effect.gen(function* () {
    return yield* startProgram([program("packages/cli/src/main.ts"), "start"], {
      ...env,
      RCPT_PORT: "0",
      RCPT_DATA_DIR: yield* folder,
      RCPT_OWNER_API_KEY: apiKey,
      RCPT_OWNER_CREDITS: "100000000",
      RCPT_RATE_LIMIT: "off",
      RCPT_ENUMERATION_LIMIT: "off",
      RCPT_MAX_INFLIGHT: "10000",
      RCPT_SMTP_CONCURRENCY: "4000",
      RCPT_LOG: "none"
    })
  })

const request = (email: string, mode: string): string =>
  `GET /api/v1/verify?email=${email}&mode=${mode} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${apiKey}\r\n\r\n`

const rssOf = (pid: number): number => {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  return (Number(kib) * 1024) / mebibyte
}

const underLoad = (env: Env) =>
  Effect.gen(function* () {
    const { port, pid } = yield* startService(env)
    const fast = (i: number) => request(`ann@${domain(i % 100, "quick")}`, "fast")
    const quiet = yield* load({ port, clients: fastClients, request: fast })
    yield* load({ port, clients: 50, request: (i) => request(`ann@${domain(i, "slow")}`, "fast") })
    let rss = 0
    const watch = yield* Effect.sync(() => {
      rss = Math.max(rss, rssOf(pid))
    }).pipe(Effect.repeat(Schedule.spaced("100 millis")), Effect.forkChild)
    const [deep, busy] = yield* Effect.all(
      [
        load({
          port,
          clients: openAtOnce,
          request: (i) => request(`nobody@${domain(i, "slow")}`, "deep")
        }),
        load({ port, clients: fastClients, request: fast })
      ],
      { concurrency: "unbounded" }
    )
    yield* Fiber.interrupt(watch)
    return { quiet, deep, busy, rss }
  })

const statuses = (all: Readonly<Record<number, number>>): string => Object.keys(all).join(",")

const bench = Effect.gen(function* () {
  const env = yield* startWorld
  const own = yield* ours(env)
  const bare = yield* floor(env)
  const { quiet, deep, busy, rss } = yield* underLoad(env)
  yield* print("deep", [
    {
      what: `SMTP sessions over ${domainsMax.quick.toLocaleString("en")} domains, ${atOnce} at once`,
      measured: `${perSecond(own.perSecond)}, p99 ${millis(own.p99)}`,
      target: "≥ 1,500/s"
    },
    { what: "floor: the same commands over node:net", measured: perSecond(bare.perSecond) },
    {
      what: `${openAtOnce.toLocaleString("en")} open at once with 1 s servers, over HTTP`,
      measured: `${perSecond(deep.perSecond)}, p50 ${millis(deep.p50)} (${statuses(deep.statuses)})`
    },
    {
      what: "memory of the service meanwhile",
      measured: `${Math.round(rss)} MiB`,
      target: "≤ 600 MB"
    },
    {
      what: `fast mode at the same time, ${fastClients} clients`,
      measured: `${perSecond(busy.perSecond)}, p99 ${millis(busy.p99)} (${statuses(busy.statuses)})`
    },
    {
      what: `fast mode alone, ${fastClients} clients`,
      measured: `${perSecond(quiet.perSecond)}, p99 ${millis(quiet.p99)}`
    }
  ])
})

bench.pipe(Effect.scoped, NodeRuntime.runMain())
