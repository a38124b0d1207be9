/** Security events in plain words. */
import type { PersonNamed } from "@rcpt/api/PersonNamed"
import type { SecurityEvent } from "@rcpt/api/Security"

import { roleWords } from "../people/roleWords.ts"

interface EventWords {
  readonly label: string
  /** Worth a look if the reader did not cause it. */
  readonly isRefusal?: boolean
}

const words: Readonly<Record<SecurityEvent["type"], EventWords>> = {
  account_opened: { label: "Account opened" },
  signed_in: { label: "Signed in" },
  session_ended: { label: "Session ended" },
  all_sessions_ended: { label: "Signed out everywhere" },
  password_changed: { label: "Password changed" },
  password_replaced: { label: "Password reset" },
  totp_enabled: { label: "Two-factor sign-in turned on" },
  totp_disabled: { label: "Two-factor sign-in turned off" },
  recovery_code_used: { label: "Recovery code used" },
  recovery_codes_replaced: { label: "Recovery codes replaced" },
  key_created: { label: "API key created" },
  key_revoked: { label: "API key revoked" },
  webhook_set: { label: "Webhook endpoint set" },
  webhook_secret_rotated: { label: "Webhook secret rotated" },
  webhook_disabled: { label: "Webhook disabled" },
  webhook_removed: { label: "Webhook removed" },
  person_invited: { label: "Person invited" },
  invitation_revoked: { label: "Invitation revoked" },
  person_joined: { label: "Person joined" },
  role_changed: { label: "Role changed" },
  person_removed: { label: "Person removed" },
  account_suspended: { label: "Account suspended" },
  account_resumed: { label: "Account resumed" },
  address_erased: { label: "Address erased" },
  account_closed: { label: "Account closed" },
  credits_granted: { label: "Credits granted" },
  credits_adjusted: { label: "Credits adjusted" },
  sign_in_failed: { label: "Sign-in failed", isRefusal: true },
  sign_in_throttled: { label: "Too many sign-in attempts", isRefusal: true },
  wrong_password: { label: "Wrong current password", isRefusal: true },
  forbidden: { label: "Request not permitted", isRefusal: true },
  revoked_key_used: { label: "Revoked API key used", isRefusal: true },
  keys_throttled: { label: "Too many wrong API keys", isRefusal: true }
}

/** A newer service may have types that this page does not know. */
export const wordsOf = ({ type }: SecurityEvent): EventWords =>
  words[type] ?? { label: (type as string).replaceAll("_", " ") }

/** Of somebody who has left the account nothing is known but an id. */
const nameOf = ({ id, email }: PersonNamed): string =>
  email ?? `somebody who has left (${id.slice(-8)})`

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
  if (credits !== undefined) return `${credits.toLocaleString()}: ${reason ?? ""}`
  const about = aboutOf(event)
  if (about !== undefined) return about
  return count > 1 ? `${count.toLocaleString()} times in a minute` : undefined
}

const browserOf = (agent: string | undefined): string =>
  agent === undefined || agent === "other" ? "other client" : agent

/** Who, and with what. */
export const whereOf = ({ by, by_key, by_person, agent }: SecurityEvent): string => {
  switch (by) {
    case "key":
      return `${by_key === undefined ? "An API key" : `Key ${by_key.name} (…${by_key.last4})`}, ${browserOf(agent)}`
    case "session":
      return `${by_person === undefined ? "Dashboard" : nameOf(by_person)}, ${browserOf(agent)}`
    case "operator":
      return "Operator of the service"
    case "service":
      return "The service"
    case "unknown":
      return agent === undefined ? "Not recorded" : `Not signed in, ${browserOf(agent)}`
  }
}
