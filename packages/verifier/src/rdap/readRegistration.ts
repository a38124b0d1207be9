/**
 * Reads the date of registration from an RDAP response about a domain (RFC 9083 §4.5, §5.3). Total:
 * any text gives a fact.
 */
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"

import { readDate } from "./readDate.ts"

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const canonical = (name: string) => name.toLowerCase().replace(/\.$/, "")

/** The response is about another domain: an error of the registry, or of a proxy in between. */
const isOther = ({ ldhName }: Json, domain: string): boolean =>
  typeof ldhName === "string" && canonical(ldhName) !== domain

const datesOf = (events: unknown, action: string, now: number): ReadonlyArray<number> =>
  (Array.isArray(events) ? events : []).flatMap((event: unknown) => {
    if (!isObject(event) || typeof event["eventDate"] !== "string") return []
    const { eventAction, eventDate } = event
    const named = typeof eventAction === "string" && eventAction.toLowerCase() === action
    return named ? (readDate(eventDate, now) ?? []) : []
  })

/** Epoch milliseconds. */
export const readRegistration = (text: string, domain: string, now: number): Fact<number> => {
  const response = parse(text)
  if (!isObject(response) || response["objectClassName"] !== "domain") return unanswered("not RDAP")
  if (isOther(response, domain)) return unanswered("speaks of another domain")
  const events = response["events"]
  // A reregistration (RFC 9083 §10.2.3) has a new owner, however old the name is.
  const dates = [
    datesOf(events, "reregistration", now).toSorted((one, other) => other - one),
    datesOf(events, "registration", now)
  ].flat()
  const [date] = dates
  return date === undefined ? absent : present(date)
}
