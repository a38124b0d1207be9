/**
 * The rules of a zone at work: which of them disturb this question. Holds the counters of
 * `first N`, so each server has its own and a zone can be served twice.
 */
import { Duration } from "effect"

import type { Question } from "./answer.ts"
import type { FaultAction, FaultRule } from "./FaultRule.ts"
import { parentOf } from "./Zone.ts"

export interface Disturbance {
  readonly waitMillis: number
  /** What happens in place of the answer; `undefined`: it is given. */
  readonly fault: Exclude<FaultAction, { _tag: "delay" }> | undefined
}

const undisturbed: Disturbance = { waitMillis: 0, fault: undefined }

interface Numbered {
  readonly rule: FaultRule
  /** Place in the file, for rules come in the order written. */
  readonly order: number
}

export const make = (rules: ReadonlyArray<FaultRule>): ((question: Question) => Disturbance) => {
  const byName = Map.groupBy<string, Numbered>(
    rules.map((rule, order) => ({ rule, order })),
    ({ rule }) => rule.name
  )
  const left = rules.map(({ first }) => first ?? Number.POSITIVE_INFINITY)

  /** Rules for the name itself and for everything below one of its ancestors. */
  const about = (name: string): ReadonlyArray<Numbered> => {
    const found = [...(byName.get(name) ?? [])]
    for (let at = name; at !== "."; at = parentOf(at)) {
      const parent = parentOf(at)
      found.push(...(byName.get(parent === "." ? "*" : `*.${parent}`) ?? []))
    }
    return found.toSorted((a, b) => a.order - b.order)
  }

  return ({ name, type }) => {
    if (byName.size === 0) return undisturbed
    let waitMillis = 0
    for (const { rule, order } of about(name.toLowerCase())) {
      if ((rule.type !== "*" && rule.type !== type) || (left[order] ?? 0) <= 0) continue
      left[order] = (left[order] ?? 0) - 1
      if (rule.action._tag !== "delay") return { waitMillis, fault: rule.action }
      waitMillis += Duration.toMillis(rule.action.wait)
    }
    return waitMillis > 0 ? { waitMillis, fault: undefined } : undisturbed
  }
}
