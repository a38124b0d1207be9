/**
 * The language of an answer's sentences. Programs compare them, so a request with an API key gets English, whatever it sends.
 * The pages of the service send the language that a person has chosen: with a session, or where nobody is signed in yet.
 *
 * Own code, because a package for this one header would be longer than the two languages need.
 */
import { hostSessionCookie, sessionCookie } from "@rcpt/api/Authentication"
import { Language } from "@rcpt/domain/Mail"
import { Context } from "effect"
import type { HttpServerRequest } from "effect/http"

import { isOpen } from "./allowedMethods.ts"

/** English where no request is answered. */
export const CurrentLanguage = Context.Reference<Language>("@rcpt/service/http/CurrentLanguage", {
  defaultValue: () => "en"
})

/** A range of languages with its weight (RFC 9110 §12.4.2, §12.5.4). Only the first subtag counts: "de" for "de-AT". */
const weightedRange =
  /^\s*([a-z]{1,8}|\*)(?:-[a-z0-9-]*)?\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i

/** Of two languages that weigh the same, the first one counts; malformed ranges do not. */
export const preferredLanguage = (header = ""): Language => {
  const ranges = header.split(",").flatMap((text) => {
    const [, tag, weight = "1"] = weightedRange.exec(text) ?? []
    return tag === undefined ? [] : [{ tag: tag.toLowerCase(), weight: Number(weight) }]
  })
  const rangeOf = (language: Language) =>
    ranges.find(({ tag }) => tag === language) ?? ranges.find(({ tag }) => tag === "*")
  const [best] = Language.literals
    .flatMap((language) => {
      const range = rangeOf(language)
      return range === undefined || range.weight === 0 ? [] : [{ language, range }]
    })
    .toSorted(
      (one, other) =>
        other.range.weight - one.range.weight ||
        ranges.indexOf(one.range) - ranges.indexOf(other.range)
    )
  return best?.language ?? "en"
}

const hasSession = ({ cookies }: HttpServerRequest.HttpServerRequest): boolean =>
  [hostSessionCookie, sessionCookie].some(({ key }) => cookies[key] !== undefined)

/** `undefined`: the answer to this request has one language. */
export const languageAskedFor = (
  request: HttpServerRequest.HttpServerRequest,
  path: string
): Language | undefined => {
  const { "x-api-key": key = "", "accept-language": header } = request.headers
  if (key !== "" || !(hasSession(request) || isOpen(path))) return undefined
  return preferredLanguage(header)
}
