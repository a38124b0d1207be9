/**
 * The date of registration in an RDAP answer about a domain (RFC 9083 §4.5, §5.3). Total: whatever
 * the octets, the result is a fact.
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

/** The registry speaks of another domain: its error, or somebody's in between. */
const isOther = ({ ldhName }: Json, domain: string): boolean =>
  typeof ldhName === "string" && canonical(ldhName) !== domain

const datesOf = (events: unknown, action: string, now: number): ReadonlyArray<number> =>
  (Array.isArray(events) ? events : []).flatMap((event: unknown) => {
    if (!isObject(event) || typeof event["eventDate"] !== "string") return []
    const { eventAction, eventDate } = event
    const named = typeof eventAction === "string" && eventAction.toLowerCase() === action
    return named ? (readDate(eventDate, now) ?? []) : []
  })

/** In milliseconds of the epoch. */
export const readRegistration = (text: string, domain: string, now: number): Fact<number> => {
  const answer = parse(text)
  if (!isObject(answer) || answer["objectClassName"] !== "domain") return unanswered("not RDAP")
  if (isOther(answer, domain)) return unanswered("speaks of another domain")
  const events = answer["events"]
  // Who registered it anew (RFC 9083 §10.2.3) is a new owner, however old the name.
  const dates = [
    datesOf(events, "reregistration", now).toSorted((one, other) => other - one),
    datesOf(events, "registration", now)
  ].flat()
  const [date] = dates
  return date === undefined ? absent : present(date)
}
