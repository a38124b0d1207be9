/** How fast sessions may start: as the provider's policy says, or as the operator does. */
import { Duration } from "effect"

import type { ProbePolicy } from "../smtp/rules/probePolicies.ts"

export interface PaceLimits {
  /** Open at once. */
  readonly connectionsMax: number
  readonly startsPerSecondMax: number
  readonly pauseMillis: number
  /** The operator's own numbers: no result changes them. */
  readonly isFixed: boolean
}

/** Replaces the policy's pace; what is absent comes from the policy. */
export interface FixedPace {
  readonly connections?: number
  readonly startsPerSecond?: number
}

export const limitsOf = (policy: ProbePolicy, fixed: FixedPace = {}): PaceLimits => ({
  connectionsMax: fixed.connections ?? policy.connectionsMax,
  startsPerSecondMax: fixed.startsPerSecond ?? policy.startsPerSecond,
  pauseMillis: Duration.toMillis(policy.pause),
  isFixed: fixed.connections !== undefined || fixed.startsPerSecond !== undefined
})
