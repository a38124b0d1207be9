/** Nodes as text of 80 columns: a line for each process, and what the views lag behind. */
import type { Lag, Member } from "@rcpt/service/operations/admin/members"

import { painter, wrapped } from "./report.ts"
import type { Paint } from "./report.ts"

const nameWidth = 36
const headings = `${"node".padEnd(nameWidth)}role   version  shards  actors   clock  state`

/** `null`: the process has not said. */
const numberOf = (value: number | null): string => (value === null ? "–" : String(value))

const clockOf = ({ clockAhead }: Member): string =>
  clockAhead === null ? "–" : `${clockAhead < 0 ? "" : "+"}${(clockAhead / 1_000).toFixed(1)} s`

const stateOf = ({ alive, drainAskedAt, drainedAt }: Member): string => {
  if (!alive) return "dead"
  if (drainedAt !== null) return "drained"
  return drainAskedAt === null ? "alive" : "draining"
}

const styles = { dead: "red", drained: "yellow", draining: "yellow", alive: "green" } as const

const lineOf = (paint: Paint, member: Member): string => {
  const state = stateOf(member) as keyof typeof styles
  return [
    member.name.padEnd(nameWidth),
    (member.role ?? "–").padEnd(7),
    (member.version ?? "–").padEnd(7),
    numberOf(member.shards).padStart(8),
    numberOf(member.actors).padStart(8),
    clockOf(member).padStart(8),
    `  ${paint(styles[state], state)}`
  ].join("")
}

const lagOf = ({ name, generation, behind, behindSeconds }: Lag["views"][number]): string =>
  `  ${`${name} ${generation}`.padEnd(nameWidth - 2)}${behind} commits, ${behindSeconds.toFixed(1)} s`

export const nodesReport = (
  members: ReadonlyArray<Member>,
  { unsealed, views }: Lag,
  missing: string | undefined,
  canColor: boolean
): string => {
  if (members.length === 0) return "No node has run on this database in the last 24 hours."
  const paint = painter(canColor)
  return [
    paint("bold", headings),
    ...members.map((member) => lineOf(paint, member)),
    ...(missing === undefined ? [] : ["", paint("red", wrapped(missing, "", ""))]),
    "",
    paint("bold", "behind the log"),
    `  ${"not sealed".padEnd(nameWidth - 2)}${unsealed} commits`,
    ...views.map(lagOf)
  ].join("\n")
}
