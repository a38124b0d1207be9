/** The words of security events. */
import type { SecurityEvent } from "@rcpt/api/Security"
import type { ReactNode } from "react"

import { inline } from "./inline.ts"
import { wordsOf } from "./translation.ts"

type Link = (text: string) => ReactNode

export const words = wordsOf("security", {
  title: "Security",
  lead: "Sign-ins, changes to this account, and what was refused. IP addresses are not stored: the same label means the same address.",
  advice: (keys: Link, settings: Link) =>
    inline`If you do not recognize something, revoke the key in ${keys("API keys")}, or change your password and sign out everywhere in ${settings("Settings")}.`,
  empty: { title: "No more events", text: "Older events are not kept." },
  pages: "Pages of security events",
  table: {
    caption: "Security events, newest first",
    refused: "Refused",
    event: "Event",
    time: "Time",
    who: "Who",
    requestId: "Request id",
    none: "None",
    address: (label: ReactNode) => <>address {label}</>
  },
  events: {
    account_opened: "Account opened",
    signed_in: "Signed in",
    session_ended: "Session ended",
    all_sessions_ended: "Signed out everywhere",
    password_changed: "Password changed",
    password_replaced: "Password reset by the operator",
    password_recovered: "Password reset by a mailed link",
    email_changed: "Email changed",
    totp_enabled: "Two-factor sign-in turned on",
    totp_disabled: "Two-factor sign-in turned off",
    recovery_code_used: "Recovery code used",
    recovery_codes_replaced: "Recovery codes replaced",
    key_created: "API key created",
    key_changed: "API key changed",
    key_revoked: "API key revoked",
    webhook_set: "Webhook endpoint set",
    webhook_secret_rotated: "Webhook secret rotated",
    webhook_disabled: "Webhook disabled",
    webhook_removed: "Webhook removed",
    inlet_created: "Inlet created",
    inlet_changed: "Inlet changed",
    inlet_secret_rotated: "Inlet URL replaced",
    inlet_removed: "Inlet removed",
    schedule_created: "Schedule created",
    schedule_changed: "Schedule changed",
    schedule_removed: "Schedule removed",
    person_invited: "Person invited",
    invitation_revoked: "Invitation revoked",
    person_joined: "Person joined",
    person_admitted: "Person came from the company",
    provider_joined: "Sign-in connected with the company",
    signed_out_by_provider: "Signed out by the company",
    role_changed: "Role changed",
    person_removed: "Person removed",
    account_suspended: "Account suspended",
    account_resumed: "Account resumed",
    address_erased: "Address erased",
    rules_added: "Rules added",
    rules_removed: "Rules removed",
    account_closed: "Account closed",
    credits_granted: "Credits granted",
    credits_adjusted: "Credits adjusted",
    sign_in_failed: "Sign-in failed",
    sign_in_throttled: "Too many sign-in attempts",
    wrong_password: "Wrong current password",
    forbidden: "Request not permitted",
    revoked_key_used: "Revoked API key used",
    ended_key_used: "Expired API key used",
    network_refused: "API key used from another network",
    origin_refused: "Browser key used on another website",
    visitor_limit_reached: "Limit per visitor reached",
    credit_limit_reached: "Credit limit of an API key reached",
    keys_throttled: "Too many wrong API keys"
  } satisfies Readonly<Record<SecurityEvent["type"], string>>,
  /** How a sign-in was, if not with a password. */
  how: {
    provider: "at the company",
    break_glass: "with a password, although passwords are off"
  },
  hasLeft: (id: string) => `somebody who has left (${id})`,
  timesInMinute: (count: string) => `${count} times in a minute`,
  otherClient: "other client",
  by: {
    key: (name: string, last4: string, browser: string) => `Key ${name} (…${last4}), ${browser}`,
    someKey: (browser: string) => `An API key, ${browser}`,
    dashboard: "Dashboard",
    operator: "Operator of the service",
    service: "The service",
    notRecorded: "Not recorded",
    notSignedIn: (browser: string) => `Not signed in, ${browser}`
  }
})
