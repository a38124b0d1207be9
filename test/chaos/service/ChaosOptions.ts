/** The options of `npm run chaos`, from its command line. */
import { parseArgs } from "node:util"

import { faultKinds } from "./schedule.ts"
import type { FaultKind } from "./schedule.ts"

export interface ChaosOptions {
  /** The same seed gives the same schedule of faults. */
  readonly seed: number
  /** Of load and faults; what was begun then is finished. */
  readonly minutes: number
  /** Of each fast job and of each deep one; a finished job is followed by another one. */
  readonly rows: number
  readonly deepRows: number
  /** Real-time clients. */
  readonly clients: number
  readonly kinds: ReadonlyArray<FaultKind>
  /** The folder of report.md, report.json and the log of each node. */
  readonly report: string
}

const defaults = {
  seed: "1",
  minutes: "5",
  rows: "100000",
  "deep-rows": "5000",
  clients: "50",
  faults: faultKinds.join(),
  report: ".rcpt/chaos"
}

/** Largest values: more would not fit into the database of a run, or into one process. */
const limits = {
  seed: 2 ** 32 - 1,
  minutes: 24 * 60,
  rows: 1_000_000,
  "deep-rows": 100_000,
  clients: 500
}

type NumberName = keyof typeof limits

const numberOf = (values: Readonly<Record<NumberName, string>>, name: NumberName): number => {
  const value = Number(values[name])
  const least = name === "minutes" ? 0.1 : name === "seed" ? 0 : 1
  const isWhole = name === "minutes" || Number.isInteger(value)
  if (values[name].trim() !== "" && isWhole && value >= least && value <= limits[name]) return value
  throw new RangeError(`--${name} must be a number from ${least} to ${limits[name]}`)
}

const kindsOf = (list: string): ReadonlyArray<FaultKind> =>
  list.split(",").map((name) => {
    const kind = faultKinds.find((known) => known === name)
    if (kind !== undefined) return kind
    throw new RangeError(`--faults has no "${name}"; there are ${faultKinds.join(", ")}`)
  })

/** Throws an error that names the option and its limits. */
export const optionsOf = (args: ReadonlyArray<string>): ChaosOptions => {
  const names = Object.entries(defaults)
  const { values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      names.map(([name, value]) => [name, { type: "string" as const, default: value }])
    )
  })
  const texts = values as typeof defaults
  return {
    seed: numberOf(texts, "seed"),
    minutes: numberOf(texts, "minutes"),
    rows: numberOf(texts, "rows"),
    deepRows: numberOf(texts, "deep-rows"),
    clients: numberOf(texts, "clients"),
    kinds: kindsOf(texts.faults),
    report: texts.report
  }
}
