/**
 * What became of each check of the API, and what it means. A check that is missing in the result was not
 * answered, which is not the same as absent. The evidence has the reason.
 */
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { checkFlags } from "@rcpt/domain/checkFlags"
import type { Flag } from "@rcpt/domain/checkFlags"

import type { Tone } from "../parts/StatusBadge.tsx"
import { words } from "../words/findings.tsx"

/** Of what is present, and of what is absent. */
const tones: Readonly<Record<(typeof checkFlags)[Flag]["weight"], readonly [Tone, Tone]>> = {
  vital: ["good", "bad"],
  wanted: ["good", "warn"],
  welcome: ["good", "neutral"],
  context: ["neutral", "neutral"],
  warning: ["warn", "neutral"],
  doubt: ["warn", "good"]
}

interface CheckGroup {
  readonly name: keyof typeof words.groups
  readonly keys: ReadonlyArray<Flag>
}

/** In the order of the words. */
const shown = Object.keys(words.checks) as ReadonlyArray<Flag>

/** Every check of the API. */
export const checkGroups: ReadonlyArray<CheckGroup> = (
  ["address", "domain", "policies"] as const
).map((name) => ({ name, keys: shown.filter((flag) => checkFlags[flag].group === name) }))

type Evidence = NonNullable<VerifyResult["evidence"]>[number]

export interface CheckOutcome {
  readonly key: Flag
  readonly tone: Tone
  readonly found: Evidence["outcome"]
  /** The outcome in a word or two, such as "Valid". */
  readonly label: string
  readonly meaning: string
  /** The finding, unchanged: a record, or a list. */
  readonly proof: string | undefined
}

/** Sentences for reasons that are meant for programs. */
const unansweredReasons: Readonly<Record<string, string>> = words.unanswered.reasons

/** The reason of the evidence for what only a mail server can tell. */
const notProbed = "not probed"

/** Whether it was asked and told nothing, or why it was not asked. */
const notProbedText = ({ smtp }: VerifyResult): string => {
  if (smtp === undefined) return words.unanswered.fast
  return smtp.reason === undefined ? words.unanswered.askedInVain : words.smtp.reasons[smtp.reason]
}

const unansweredText = (why: string | undefined, result: VerifyResult): string => {
  if (why === undefined) return words.unanswered.skipped
  if (why === notProbed) return notProbedText(result)
  return unansweredReasons[why] ?? words.unanswered.failed(why)
}

export const outcomeOf = (key: Flag, result: VerifyResult): CheckOutcome => {
  const { checks, evidence = [] } = result
  const said = words.checks[key]
  const facts = evidence.filter(({ rule }) => rule === key || rule.endsWith(`.${key}`))
  const proofOf = (outcome: Evidence["outcome"]): string | undefined =>
    facts.find((fact) => fact.outcome === outcome && fact.answer !== undefined)?.answer
  const value = checks[key]
  if (value === undefined) {
    const meaning = unansweredText(proofOf("unanswered"), result)
    const label = words.unanswered.label
    return { key, tone: "neutral", found: "unanswered", label, meaning, proof: undefined }
  }
  const found = value ? "present" : "absent"
  return {
    key,
    tone: tones[checkFlags[key].weight][value ? 0 : 1],
    found,
    label: said.result[value ? 0 : 1],
    meaning: said[found],
    proof: proofOf(found)
  }
}
