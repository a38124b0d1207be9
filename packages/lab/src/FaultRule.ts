/**
 * How the lab misbehaves on purpose: one `$RULE` line of a zone file is one rule.
 *
 *     $RULE name [type] action [first N]
 *
 * `name` may start with `*.` (every name below it); without a type the rule holds for all types.
 * Rules are tried in the order written. `delay` makes the answer wait and lets later rules speak;
 * any other action settles the answer.
 */
import { Duration } from "effect"

import { absoluteName, isRecordType, type RecordType } from "./ResourceRecord.ts"
import { ZoneTextError, type Token } from "./ZoneText.ts"

/** The response codes that a rule can give, with their numbers (RFC 1035 §4.1.1). */
export const rcodes = { FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 } as const

export type FaultAction =
  | { readonly _tag: "rcode"; readonly rcode: keyof typeof rcodes }
  /** Always TC over UDP; TCP tells the truth. */
  | { readonly _tag: "truncate" }
  /** Always TC over UDP; TCP hangs up without an answer. */
  | { readonly _tag: "truncate-only" }
  | { readonly _tag: "delay"; readonly wait: Duration.Duration }
  /** No answer at all. */
  | { readonly _tag: "drop" }

export interface FaultRule {
  /** As in a zone: absolute and lower case; `*.` in front means every name below. */
  readonly name: string
  readonly type: RecordType | "*"
  readonly action: FaultAction
  /** How many questions it disturbs before it rests; `undefined` is all of them. */
  readonly first: number | undefined
}

/** Longer than any deadline that a test has; a rule that waits more than this is a typing error. */
const delayMax = Duration.minutes(1)

const usage =
  "$RULE name [type] rcode CODE | truncate | truncate-only | delay 300ms | drop [first N]"

const durationOf = (text: string): Duration.Duration | undefined => {
  const match = /^(\d{1,6})(ms|s)$/.exec(text)
  if (!match) return undefined
  const wait =
    match[2] === "s" ? Duration.seconds(Number(match[1])) : Duration.millis(Number(match[1]))
  return Duration.isLessThanOrEqualTo(wait, delayMax) ? wait : undefined
}

/** Takes the words of the action off the front of `words`. */
const takeAction = (words: Array<string>, line: number): FaultAction => {
  const word = words.shift()
  switch (word) {
    case "drop":
    case "truncate":
    case "truncate-only":
      return { _tag: word }
    case "delay": {
      const wait = durationOf(words.shift() ?? "")
      if (!wait)
        throw new ZoneTextError(line, "delay wants a time such as 300ms or 2s, at most 60s")
      return { _tag: "delay", wait }
    }
    case "rcode": {
      const rcode = words.shift() ?? ""
      if (!isRcode(rcode))
        throw new ZoneTextError(line, `rcode is one of ${Object.keys(rcodes).join(", ")}`)
      return { _tag: "rcode", rcode }
    }
    default:
      throw new ZoneTextError(line, `"${word ?? ""}" is not an action: ${usage}`)
  }
}

const isRcode = (text: string): text is keyof typeof rcodes => Object.hasOwn(rcodes, text)

const takeFirst = (words: Array<string>, line: number): number | undefined => {
  if (words.length === 0) return undefined
  const [first, count, ...surplus] = words
  if (first !== "first" || !/^[1-9]\d{0,5}$/.test(count ?? "") || surplus.length > 0)
    throw new ZoneTextError(line, `"${words.join(" ")}" is too much: ${usage}`)
  return Number(count)
}

/** Reads what follows `$RULE`. */
export const readRule = (tokens: ReadonlyArray<Token>, origin: string, line: number): FaultRule => {
  const [name, ...rest] = tokens
  if (!name) throw new ZoneTextError(line, usage)
  const words = rest.map(({ text }) => text)
  const type = words[0] ?? ""
  const typed = type === "*" || isRecordType(type)
  if (typed) words.shift()
  const action = takeAction(words, line)
  return {
    name: absoluteName(name, origin),
    type: typed ? type : "*",
    action,
    first: takeFirst(words, line)
  }
}
