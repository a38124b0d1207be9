/** Texts about a guard: its state, the reason for a pause, and its pace. */
import type { Health } from "@rcpt/api/Health"

import type { IconName } from "../parts/Icon.tsx"
import type { Tone } from "../parts/StatusBadge.tsx"

export type Guard = Health["guards"][number]

export type State = "blocked" | "paused" | "halfOpen" | "closed"

interface StateStyle {
  readonly tone: Tone
  readonly icon: IconName
  readonly label: string
}

/** Worst first. A closed circuit is one that works. */
export const states: Readonly<Record<State, StateStyle>> = {
  blocked: { tone: "bad", icon: "cross", label: "Blocked" },
  paused: { tone: "warn", icon: "clock", label: "Paused" },
  halfOpen: { tone: "warn", icon: "question", label: "Retrying" },
  closed: { tone: "good", icon: "check", label: "Working" }
}

export const stateOf = ({ blocked, circuit }: Guard): State => (blocked ? "blocked" : circuit)

const reasons: Readonly<Record<string, string>> = {
  rateLimited: "These servers asked us to slow down.",
  silent: "These servers do not respond.",
  refused: "These servers refuse us.",
  blocked:
    "So many servers refuse us that our address is likely blocked: see the doctor under Health."
}

/** Why its servers are not probed now; `undefined` if they are. */
export const reasonOf = (guard: Guard): string | undefined =>
  guard.because === undefined || stateOf(guard) === "closed"
    ? undefined
    : (reasons[guard.because] ?? guard.because)

const pace = new Intl.NumberFormat("en", { maximumFractionDigits: 2 })

export const startsOf = ({ starts_per_second }: Guard): string =>
  starts_per_second === undefined ? "Unlimited" : `${pace.format(starts_per_second)} per second`

/** `fixed_pace`: set by the operator; it never slows down. */
export const limitsOf = ({ conversations_max, fixed_pace }: Guard): string =>
  [
    conversations_max === undefined ? "" : `${pace.format(conversations_max)} at once`,
    fixed_pace ? "fixed by a setting" : ""
  ]
    .filter((text) => text !== "")
    .join(", ")

export const replyText = ({ code, enhanced_code, fault }: NonNullable<Guard["last_reply"]>) =>
  fault ?? [code, enhanced_code].filter((part) => part !== undefined).join(" ")

const identityOf = ({ group, egress, node }: Guard): string => `${group} ${egress} ${node}`

const order = Object.keys(states)

/**
 * Worst first, then by name, so that a row moves only when its own state changes. Guards with problems
 * are shown longer than others.
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
