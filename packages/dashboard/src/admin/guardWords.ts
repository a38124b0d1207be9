/** Texts about a guard: its state, the reason for a pause, and its pace. */
import type { Health } from "@rcpt/api/Health"

import type { IconName } from "../parts/Icon.tsx"
import type { Tone } from "../parts/StatusBadge.tsx"
import { words } from "../words/admin.tsx"
import { hundredths } from "../words/numbers.ts"

const { mailServers: said } = words

export type Guard = Health["guards"][number]

type State = "blocked" | "paused" | "halfOpen" | "closed"

interface StateStyle {
  readonly tone: Tone
  readonly icon: IconName
}

/** The states of a guard, worst first. A closed circuit is one that works. */
export const states: Readonly<Record<State, StateStyle>> = {
  blocked: { tone: "bad", icon: "cross" },
  paused: { tone: "warn", icon: "clock" },
  halfOpen: { tone: "warn", icon: "question" },
  closed: { tone: "good", icon: "check" }
}

export const stateOf = ({ blocked, circuit }: Guard): State => (blocked ? "blocked" : circuit)

const reasons: Readonly<Record<string, string>> = said.reasons

/** The reason why a guard's servers are not probed now, or `undefined` if they are. */
export const reasonOf = (guard: Guard): string | undefined =>
  guard.because === undefined || stateOf(guard) === "closed"
    ? undefined
    : (reasons[guard.because] ?? guard.because)

export const startsOf = ({ starts_per_second }: Guard): string =>
  starts_per_second === undefined ? said.unlimited : said.perSecond(hundredths(starts_per_second))

/** The limits of a guard. The operator sets a `fixed_pace`, which never slows down. */
export const limitsOf = ({ conversations_max, fixed_pace }: Guard): string =>
  [
    conversations_max === undefined ? "" : said.atOnce(hundredths(conversations_max)),
    fixed_pace ? said.fixed : ""
  ]
    .filter((text) => text !== "")
    .join(", ")

export const replyText = ({ code, enhanced_code, fault }: NonNullable<Guard["last_reply"]>) =>
  fault ?? [code, enhanced_code].filter((part) => part !== undefined).join(" ")

const identityOf = ({ group, egress, node }: Guard): string => `${group} ${egress} ${node}`

const order = Object.keys(states)

/**
 * All guards, worst first and then by name, so that a row moves only when its own state changes. The
 * service lists guards in trouble for longer than others.
 */
export const sortedGuards = ({
  guards,
  guards_in_trouble
}: Pick<Health, "guards" | "guards_in_trouble">): ReadonlyArray<Guard> => {
  const all = new Map([...guards_in_trouble, ...guards].map((guard) => [identityOf(guard), guard]))
  return [...all]
    .map(([, guard]) => guard)
    .toSorted(
      (a, b) =>
        order.indexOf(stateOf(a)) - order.indexOf(stateOf(b)) ||
        identityOf(a).localeCompare(identityOf(b), "en")
    )
}

export const guardKey = identityOf
