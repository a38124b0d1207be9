/**
 * Processor time of a check of a domain that nobody knows yet, with 64 clients at once: of the service with its
 * Postgres, without the lab, which runs in a process of its own. Beside it, in turns, the service of another checkout
 * and the other verifiers.
 */
import { join } from "node:path"

import { Effect } from "effect"

import { measured } from "../httpCost.ts"
import { elapsed, middle, perSecond } from "../measure.ts"
import type { Row } from "../measure.ts"
import type { Peer } from "../peers/PeerBuild.ts"
import { startRcpt } from "../peers/rcptTool.ts"
import { startPeer } from "../peers/Tool.ts"
import type { Tool } from "../peers/Tool.ts"
import { cpuOf } from "../processCost.ts"
import { sized } from "../smoke.ts"
import { domainOf } from "./kinds.ts"

/** The folder of another checkout, whose service is measured in the same turns. */
const beside = process.env["ROUNDS_BESIDE"]
const turns = Number(process.env["ROUNDS_TURNS"] ?? sized(3, 1))
const clients = 64
const rowsOfList = sized(6_000, 100)

type Env = Readonly<Record<string, string>>

interface Subject extends Tool {
  /** Domains that it has been asked about. All subjects are asked about the same. */
  asked: number
}

interface Cost {
  readonly perSecond: number
  /** Milliseconds per check. */
  readonly own: number
  readonly postgres: number
}

const newEmail = (subject: Subject): string => `ann@${domainOf("o", (subject.asked += 1))}`

const underLoad =
  (mode: "fast" | "deep", email: (subject: Subject) => string) =>
  (subject: Subject): Effect.Effect<Cost> =>
    measured(subject, clients, () => subject.request(email(subject), mode))

/** A list of which each row has a domain of its own. */
const list = (subject: Subject): Effect.Effect<Cost> =>
  Effect.gen(function* () {
    const emails = Array.from({ length: rowsOfList }, () => newEmail(subject))
    const before = cpuOf(subject.pid)
    const { millis } = yield* elapsed(subject.verifyList(emails, "fast"))
    yield* Effect.sleep(subject.settleFor)
    const after = cpuOf(subject.pid)
    return {
      perSecond: (rowsOfList / millis) * 1_000,
      own: ((after.own - before.own) * 1_000) / rowsOfList,
      postgres: ((after.postgres - before.postgres) * 1_000) / rowsOfList
    }
  })

interface Work {
  readonly what: string
  readonly target?: string
  readonly run: (subject: Subject) => Effect.Effect<Cost>
}

const works: ReadonlyArray<Work> = [
  { what: "fast, a known domain", run: underLoad("fast", () => `ann@${domainOf("o", 0)}`) },
  { what: "fast, a new domain", target: "≤ 0.9 ms", run: underLoad("fast", newEmail) },
  { what: "deep, a new domain", target: "≤ 1.8 ms", run: underLoad("deep", newEmail) },
  { what: "a row of a fast list, a new domain", run: list }
]

const show = (what: string, all: ReadonlyArray<Cost>, target: string): Row => {
  const of = (key: keyof Cost) => middle(all.map((cost) => cost[key]))
  const totals = all.map(({ own, postgres }) => own + postgres)
  const parts = `${of("own").toFixed(2)} + ${of("postgres").toFixed(2)}`
  return {
    what,
    measured: `${middle(totals).toFixed(2)} ms of processor (${parts}), ${perSecond(of("perSecond"))}`,
    target: `${totals.map((total) => total.toFixed(2)).join(", ")}; ${target}`
  }
}

const startSubjects = (env: Env, dataDir: string, peers: ReadonlyArray<Peer>) => {
  const near = { ...env, RCPT_DNS_SERVERS: env["NEAR_SERVER"] ?? "" }
  const started = [
    startRcpt(near, join(dataDir, "own")),
    ...(beside === undefined
      ? []
      : [
          Effect.map(startRcpt(near, join(dataDir, "other"), beside), (tool) => ({
            ...tool,
            name: "ROUNDS_BESIDE"
          }))
        ]),
    ...peers.map(startPeer)
  ]
  return Effect.map(Effect.all(started), (tools) =>
    tools.map((tool): Subject => ({ ...tool, asked: 0 }))
  )
}

/** The medians over all turns, and what each turn had. */
export const measureNewDomains = (env: Env, dataDir: string, peers: ReadonlyArray<Peer>) =>
  Effect.gen(function* () {
    const subjects = yield* startSubjects(env, dataDir, peers)
    const costs = new Map<string, Array<Cost>>()
    // The first turn is not counted: until V8 has compiled what runs often, a check takes several times as long.
    for (let turn = 0; turn <= turns; turn++)
      for (const { what, run } of works)
        for (const subject of subjects) {
          const cost = yield* run(subject)
          const key = `${subject.name}, ${what}`
          costs.set(key, turn === 0 ? [] : [...(costs.get(key) ?? []), cost])
        }
    return works.flatMap(({ what, target = "" }) =>
      subjects.map(({ name }) => {
        const key = `${name}, ${what}`
        return show(key, costs.get(key) ?? [], target)
      })
    )
  })
