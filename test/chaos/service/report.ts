/** The report of a run: for people in Markdown, for programs in JSON. */
import type { ChaosOptions } from "./ChaosOptions.ts"
import type { Claim, Evidence } from "./Evidence.ts"
import { judge, standstills } from "./judge.ts"
import { errorClasses } from "./realtimeErrors.ts"

export interface Report {
  readonly holds: boolean
  readonly claims: ReadonlyArray<Claim>
  readonly markdown: string
  readonly json: string
}

const seconds = (millis: number): string => (millis / 1_000).toFixed(1)

const table = (
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | number>>
): string =>
  [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => String(cell).replaceAll("\n", "<br>")).join(" | ")} |`)
    .join("\n")

const claimRows = (claims: ReadonlyArray<Claim>) =>
  claims.map(({ says, holds, found }) => [holds ? "yes" : "**no**", says, found])

/** At a share of all, in milliseconds. */
const quantile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const latencyRows = ({ checks }: Evidence) =>
  (["fast", "deep"] as const).map((mode) => {
    const took = checks
      .filter((check) => check.mode === mode && check.answer !== undefined)
      .map((check) => check.took)
      .toSorted((a, b) => a - b)
    return [mode, took.length, quantile(took, 0.5), quantile(took, 0.99), took.at(-1) ?? 0]
  })

export const report = (
  options: ChaosOptions,
  evidence: Evidence,
  leftOut: ReadonlyArray<string>
): Report => {
  const claims = judge(evidence)
  const holds = claims.every((claim) => claim.holds)
  const began = evidence.faults[0] ? evidence.faults[0].from - evidence.faults[0].at : 0
  const stood = standstills(evidence)
  const classes = errorClasses(evidence)
  const sections = [
    `# Chaos, seed ${options.seed}: ${holds ? "everything holds" : "something does not hold"}`,
    `${options.minutes} minutes, fast jobs of ${options.rows} rows and deep ones of ${options.deepRows}, ` +
      `${options.clients} clients, 3 nodes. Networks are cut by TCP proxies between the processes.`,
    ...leftOut,
    table(["holds", "claim", "found"], claimRows(claims)),
    "## Faults",
    table(
      ["at s", "kind", "node", "variant", "s", "over after s"],
      evidence.faults.map(({ kind, node, variant, lasts, from, to }) => [
        seconds(from - began),
        kind,
        node ?? "all",
        variant,
        seconds(lasts),
        seconds(to - from)
      ])
    ),
    "## Longest standstill of each job, while Postgres was there",
    table(
      ["job", "mode", "at s", "s", "during"],
      stood.map(({ job, mode, from, millis, during }) => [
        job,
        mode,
        seconds(from - began),
        seconds(millis),
        during
      ])
    ),
    "## Errors of real-time requests",
    table(
      ["connection cut by", "error", "times"],
      classes.map(({ cutBy, outcome, count }) => [cutBy, outcome, count])
    ),
    "## Answers of real-time requests",
    table(["mode", "answers", "p50 ms", "p99 ms", "longest ms"], latencyRows(evidence))
  ]
  const { faults, books, peaks } = evidence
  const json = { options, holds, claims, faults, standstills: stood, errors: classes, books, peaks }
  return {
    holds,
    claims,
    markdown: `${sections.join("\n\n")}\n`,
    json: `${JSON.stringify(json, undefined, 2)}\n`
  }
}
