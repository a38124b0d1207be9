/** What each of the five services says of the same addresses, and how each refuses: one table for all tests. */
import type { DropInName } from "@rcpt/api/otherServices"

import type { Answer, Request } from "../../../support/service.ts"

/** How each service is asked for one address. The 3 s are for a server that never answers; Reacher has no such field. */
export const single: Readonly<
  Record<DropInName, (key: string, email: string) => Request & { readonly path: string }>
> = {
  reacher: (key, email) => ({
    path: "/v1/check_email",
    method: "POST",
    headers: { "x-reacher-secret": key },
    body: JSON.stringify({ to_email: email })
  }),
  zerobounce: (key, email) => ({
    path: `/v2/validate?${new URLSearchParams({ api_key: key, email, timeout: "3" })}`
  }),
  kickbox: (key, email) => ({
    path: `/v2/verify?${new URLSearchParams({ email, timeout: "3000" })}`,
    headers: { authorization: `token ${key}` }
  }),
  neverbounce: (key, email) => ({
    path: `/v4/single/check?${new URLSearchParams({ key, email, timeout: "3" })}`
  }),
  emailable: (key, email) => ({
    path: `/v1/verify?${new URLSearchParams({ email, timeout: "3" })}`,
    headers: { authorization: `Bearer ${key}` }
  })
}

/** The verdict in an answer, and why, where it says so. */
export const wordIn = (json: unknown): string => {
  const { is_reachable, state, result, status, sub_status, reason } = Object(json)
  const more = sub_status ?? reason ?? ""
  return [is_reachable ?? state ?? result ?? status, more].filter(Boolean).join(" ")
}

type Words = Readonly<Record<DropInName, string>>

const row = (
  what: string,
  email: string,
  [reacher, zerobounce, neverbounce, four]: readonly [string, string, string, string]
): { readonly what: string; readonly email: string; readonly words: Words } => ({
  what,
  email,
  // These two have the same words.
  words: { reacher, zerobounce, kickbox: four, neverbounce, emailable: four }
})

/** In the order Reacher, ZeroBounce, NeverBounce, then Kickbox and Emailable. */
export const rows = [
  row("valid", "ann@acme.test", ["safe", "valid", "valid", "deliverable accepted_email"]),
  row("catch-all", "ann@takesall.test", [
    "risky",
    "catch-all",
    "catchall",
    "risky low_deliverability"
  ]),
  row("gone", "gone@acme.test", [
    "invalid",
    "invalid mailbox_not_found",
    "invalid",
    "undeliverable rejected_email"
  ]),
  row("full", "full@acme.test", [
    "risky",
    "unknown mailbox_quota_exceeded",
    "unknown",
    "risky low_deliverability"
  ]),
  row("disposable", "ann@mailinator.com", [
    "risky",
    "do_not_mail disposable",
    "disposable",
    "risky low_quality"
  ]),
  row("role", "support@acme.test", [
    "risky",
    "do_not_mail role_based",
    "valid",
    "risky low_quality"
  ]),
  row("typo of a domain that does not exist", "ann@gmail.con", [
    "invalid",
    "invalid no_dns_entries",
    "invalid",
    "undeliverable invalid_domain"
  ]),
  row("greylisted", "ann@grey.test", [
    "unknown",
    "unknown greylisted",
    "unknown",
    "unknown unavailable_smtp"
  ]),
  row("timeout", "ann@mute.faults.test", [
    "unknown",
    "unknown timeout_exceeded",
    "unknown",
    "unknown timeout"
  ]),
  row("malformed", "ann@@acme.test", [
    "invalid",
    "invalid failed_syntax_check",
    "invalid",
    "undeliverable invalid_email"
  ])
]

interface Refusals {
  /** What a program looks at. */
  readonly shown: (answer: Pick<Answer, "status" | "json">) => unknown
  readonly wrongKey: unknown
  readonly noCredits: unknown
  readonly overLimit: unknown
}

const field =
  (name: string) =>
  ({ status, json }: Pick<Answer, "status" | "json">) => [status, Reflect.get(Object(json), name)]

const keyOrCredits = "Invalid API Key or your account ran out of credits"

export const refusals: Readonly<Record<DropInName, Refusals>> = {
  reacher: {
    shown: field("error"),
    wrongKey: [401, "unauthorized"],
    noCredits: [402, "insufficient credits"],
    overLimit: [429, "rate limit exceeded"]
  },
  zerobounce: {
    shown: field("error"),
    wrongKey: [200, keyOrCredits],
    noCredits: [200, keyOrCredits],
    overLimit: [429, "rate limit exceeded"]
  },
  kickbox: {
    shown: field("message"),
    wrongKey: [403, "unauthorized"],
    noCredits: [403, "insufficient credits"],
    overLimit: [429, "rate limit exceeded"]
  },
  neverbounce: {
    shown: field("status"),
    wrongKey: [200, "auth_failure"],
    noCredits: [200, "general_failure"],
    overLimit: [200, "throttle_triggered"]
  },
  emailable: {
    shown: field("message"),
    wrongKey: [401, "unauthorized"],
    noCredits: [402, "insufficient credits"],
    overLimit: [429, "rate limit exceeded"]
  }
}
