/**
 * The comparison, in a network of its own (ownNetwork.ts): the lab, rcpt and its peers, all started
 * once, then measured in turns, round by round. The argument is the list of peers, as JSON.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect } from "effect"

import { middle, millis, perSecond, print } from "../measure.ts"
import type { Row } from "../measure.ts"
import { memoryMib } from "../processCost.ts"
import { startProgram } from "../startProgram.ts"
import { agreementsOf, countOf } from "./agreement.ts"
import type { Agreement } from "./agreement.ts"
import type { Peer } from "./PeerBuild.ts"
import * as rcpt from "./rcptTool.ts"
import { scenarios, sizes, underLoad } from "./scenarios.ts"
import type { Measured } from "./scenarios.ts"
import { startPeer } from "./Tool.ts"
import type { Tool } from "./Tool.ts"

const support = (name: string) => join(import.meta.dirname, name)

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "rcpt-bench-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const startLab = Effect.gen(function* () {
  const file = join(yield* folder, "env.json")
  yield* startProgram([support("labOnPort25.ts"), file])
  return JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, string>>
})

/** One turn. What fails is shown and left out, so that it costs neither the others nor their rounds. */
const attempt = (what: string, tool: Tool, turn: Effect.Effect<Measured>) =>
  turn.pipe(
    Effect.map((measured): ReadonlyArray<Measured> => [measured]),
    Effect.catchDefect((defect) =>
      Effect.sync((): ReadonlyArray<Measured> => {
        console.error(`peers: ${tool.name}, ${what}: ${String(defect)}`)
        return []
      })
    )
  )

/** The median of each number over all rounds that did not fail. */
const medianOf = (rounds: ReadonlyArray<Measured>): Measured => {
  const p50s = rounds.flatMap(({ p50 }) => p50 ?? [])
  return {
    perSecond: middle(rounds.map((round) => round.perSecond)),
    own: middle(rounds.map(({ own }) => own)),
    postgres: middle(rounds.map(({ postgres }) => postgres)),
    ...(p50s.length > 0 && { p50: middle(p50s) }),
    answers: [
      ...new Set(rounds.map(({ answers }) => answers)),
      ...(rounds.length < sizes.rounds ? [`failed ${sizes.rounds - rounds.length} times`] : [])
    ].join("; ")
  }
}

const show = (what: string, { perSecond: rate, p50, own, postgres, answers }: Measured): Row => {
  const total = `cpu ${(own + postgres).toFixed(2)} ms`
  const cpu = postgres > 0 ? `${total} (${own.toFixed(2)} + ${postgres.toFixed(2)})` : total
  const latency = p50 === undefined ? "" : `, p50 ${millis(p50)}`
  return { what, measured: `${perSecond(rate)}${latency}, ${cpu}`, target: answers }
}

/** Milliseconds; an answer of rcpt to a domain that it knows, beside the server without our code. */
const ownRows = (tool: Tool) =>
  Effect.gen(function* () {
    const known = () => tool.request("ann@acme.test", "fast")
    const sample = yield* Effect.promise(async () => {
      const url = `http://127.0.0.1:${tool.port}/api/v1/verify?email=ann@acme.test`
      const headers = { "x-api-key": rcpt.apiKey }
      return (await fetch(url, { headers })).text()
    })
    const floor = yield* startProgram([support("../bareServer.ts"), sample])
    const bare = { ...floor, settleFor: tool.settleFor }
    const rows = []
    for (const clients of [1, 64]) {
      rows.push(
        show(`rcpt, a known domain, ${clients} at once`, yield* underLoad(tool, clients, known)),
        show(
          `floor: bare HttpApi answer, ${clients} at once`,
          yield* underLoad(bare, clients, known)
        )
      )
    }
    return rows
  })

const showAgreement = (what: string, { right, wrong, unknown, guessed }: Agreement): Row => {
  const settled = countOf("exists") + countOf("absent")
  return {
    what,
    measured: `${right} right, ${wrong} wrong, ${unknown} unknown`,
    target: `of ${settled}; ${guessed} of ${countOf("hidden")} hidden ones guessed`
  }
}

const agreementRows = (tools: ReadonlyArray<Tool>) =>
  Effect.gen(function* () {
    const rows: Array<Row> = []
    const mistakes: Array<Row> = []
    for (const tool of tools) {
      const readings = tool.name === "rcpt" ? [tool.verdictOf, rcpt.statusOf] : [tool.verdictOf]
      const [own, byStatus] = yield* agreementsOf(tool, readings)
      if (own) rows.push(showAgreement(tool.name, own))
      if (byStatus) rows.push(showAgreement(`${tool.name}, by "status" alone`, byStatus))
      for (const measured of own?.mistakes ?? []) mistakes.push({ what: tool.name, measured })
    }
    return { rows, mistakes }
  })

const bench = Effect.gen(function* () {
  const peers = JSON.parse(process.argv[2] ?? "[]") as ReadonlyArray<Peer>
  const env = yield* startLab
  const own = yield* rcpt.startRcpt(env, yield* folder)
  const tools = [own, ...(yield* Effect.forEach(peers, startPeer))]
  const turns = tools.map((tool) => ({ tool, asked: { fast: 0, deep: 0, lists: 0 } }))
  const measured = new Map<string, Array<Measured>>()
  for (let round = 1; round <= sizes.rounds; round++) {
    for (const { what, run } of scenarios) {
      for (const { tool, asked } of turns) {
        const key = `${what} ${tool.name}`
        const result = yield* attempt(what, tool, run(tool, asked))
        measured.set(key, [...(measured.get(key) ?? []), ...result])
      }
    }
    console.error(`peers: round ${round} of ${sizes.rounds}`)
  }
  for (const { what } of scenarios) {
    const rows = tools.map(({ name }) =>
      show(name, medianOf(measured.get(`${what} ${name}`) ?? []))
    )
    yield* print(what, rows)
  }
  yield* print("for comparison", yield* ownRows(own))
  yield* Effect.sleep("5 seconds")
  yield* print(
    "memory at rest, after all this",
    tools.map(({ name, pid }) => ({ what: name, measured: `${memoryMib(pid).toFixed(0)} MiB` }))
  )
  const { rows, mistakes } = yield* agreementRows(tools)
  yield* print("verdicts on the lab's samples, deep", rows)
  if (mistakes.length > 0) yield* print("wrong or guessed", mistakes)
})

bench.pipe(Effect.scoped, NodeRuntime.runMain())
