/**
 * The measurement of `npm run bench rounds`: processor time of a new domain (newDomains.ts), then rounds. A round is one
 * wait for the name server: the time of a check by the distance of the server. For these our verifier runs in this
 * process, without service and store, and knows no domain yet.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Prober } from "@rcpt/verifier/Prober"
import type { VerifyOptions } from "@rcpt/verifier/steps"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Effect, Layer } from "effect"

import { open, send } from "../httpLoad.ts"
import { elapsed, print } from "../measure.ts"
import type { Row } from "../measure.ts"
import type { Peer } from "../peers/PeerBuild.ts"
import { startPeer } from "../peers/Tool.ts"
import { sized } from "../smoke.ts"
import { startProgram } from "../startProgram.ts"
import { domainOf, kinds } from "./kinds.ts"
import type { Kind } from "./kinds.ts"
import { measureNewDomains } from "./newDomains.ts"

/** Checks of each kind at each distance. They run a few at a time, so that none waits for the processor. */
const checks = sized(120, 8)
const atOnce = 4

interface Place {
  readonly name: string
  readonly millis: number
  readonly lostOneIn: number
  readonly isBesideSilent: boolean
}

const at = (millis: number): Place => ({
  name: `${millis} ms away`,
  millis,
  lostOneIn: 0,
  isBesideSilent: false
})

const places: ReadonlyArray<Place> = [
  at(20),
  at(40),
  at(80),
  { ...at(40), name: "40 ms away, one datagram in 50 lost", lostOneIn: 50 },
  { ...at(40), name: "40 ms away, first of two servers silent", isBesideSilent: true }
].slice(0, Number(process.env["ROUNDS_PLACES"] ?? sized(5, 1)))

type Env = Readonly<Record<string, string>>
type Mode = "fast" | "deep" | "list"

interface Subject {
  readonly name: string
  readonly modes: ReadonlyArray<Mode>
  readonly check: (email: string, mode: Mode) => Effect.Effect<unknown>
  readonly questions?: Effect.Effect<number>
}

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "rcpt-bench-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const startLab = (ports: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const file = join(yield* folder, "env.json")
    const { port } = yield* startProgram([join(import.meta.dirname, "lab.ts"), file, ...ports])
    const move = ({ millis, lostOneIn }: Place) =>
      Effect.promise(() => fetch(`http://127.0.0.1:${port}/${millis}/${lostOneIn}`))
    return { env: JSON.parse(readFileSync(file, "utf8")) as Env, move }
  })

const optionsOf: Readonly<Record<Mode, VerifyOptions>> = {
  fast: {},
  deep: { mode: "deep" },
  list: { urgency: "bulk", context: false }
}

const startOurs = (env: Env, servers: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const unsafeNetworks = ["127.0.0.0/8"]
    const prober = Prober.layer({
      helo: env["RCPT_HELO"] ?? "",
      mailFrom: env["RCPT_MAIL_FROM"] ?? "",
      port: Number(env["RCPT_SMTP_PORT"]),
      unsafeNetworks,
      pace: { connections: 100, startsPerSecond: 10_000 }
    })
    const layer = Verifier.layer({ unsafeNetworks }).pipe(
      Layer.provide([Lists.layer, prober]),
      Layer.provideMerge(Resolver.layer({ servers }))
    )
    const services = yield* Layer.build(layer)
    const check: Subject["check"] = (email, mode) =>
      Verifier.use((verifier) => verifier.verify(email, optionsOf[mode])).pipe(
        Effect.provide(services)
      )
    const questions = Resolver.use(({ queriesSent }) => queriesSent).pipe(Effect.provide(services))
    return { name: "rcpt", modes: ["fast", "deep", "list"], check, questions } satisfies Subject
  })

const startOther = (peer: Peer) =>
  Effect.map(startPeer(peer), ({ name, port, request }): Subject => ({
    name,
    modes: ["fast"],
    check: (email) =>
      Effect.promise(async () => {
        const socket = open(port)
        await send(socket, request(email, "fast"))
        socket.destroy()
      })
  }))

/** No domain is asked about twice. */
let used = 0
const emailsOf = (kind: Kind, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, () => `ann@${domainOf(kind, (used += 1))}`)

const measure = (subject: Subject, kind: Kind, mode: Mode, { millis }: Place) =>
  Effect.gen(function* () {
    const before = yield* subject.questions ?? Effect.succeed(0)
    const times = yield* Effect.forEach(
      emailsOf(kind, checks),
      (email) => Effect.map(elapsed(subject.check(email, mode)), (timed) => timed.millis),
      { concurrency: atOnce }
    )
    const asked = ((yield* subject.questions ?? Effect.succeed(0)) - before) / checks
    const sorted = times.toSorted((one, other) => one - other)
    const share = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
    const [p50, p95, p99] = [share(0.5), share(0.95), share(0.99)].map((each) => each.toFixed(0))
    return {
      what: `${subject.name}, ${mode}, ${kinds[kind]}`,
      measured: `${(share(0.5) / millis).toFixed(2)} rounds`,
      target: `p50 ${p50}, p95 ${p95}, p99 ${p99} ms${subject.questions ? `; ${asked.toFixed(1)} questions` : ""}`
    } satisfies Row
  })

const kindsAll = Object.keys(kinds) as ReadonlyArray<Kind>

const bench = Effect.gen(function* () {
  const [peers = "[]", ...ports] = process.argv.slice(2)
  const lab = yield* startLab(ports)
  const server = lab.env["RCPT_DNS_SERVERS"] ?? ""
  const ours = yield* startOurs(lab.env, [server])
  const besideSilent = yield* startOurs(lab.env, [lab.env["SILENT_SERVER"] ?? "", server])
  const known = JSON.parse(peers) as ReadonlyArray<Peer>
  const others = yield* Effect.forEach(known, startOther)
  const newDomains = measureNewDomains(lab.env, yield* folder, known)
  yield* print("Processor time, 64 clients", yield* Effect.scoped(newDomains))
  for (const place of places) {
    yield* lab.move(place)
    const subjects = place.isBesideSilent ? [besideSilent] : [ours, ...others]
    const rows: Array<Row> = []
    for (const subject of subjects)
      for (const mode of subject.modes)
        for (const kind of kindsAll) rows.push(yield* measure(subject, kind, mode, place))
    yield* print(place.name, rows)
  }
})

bench.pipe(Effect.scoped, NodeRuntime.runMain())
