/** Reads the steps of a rule: replies, which are checked, and everything that a broken server does. */
import { Duration } from "effect"

import { blanks, tlsVariants, type Step } from "./MailScript.ts"
import { MailTextError, splitWord, type Line } from "./MailText.ts"

/** Longer than any deadline in the code; a longer wait is a typing error. */
const waitMax = Duration.minutes(10)

/** Octets that one `send` step may send. */
const sendOctetsMax = 16 * 1024 * 1024

const verbs = "a reply, wait, drip, send, tls, silence, close, reset"

/** `250 …`, `250-…` or a bare `250` (RFC 5321 §4.2). */
const replyLine = /^([2-5]\d\d)(?:([ -])(.*))?$/

/** Whether this word begins a step: the end of a rule's conditions. */
export const beginsStep = (word: string): boolean =>
  replyLine.test(word) ||
  ["wait", "drip", "send", "tls", "silence", "close", "reset"].includes(word)

export const durationMillis = (text: string): number | undefined => {
  const [, digits, unit] = /^(\d{1,6})(ms|s|m)$/.exec(text) ?? []
  if (digits === undefined) return undefined
  const millis = Number(digits) * { ms: 1, s: 1_000, m: 60_000 }[unit as "ms" | "s" | "m"]
  return millis <= Duration.toMillis(waitMax) ? millis : undefined
}

const millisOf = (verb: string, text: string, line: number): number => {
  const millis = durationMillis(text)
  if (millis === undefined)
    throw new MailTextError(line, `${verb} wants a time such as 300ms, 2s or 5m, at most 10m`)
  return millis
}

const named: Readonly<Record<string, string>> = { r: "\r", n: "\n", t: "\t", "0": "\0" }

/** Octets, one per character: `\r`, `\n`, `\t`, `\0`, `\xFF`, and `\X` for X itself. */
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
 * Replies have to be well-formed: one code, and a last line without hyphen. A broken reply has to be
 * written with `send`, so that a typing error is never taken for an intended fault.
 */
export const readSteps = (lines: ReadonlyArray<Line>): ReadonlyArray<Step> => {
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
