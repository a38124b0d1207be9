/**
 * The intended faults of the name server: each `$RULE` line of a zone file is one rule.
 *
 *     $RULE name [type] action [first N]
 *
 * `name` may start with `*.` (every name below it); without a type the rule applies to all types.
 * Rules are tried in the order written. After a `delay` the later rules are still tried; any other
 * action ends the search.
 */
import { Duration } from "effect"

import { absoluteName, isRecordType, type RecordType } from "./ResourceRecord.ts"
import { ZoneTextError, type Token } from "./ZoneText.ts"

/** The response codes that a rule can give, with their numbers (RFC 1035 §4.1.1). */
export const rcodes = { FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 } as const

export type FaultAction =
  | { readonly _tag: "rcode"; readonly rcode: keyof typeof rcodes }
  /** UDP always gets TC; TCP gives the answer. */
  | { readonly _tag: "truncate" }
  /** UDP always gets TC; TCP closes the connection without an answer. */
  | { readonly _tag: "truncate-only" }
  | { readonly _tag: "delay"; readonly wait: Duration.Duration }
  /** There is no answer at all. */
  | { readonly _tag: "drop" }

export interface FaultRule {
  /** The name as in a zone, absolute and in lower case. A leading `*.` means every name below. */
  readonly name: string
  readonly type: RecordType | "*"
  readonly action: FaultAction
  /** How many questions the rule applies to; `undefined` means all. */
  readonly first: number | undefined
}

/** The longest delay, which is longer than the deadline of any test. A longer one is a typing error. */
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

/** Takes the words of the action from the front of `words`. */
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

/** Reads the text after `$RULE`. */
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
