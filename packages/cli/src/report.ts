/**
 * An answer as a person reads it, in 80 columns: the verdict, then why, then the details. A check
 * that is not in the answer is said to be unanswered, never "no".
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

/** Addresses and DNS records may hold what a terminal obeys: control and direction characters. */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, "\uFFFD")

/** Breaks between words only: an address or a host name is of no use in two pieces. */
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

/** Nothing to say, no section. */
const section = (paint: Paint, title: string, body: ReadonlyArray<string>): ReadonlyArray<string> =>
  body.length === 0 ? [] : ["", paint("bold", title), ...body]

const verdict = (paint: Paint, { status, sub_status, score }: VerifyResult): string => {
  const word = paint(verdictStyles[status], status)
  return `${word}${sub_status === undefined ? "" : `, ${sub_status}`}, score ${score} of 100`
}

const checks = (paint: Paint, answers: VerifyResult["checks"]): ReadonlyArray<string> => {
  const names = Object.keys(Checks.fields) as ReadonlyArray<keyof typeof Checks.fields>
  const width = Math.max(...names.map(({ length }) => length))
  return names.map((name) => {
    const answer = answers[name]
    const word = answer === undefined ? paint("dim", "not answered") : answer ? "yes" : "no"
    return `${indent}${name.padEnd(width)}  ${word}`
  })
}

/** In the order in which a person asks: what it said, in which words, who. */
const conversation = ({ smtp }: VerifyResult): ReadonlyArray<string> => {
  if (smtp === undefined) return []
  const { status, reason, sub_reason, response_code, enhanced_code, mx_host, tls } = smtp
  const detail = reason ?? sub_reason
  const said = [response_code, enhanced_code].filter((part) => part !== undefined)
  return [
    `${status}${detail === undefined ? "" : `, ${detail}`}`,
    ...(said.length === 0 ? [] : [`reply ${said.join(" ")}`]),
    ...(mx_host === undefined ? [] : [`from ${mx_host}, ${tls ? "over TLS" : "in clear"}`])
  ].map((line) => indent + printable(line))
}

const footer = ({ response_time_ms, credits_used }: VerifyResult): string => {
  const cost =
    credits_used === undefined
      ? ""
      : `, ${credits_used} ${credits_used === 1 ? "credit" : "credits"}`
  return `${response_time_ms} ms${cost}`
}

export const report = (result: VerifyResult, canColor: boolean): string => {
  const paint = painter(canColor)
  const { email, normalized_email, reasons, mx_records } = result
  const canonical = normalized_email === undefined || normalized_email === email
  const name = canonical ? email : `${email} (${normalized_email})`
  const why = reasons.map((reason) => wrapped(reason, `${indent}- `, indent + indent))
  const hosts = (mx_records ?? []).map((host) => indent + printable(host))
  return [
    verdict(paint, result),
    printable(name),
    ...section(paint, "Why", why),
    ...section(paint, "Mail server", conversation(result)),
    ...section(paint, "Checks", checks(paint, result.checks)),
    ...section(paint, "Mail hosts", hosts),
    "",
    paint("dim", footer(result))
  ].join("\n")
}
