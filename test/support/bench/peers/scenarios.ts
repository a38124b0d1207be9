/** What is measured of every tool, once in each round. */
import { Effect } from "effect"

import { load } from "../httpLoad.ts"
import { cpuOf } from "../processCost.ts"
import { sized } from "../smoke.ts"
import type { Mode, Tally, Tool } from "./Tool.ts"

export interface Sizes {
  readonly rounds: number
  /** Milliseconds of load before and during each measurement. */
  readonly warmUpFor: number
  readonly measureFor: number
  readonly deepList: { readonly rows: number; readonly domains: number }
  readonly fastList: { readonly rows: number; readonly domains: number }
}

export const sizes: Sizes = {
  rounds: Number(process.env["PEERS_ROUNDS"] ?? sized(3, 1)),
  // Until V8 has compiled what runs often, a check takes several times as long.
  warmUpFor: sized(6_000, 200),
  measureFor: Number(process.env["PEERS_SECONDS"] ?? sized(4, 0.5)) * 1_000,
  deepList: { rows: sized(2_000, 200), domains: sized(200, 20) },
  fastList: { rows: sized(20_000, 200), domains: sized(2_000, 20) }
}

/** The load in deep mode goes round among these; lists have domains of their own. */
const loadDomains = 200

export interface Measured {
  readonly perSecond: number
  /** Milliseconds per check. */
  readonly own: number
  readonly postgres: number
  /** Milliseconds; of single requests alone. */
  readonly p50?: number
  /** HTTP statuses, or what a list had for answers. */
  readonly answers: string
}

/** What a tool has been asked about so far, so that nothing repeats. All tools get the same. */
export interface Asked {
  /** Domains of the load in fast mode. */
  fast: number
  /** Mailboxes of the load in deep mode. */
  deep: number
  /** Domains of lists. */
  lists: number
}

export interface Scenario {
  readonly what: string
  readonly run: (tool: Tool, asked: Asked) => Effect.Effect<Measured>
}

const padded = (index: number): string => String(index).padStart(5, "0")

/** Adds the processor time of the tool, all of its processes, per check. */
const withCost = (
  tool: Pick<Tool, "pid" | "settleFor">,
  work: Effect.Effect<{ checks: number; perSecond: number; p50?: number; answers: string }>
): Effect.Effect<Measured> =>
  Effect.gen(function* () {
    yield* Effect.sleep(tool.settleFor)
    const before = cpuOf(tool.pid)
    const { checks, ...result } = yield* work
    yield* Effect.sleep(tool.settleFor)
    const after = cpuOf(tool.pid)
    const perCheck = (of: "own" | "postgres") => ((after[of] - before[of]) * 1_000) / checks
    return { ...result, own: perCheck("own"), postgres: perCheck("postgres") }
  })

export const underLoad = (
  tool: Pick<Tool, "port" | "pid" | "settleFor">,
  clients: number,
  request: (i: number) => string
): Effect.Effect<Measured> => {
  const { port } = tool
  const { warmUpFor, measureFor } = sizes
  const measured = Effect.map(
    load({ port, clients, request, warmUpFor: 0, measureFor }),
    ({ statuses, perSecond, p50 }) => ({
      checks: Object.values(statuses).reduce((sum, count) => sum + count, 0),
      perSecond,
      p50,
      answers: Object.keys(statuses).join(",")
    })
  )
  return load({ port, clients, request, warmUpFor, measureFor: 0 }).pipe(
    Effect.andThen(withCost(tool, measured))
  )
}

const fastLoad = (clients: number): Scenario => ({
  what: `fast, ${clients} at once, a new domain each`,
  run: (tool, asked) =>
    underLoad(tool, clients, () => {
      asked.fast += 1
      return tool.request(`ann@d${padded(asked.fast)}.lab.test`, "fast")
    })
})

/** Half of the mailboxes exist; none is asked about twice. */
const mailbox = (i: number): string => (i % 2 === 0 ? `user${i}` : `nobody${i}`)

const deepLoad = (clients: number): Scenario => ({
  what: `deep, ${clients} at once, ${loadDomains} domains`,
  run: (tool, asked) =>
    underLoad(tool, clients, () => {
      asked.deep += 1
      const domain = 1 + (Math.floor(asked.deep / 2) % loadDomains)
      return tool.request(`${mailbox(asked.deep)}@p${padded(domain)}.test`, "deep")
    })
})

const says = ({ valid, invalid, unknown }: Tally): string =>
  `${valid} valid, ${invalid} invalid, ${unknown} unknown`

const list = (mode: Mode, { rows, domains }: { rows: number; domains: number }): Scenario => ({
  what: `${mode} list, ${rows.toLocaleString("en")} addresses on ${domains.toLocaleString("en")} new domains`,
  run: (tool, asked) => {
    const first = loadDomains + 1 + asked.lists
    asked.lists += domains
    const emails = Array.from({ length: rows }, (_, row) => {
      const local = mode === "deep" ? mailbox(Math.floor(row / domains)) : `ann.${row}`
      return `${local}@p${padded(first + (row % domains))}.test`
    })
    const work = Effect.gen(function* () {
      const startedAt = performance.now()
      const tally = yield* tool.verifyList(emails, mode)
      const seconds = (performance.now() - startedAt) / 1_000
      return { checks: rows, perSecond: rows / seconds, answers: says(tally) }
    })
    return withCost(tool, work)
  }
})

export const scenarios: ReadonlyArray<Scenario> = [
  fastLoad(1),
  fastLoad(64),
  deepLoad(1),
  deepLoad(64),
  list("deep", sizes.deepList),
  list("fast", sizes.fastList)
]
