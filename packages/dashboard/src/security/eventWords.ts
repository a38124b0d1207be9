/** Security events in plain words. */
import type { PersonNamed } from "@rcpt/api/PersonNamed"
import type { SecurityEvent } from "@rcpt/api/Security"

import { roleWords } from "../people/roleWords.ts"
import { whole } from "../words/numbers.ts"
import { words } from "../words/security.tsx"

/** Worth a look if the reader did not cause it. */
const refusals: ReadonlySet<SecurityEvent["type"]> = new Set([
  "sign_in_failed",
  "sign_in_throttled",
  "wrong_password",
  "forbidden",
  "revoked_key_used",
  "keys_throttled"
] as const)

interface EventWords {
  readonly label: string
  readonly isRefusal: boolean
}

/** A newer service may have types that this page does not know. */
export const wordsOf = ({ type }: SecurityEvent): EventWords => ({
  label: words.events[type] ?? (type as string).replaceAll("_", " "),
  isRefusal: refusals.has(type)
})

/** Of somebody who has left the account nothing is known but an id. */
const nameOf = ({ id, email }: PersonNamed): string => email ?? words.hasLeft(id.slice(-8))

/** Whom an event is about, if that is not whoever did it. */
const aboutOf = ({ person, by_person, role }: SecurityEvent): string | undefined => {
  const isOther = person !== undefined && person.id !== by_person?.id
  const parts = [isOther && nameOf(person), role && roleWords[role].label].filter(Boolean)
  return parts.length === 0 ? undefined : parts.join(": ")
}

/** What an event is about, after its label: a key, a person, an amount, a number of times. */
export const detailOf = (event: SecurityEvent): string | undefined => {
  const { key, credits, reason, count } = event
  if (key !== undefined) return `${key.name} (…${key.last4})`
  if (credits !== undefined) return `${whole(credits)}: ${reason ?? ""}`
  const about = aboutOf(event)
  if (about !== undefined) return about
  return count > 1 ? words.timesInMinute(whole(count)) : undefined
}

const browserOf = (agent: string | undefined): string =>
  agent === undefined || agent === "other" ? words.otherClient : agent

/** Who, and with what. */
export const whereOf = ({ by, by_key, by_person, agent }: SecurityEvent): string => {
  const browser = browserOf(agent)
  switch (by) {
    case "key":
      return by_key === undefined
        ? words.by.someKey(browser)
        : words.by.key(by_key.name, by_key.last4, browser)
    case "session":
      return `${by_person === undefined ? words.by.dashboard : nameOf(by_person)}, ${browser}`
    case "operator":
      return words.by.operator
    case "service":
      return words.by.service
    case "unknown":
      return agent === undefined ? words.by.notRecorded : words.by.notSignedIn(browser)
  }
}
