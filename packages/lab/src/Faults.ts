/**
 * Applies the fault rules of a zone to questions. Holds the counters of `first N`: each server has its
 * own, so that a zone can be served twice.
 */
import { Duration } from "effect"

import type { Question } from "./answer.ts"
import type { FaultAction, FaultRule } from "./FaultRule.ts"
import { parentOf } from "./Zone.ts"

export interface AppliedFault {
  readonly waitMillis: number
  /** What happens instead of the answer; `undefined` when the answer is given. */
  readonly fault: Exclude<FaultAction, { _tag: "delay" }> | undefined
}

const noFault: AppliedFault = { waitMillis: 0, fault: undefined }

interface OrderedRule {
  readonly rule: FaultRule
  /** Position in the file: rules are tried in the order written. */
  readonly order: number
}

export const make = (rules: ReadonlyArray<FaultRule>): ((question: Question) => AppliedFault) => {
  const byName = Map.groupBy<string, OrderedRule>(
    rules.map((rule, order) => ({ rule, order })),
    ({ rule }) => rule.name
  )
  const remaining = rules.map(({ first }) => first ?? Number.POSITIVE_INFINITY)

  /** The rules for the name, and those for every name below one of its ancestors. */
  const rulesFor = (name: string): ReadonlyArray<OrderedRule> => {
    const found = [...(byName.get(name) ?? [])]
    for (let at = name; at !== "."; at = parentOf(at)) {
      const parent = parentOf(at)
      found.push(...(byName.get(parent === "." ? "*" : `*.${parent}`) ?? []))
    }
    return found.toSorted((a, b) => a.order - b.order)
  }

  return ({ name, type }) => {
    if (byName.size === 0) return noFault
    let waitMillis = 0
    for (const { rule, order } of rulesFor(name.toLowerCase())) {
      if ((rule.type !== "*" && rule.type !== type) || (remaining[order] ?? 0) <= 0) continue
      remaining[order] = (remaining[order] ?? 0) - 1
      if (rule.action._tag !== "delay") return { waitMillis, fault: rule.action }
      waitMillis += Duration.toMillis(rule.action.wait)
    }
    return waitMillis > 0 ? { waitMillis, fault: undefined } : noFault
  }
}
