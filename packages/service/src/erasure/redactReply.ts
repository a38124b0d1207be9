/**
 * An answer as it is kept for a repeat of its request or for a webhook, without a person: what says nothing
 * about them stays, such as the verdict and the price.
 */
import type { ErasedPerson } from "./ErasedPerson.ts"

type Json =
  | string
  | number
  | boolean
  | null
  | ReadonlyArray<Json>
  | { readonly [key: string]: Json }

/** Texts of a verification that are words of ours, or of the domain's, and none of the person. */
const kept: ReadonlySet<string> = new Set([
  "status",
  "sub_status",
  "mode",
  "recommendation",
  "checked_at",
  "job_id",
  "error"
])

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

/** Numbers and flags stay, and the words in `kept`. */
const verdictOf = (value: { readonly [key: string]: Json }): Json =>
  Object.fromEntries(
    Object.entries(value).flatMap(([key, field]): ReadonlyArray<readonly [string, Json]> => {
      if (isObject(field)) return [[key, verdictOf(field)]]
      if (isList(field) || (typeof field === "string" && !kept.has(key))) return []
      return [[key, field]]
    })
  )

const redact = (value: Json, person: ErasedPerson): Json => {
  if (typeof value === "string") return person.isIn(value) ? "" : value
  if (isList(value)) return value.map((one) => redact(one, person))
  if (!isObject(value)) return value
  const { email } = value
  if (typeof email === "string" && person.isNamedBy(email)) {
    const verdict = verdictOf(value)
    return { email: "", ...(isObject(verdict) && verdict), erased: true }
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redact(one, person)]))
}

/** Removes the person from a reply. `undefined`: it says nothing about them. A text that is not JSON is removed as a whole. */
export const redactReply = (body: string, person: ErasedPerson): string | undefined => {
  let json: Json
  try {
    json = JSON.parse(body) as Json
  } catch {
    return person.isIn(body) ? JSON.stringify({ erased: true }) : undefined
  }
  const redacted = JSON.stringify(redact(json, person))
  return redacted === JSON.stringify(json) ? undefined : redacted
}
