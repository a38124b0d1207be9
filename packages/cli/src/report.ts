/**
 * A verification result as text of 80 columns: the verdict, the reasons, then the details. A check that
 * is missing in the result is "not answered", never "no". Also the text helpers of the other reports.
 */
import { styleText } from "node:util"

import { Checks } from "@rcpt/api/VerifyResult"
import type { VerifyResult } from "@rcpt/api/VerifyResult"

const columnsMax = 80
const indent = "  "

type Style = Parameters<typeof styleText>[0]
export type Paint = (style: Style, text: string) => string

export const painter = (canColor: boolean): Paint =>
  canColor ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text

const verdictStyles: Readonly<Record<VerifyResult["status"], Style>> = {
  valid: ["bold", "green"],
  risky: ["bold", "yellow"],
  invalid: ["bold", "red"],
  unknown: ["bold", "magenta"]
}

/** Replaces control and direction characters, which addresses and DNS records may contain. */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, "\uFFFD")

/** Wraps between words only: an address or a host name stays in one piece. */
export const wrapped = (text: string, first: string, rest: string): string => {
  const lines = [first]
  for (const word of printable(text).split(" ")) {
    const line = lines.at(-1)!
    const isEmpty = line === first || line === rest
    const longer = isEmpty ? line + word : `${line} ${word}`
    if (isEmpty || longer.length <= columnsMax) lines[lines.length - 1] = longer
    else lines.push(rest + word)
  }
  return lines.join("\n")
}

/** `2026-11-21 08:30 UTC` */
export const minuteOf = (dateTime: string): string =>
  `${dateTime.slice(0, "2026-11-21".length)} ${dateTime.slice("2026-11-21T".length, "2026-11-21T08:30".length)} UTC`

/** `1 row`, `3 rows` */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? "" : "s"}`

export const creditsText = (credits: number): string => counted(credits, "credit")

/** An empty section is left out. */
const section = (paint: Paint, title: string, body: ReadonlyArray<string>): ReadonlyArray<string> =>
  body.length === 0 ? [] : ["", paint("bold", title), ...body]

const verdict = (paint: Paint, { status, sub_status, score }: VerifyResult): string => {
  const word = paint(verdictStyles[status], status)
  return `${word}${sub_status === undefined ? "" : `, ${sub_status}`}, score ${score} of 100`
}

const checkLines = (paint: Paint, results: VerifyResult["checks"]): ReadonlyArray<string> => {
  const names = Object.keys(Checks.fields) as ReadonlyArray<keyof typeof Checks.fields>
  const width = Math.max(...names.map(({ length }) => length))
  return names.map((name) => {
    const result = results[name]
    const word = result === undefined ? paint("dim", "not answered") : result ? "yes" : "no"
    return `${indent}${name.padEnd(width)}  ${word}`
  })
}

/** The outcome first, then the reply, then the server. */
const smtpLines = ({ smtp }: VerifyResult): ReadonlyArray<string> => {
  if (smtp === undefined) return []
  const { status, reason, sub_reason, response_code, enhanced_code, mx_host, tls } = smtp
  const detail = reason ?? sub_reason
  const codes = [response_code, enhanced_code].filter((part) => part !== undefined)
  return [
    `${status}${detail === undefined ? "" : `, ${detail}`}`,
    ...(codes.length === 0 ? [] : [`reply ${codes.join(" ")}`]),
    ...(mx_host === undefined ? [] : [`from ${mx_host}, ${tls ? "over TLS" : "without TLS"}`])
  ].map((line) => indent + printable(line))
}

/** `undefined`: a service that is older than the field. */
const adviceLine = ({ recommendation, retry_after }: VerifyResult): ReadonlyArray<string> => {
  if (recommendation === undefined) return []
  const wait = retry_after === undefined ? "" : ` in ${Math.ceil(retry_after / 60)} min`
  return [recommendation.replaceAll("_", " ") + wait]
}

const footer = ({ response_time_ms, credits_used }: VerifyResult): string => {
  const cost = credits_used === undefined ? "" : `, ${creditsText(credits_used)}`
  return `${response_time_ms} ms${cost}`
}

export const report = (result: VerifyResult, canColor: boolean): string => {
  const paint = painter(canColor)
  const { email, normalized_email, reasons, mx_records } = result
  const isNormalized = normalized_email === undefined || normalized_email === email
  const name = isNormalized ? email : `${email} (${normalized_email})`
  const why = reasons.map((reason) => wrapped(reason, `${indent}- `, indent + indent))
  const hosts = (mx_records ?? []).map((host) => indent + printable(host))
  return [
    verdict(paint, result),
    printable(name),
    ...adviceLine(result),
    ...section(paint, "Why", why),
    ...section(paint, "Mail server", smtpLines(result)),
    ...section(paint, "Checks", checkLines(paint, result.checks)),
    ...section(paint, "Mail servers", hosts),
    "",
    paint("dim", footer(result))
  ].join("\n")
}
