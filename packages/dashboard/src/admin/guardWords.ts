/** The guard of a group of mail hosts, in words: how it goes, why, and how fast we may ask. */
import type { Health } from "@rcpt/api/Health"

import type { IconName } from "../parts/Icon.tsx"
import type { Tone } from "../parts/StatusBadge.tsx"

export type Guard = Health["guards"][number]

export type State = "blocked" | "paused" | "halfOpen" | "closed"

interface StateRow {
  readonly tone: Tone
  readonly icon: IconName
  readonly word: string
}

/** The worst first. A closed circuit is one that works. */
export const states: Readonly<Record<State, StateRow>> = {
  blocked: { tone: "bad", icon: "cross", word: "Blocked" },
  paused: { tone: "warn", icon: "clock", word: "Paused" },
  halfOpen: { tone: "warn", icon: "question", word: "Trying again" },
  closed: { tone: "good", icon: "check", word: "Working" }
}

export const stateOf = ({ blocked, circuit }: Guard): State => (blocked ? "blocked" : circuit)

const reasons: Readonly<Record<string, string>> = {
  rateLimited: "They asked us to be slower.",
  silent: "Nobody there lets us in.",
  refused: "They refuse us.",
  blocked: "So many refuse us that it must be about us: see the doctor, under Health."
}

/** Why it is not asked now; a reason that is over is not one. */
export const reasonOf = (guard: Guard): string | undefined =>
  guard.because === undefined || stateOf(guard) === "closed"
    ? undefined
    : (reasons[guard.because] ?? guard.because)

const pace = new Intl.NumberFormat("en", { maximumFractionDigits: 2 })

export const startsOf = ({ starts_per_second }: Guard): string =>
  starts_per_second === undefined ? "Any number" : `${pace.format(starts_per_second)} per second`

/** `fixed`: the operator's own pace, which never slows down. */
export const limitsOf = ({ conversations_max, fixed_pace }: Guard): string =>
  [
    conversations_max === undefined ? "" : `${pace.format(conversations_max)} at once`,
    fixed_pace ? "fixed by a setting" : ""
  ]
    .filter((words) => words !== "")
    .join(", ")

export const repliedWith = ({ code, enhanced_code, fault }: NonNullable<Guard["last_reply"]>) =>
  fault ?? [code, enhanced_code].filter((part) => part !== undefined).join(" ")

const identityOf = ({ group, egress, node }: Guard): string => `${group} ${egress} ${node}`

const order = Object.keys(states)

/**
 * The worst first, then by name: so a row moves only when something has happened to it, and not each
 * time that another is busier. Those in trouble are shown for longer than others.
 */
export const arranged = ({
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
