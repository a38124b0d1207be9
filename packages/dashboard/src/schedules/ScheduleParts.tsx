/** What the list of schedules and the page of one have in common. */
import type { ScheduleRun } from "@rcpt/api/Schedule"

import type { BarPart } from "../parts/Bar.ts"
import { Badge } from "../parts/StatusBadge.tsx"
import type { Tone } from "../parts/StatusBadge.tsx"
import { whole } from "../words/numbers.ts"
import { words } from "../words/schedules.tsx"

const tones: Readonly<Record<ScheduleRun["state"], Tone>> = {
  waiting: "neutral",
  checking: "active",
  writing: "active",
  done: "good",
  nothing_due: "good",
  over_limit: "warn",
  cancelled: "neutral",
  failed: "bad"
}

export const RunBadge = ({ state }: Pick<ScheduleRun, "state">) => (
  <Badge tone={tones[state]}>{words.states[state]}</Badge>
)

type Counted = keyof ScheduleRun["changes"] & keyof typeof words.counts

const drawn = [
  ["risky", "risky"],
  ["revived", "valid"],
  ["dead", "invalid"]
] as const satisfies ReadonlyArray<readonly [Counted, BarPart["fill"]]>

/** What changed in some runs, as parts of a bar. */
export const partsOf = (runs: ReadonlyArray<Pick<ScheduleRun, "changes">>): Array<BarPart> =>
  drawn.map(([name, fill]) => ({
    fill,
    name: words.counts[name],
    count: runs.reduce((sum, { changes }) => sum + changes[name], 0)
  }))

/** What changed in a run, such as "Newly dead: 18 · Revived: 3". */
export const Changes = ({ changes }: Pick<ScheduleRun, "changes">) => {
  const names = (Object.keys(words.counts) as ReadonlyArray<Counted>).filter(
    (name) => changes[name] > 0
  )
  return names.length === 0 ? (
    <span className="muted">–</span>
  ) : (
    names.map((name) => `${words.counts[name]}: ${whole(changes[name])}`).join(" · ")
  )
}
