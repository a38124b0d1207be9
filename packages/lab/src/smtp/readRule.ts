/** Reads one `on` statement of a mail file: `on phase [pattern] [condition…] step…`. */
import { Duration } from "effect"

import {
  blanks,
  phases,
  tlsVariants,
  type Condition,
  type Phase,
  type Rule,
  type Step
} from "./MailScript.ts"
import { MailTextError, splitWord, type Line, type Statement } from "./MailText.ts"

/** The longest wait, which is longer than any deadline in the code. A longer one is a typing error. */
const waitMax = Duration.minutes(10)

/** The most octets that one `send` step may send. */
const sendOctetsMax = 16 * 1024 * 1024

const verbs = "a reply, wait, drip, send, tls, silence, close, reset"

/** A line of a reply: `250 …`, `250-…` or a bare `250` (RFC 5321 §4.2). */
const replyLine = /^([2-5]\d\d)(?:([ -])(.*))?$/

/** Whether a word begins a step, which ends the conditions of a rule. */
const beginsStep = (word: string): boolean =>
  replyLine.test(word) ||
  ["wait", "drip", "send", "tls", "silence", "close", "reset"].includes(word)

const durationMillis = (text: string): number | undefined => {
  const [, digits, unit] = /^(\d{1,6})(ms|s|m)$/.exec(text) ?? []
  if (digits === undefined) return undefined
  const millis = Number(digits) * { ms: 1, s: 1_000, m: 60_000 }[unit as "ms" | "s" | "m"]
  return millis <= Duration.toMillis(waitMax) ? millis : undefined
}

/** The time that a step or statement is about. */
export const millisOf = (verb: string, text: string, line: number): number => {
  const millis = durationMillis(text)
  if (millis === undefined)
    throw new MailTextError(line, `${verb} wants a time such as 300ms, 2s or 5m, at most 10m`)
  return millis
}

const named: Readonly<Record<string, string>> = { r: "\r", n: "\n", t: "\t", "0": "\0" }

/** Reads octets, one per character: `\r`, `\n`, `\t`, `\0`, `\xFF`, and `\X` for X itself. */
const unescape = (text: string, line: number): Buffer => {
  const octets = text.replace(/\\(x[0-9a-fA-F]{2}|.)/g, (_, escaped: string) =>
    escaped.length === 3
      ? String.fromCodePoint(Number.parseInt(escaped.slice(1), 16))
      : (named[escaped] ?? escaped)
  )
  if (/[^\x00-\xff]/.test(octets)) throw new MailTextError(line, "send takes octets, as in \\xFF")
  return Buffer.from(octets, "latin1")
}

const readSend = (text: string, line: number): Step => {
  const [, quoted, times = "1"] =
    /^"((?:[^"\\]|\\.)*)"(?:\s+times\s+([1-9]\d{0,7}))?$/.exec(text) ?? []
  if (quoted === undefined) throw new MailTextError(line, 'send "octets" [times N]')
  const once = unescape(quoted, line)
  const octets = once.length * Number(times)
  if (octets > sendOctetsMax)
    throw new MailTextError(line, `send makes ${octets} octets, at most ${sendOctetsMax}`)
  return { _tag: "send", bytes: Buffer.alloc(octets, once) }
}

const readVerb = ({ text, line }: Line): Step => {
  const [verb, rest] = splitWord(text)
  switch (verb) {
    case "wait":
    case "drip":
      return { _tag: verb, millis: millisOf(verb, rest, line) }
    case "send":
      return readSend(rest, line)
    case "tls": {
      const variant = tlsVariants.find((known) => known === rest)
      if (variant === undefined)
        throw new MailTextError(line, `tls is one of ${tlsVariants.join(", ")}`)
      return { _tag: "tls", variant }
    }
    case "silence":
    case "close":
    case "reset":
      if (rest !== "") throw new MailTextError(line, `${verb} takes nothing`)
      return { _tag: verb }
    default:
      throw new MailTextError(line, `"${verb}" is not a step; there are ${verbs}`)
  }
}

const checkBlanks = ({ text, line }: Line): void => {
  for (const [, blank] of text.matchAll(/\{([^}]*)\}/g))
    if (!blanks.some((known) => known === blank))
      throw new MailTextError(
        line,
        `"{${blank}}" is not a blank; there are {${blanks.join("}, {")}}`
      )
}

/**
 * Reads the steps of a rule. Replies have to be well-formed: one code, and a last line without hyphen. A broken
 * reply has to be written with `send`, so that a typing error is never taken for an intended fault.
 */
const readSteps = (lines: ReadonlyArray<Line>): ReadonlyArray<Step> => {
  const steps: Array<Step> = []
  let open: { readonly code: string; readonly texts: Array<string> } | undefined
  for (const each of lines) {
    const [, code, separator] = replyLine.exec(each.text) ?? []
    if (open !== undefined && code !== open.code)
      throw new MailTextError(each.line, `the reply goes on: "${open.code}" and text`)
    if (code === undefined) {
      steps.push(readVerb(each))
      continue
    }
    checkBlanks(each)
    open ??= { code, texts: [] }
    open.texts.push(each.text)
    if (separator === "-") continue
    steps.push({ _tag: "reply", text: `${open.texts.join("\r\n")}\r\n` })
    open = undefined
  }
  if (open !== undefined)
    throw new MailTextError(
      lines.at(-1)?.line ?? 0,
      `the reply does not end; its last line is "${open.code}", a space and text`
    )
  return steps
}

/** The pattern lists of all files, by name. */
export type Names = ReadonlyMap<string, ReadonlyArray<string>>

/** The phases whose commands have an argument to compare with a pattern. */
const withSubject: ReadonlyArray<Phase> = ["ehlo", "helo", "mail", "rcpt", "other"]

const conditions: Readonly<Record<string, string>> = {
  when: "when tls | when plain",
  first: "first N",
  every: "every N",
  after: "after N [per message]",
  over: "over N in 10s [per address]",
  within: "within 2s [per address]",
  from: "from 127.0.0.9,*:*"
}

/** The pattern of globs, in which `*` matches any characters. Case is ignored, as in host names and most mailboxes. */
const patternOf = (globs: ReadonlyArray<string>): RegExp => {
  const sources = globs.map((glob) =>
    glob
      .split("*")
      .map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, String.raw`\$&`))
      .join(".*")
  )
  return new RegExp(`^(?:${sources.join("|")})$`, "isu")
}

/** The globs of a text. A word without `*`, `@`, `.` and `<` is the name of a list. */
const globsOf = (text: string, names: Names, line: number): ReadonlyArray<string> =>
  text.split(",").flatMap((glob) => {
    if (/[*@.<]/.test(glob) || glob === "") return [glob]
    const list = names.get(glob)
    if (list === undefined)
      throw new MailTextError(line, `"${glob}" is neither a pattern nor the name of a list`)
    return list
  })

/** Takes words from the front of a rule. */
class Words {
  #text: string
  readonly #line: number
  constructor(text: string, line: number) {
    this.#text = text
    this.#line = line
  }

  get rest(): string {
    return this.#text
  }

  peek(): string {
    return splitWord(this.#text)[0]
  }

  take(): string {
    const [word, rest] = splitWord(this.#text)
    this.#text = rest
    return word
  }

  count(usage: string): number {
    const word = this.take()
    if (!/^[1-9]\d{0,5}$/.test(word)) throw new MailTextError(this.#line, usage)
    return Number(word)
  }

  millis(usage: string): number {
    const millis = durationMillis(this.take())
    if (millis === undefined) throw new MailTextError(this.#line, usage)
    return millis
  }

  expect(word: string, usage: string): void {
    if (this.take() !== word) throw new MailTextError(this.#line, usage)
  }

  /** Whether `per` and this word come next. */
  takePer(word: string, usage: string): boolean {
    if (this.peek() !== "per") return false
    this.take()
    this.expect(word, usage)
    return true
  }
}

const takeCondition = (words: Words, phase: Phase, line: number): Condition => {
  const word = words.take()
  const usage = conditions[word] ?? ""
  switch (word) {
    case "when": {
      const where = words.take()
      if (where !== "tls" && where !== "plain") throw new MailTextError(line, usage)
      return { _tag: "when", tls: where === "tls" }
    }
    case "first":
    case "every":
      return { _tag: word, count: words.count(usage) }
    case "after": {
      const count = words.count(usage)
      const perMessage = words.takePer("message", usage)
      if (perMessage && phase !== "rcpt") throw new MailTextError(line, "per message is for rcpt")
      return { _tag: "after", count, perMessage }
    }
    case "over": {
      const count = words.count(usage)
      words.expect("in", usage)
      const millis = words.millis(usage)
      return { _tag: "over", count, millis, perAddress: words.takePer("address", usage) }
    }
    case "within": {
      if (phase !== "rcpt") throw new MailTextError(line, "within is for rcpt")
      const millis = words.millis(usage)
      return { _tag: "within", millis, perAddress: words.takePer("address", usage) }
    }
    case "from":
      return { _tag: "from", pattern: patternOf(words.take().split(",")) }
    default:
      throw new MailTextError(
        line,
        `"${word}" is neither a condition nor a step; conditions are ${Object.keys(conditions).join(", ")}`
      )
  }
}

export const readRule = ({ text, line, steps }: Statement, names: Names): Rule => {
  const words = new Words(text, line)
  const word = words.take()
  const phase = phases.find((known) => known === word)
  if (phase === undefined)
    throw new MailTextError(line, `"${word}" is not a phase; there are ${phases.join(", ")}`)

  const isPattern = (next: string) =>
    next !== "" && !beginsStep(next) && !Object.hasOwn(conditions, next)
  let globs: ReadonlyArray<string> = ["*"]
  if (withSubject.includes(phase) && isPattern(words.peek()))
    globs = globsOf(words.take(), names, line)

  const ruleConditions: Array<Condition> = []
  while (words.rest !== "" && !beginsStep(words.peek()))
    ruleConditions.push(takeCondition(words, phase, line))

  const first = words.rest === "" ? [] : [{ text: words.rest, line }]
  const all = readSteps([...first, ...steps])
  if (all.length === 0) throw new MailTextError(line, `on ${phase} does nothing: it needs a step`)
  return { phase, pattern: patternOf(globs), conditions: ruleConditions, steps: all }
}
