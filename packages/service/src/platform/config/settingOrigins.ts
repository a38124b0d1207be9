/** Every setting with its value and where that comes from, for `rcpt config`. Secrets are masked. */
import { Redacted } from "effect"

import { Expected } from "./parse.ts"
import { settings } from "./settings.ts"

export type Origin = "environment" | "file" | "default"

export interface SettingOrigin {
  readonly name: string
  /** `null`: not set, and there is no default. */
  readonly value: string | null
  readonly from: Origin
}

export const mask = "••••"

/** What may hold a password or a key beside other things: blocklists and proxies. */
const holdSecrets: ReadonlySet<string> = new Set([
  "RCPT_SMTP_EGRESS",
  "RCPT_DNSBL_ZONES",
  "RCPT_NATS_URL"
])

const urlWithPassword = /:\/\/[^/\s]*@/

/** A value that is wrong is masked too: it may be a secret in the wrong place. */
const isSecret = (name: string, text: string, parsed: unknown): boolean =>
  parsed instanceof Expected ||
  Redacted.isRedacted(parsed) ||
  holdSecrets.has(name) ||
  urlWithPassword.test(text)

type Environment = Readonly<Record<string, string | undefined>>

const originOf = (given: Environment, name: string): Origin => {
  if (given[`${name}_FILE`]) return "file"
  return given[name] ? "environment" : "default"
}

/** A file is not read here: what it holds is most often a secret. */
export const settingOrigins = (given: Environment): ReadonlyArray<SettingOrigin> =>
  Object.values(settings).map(({ name, fallback, read }) => {
    const from = originOf(given, name)
    if (from === "file") return { name, value: mask, from }
    if (from === "default") return { name, value: fallback || null, from }
    const text = given[name] ?? ""
    return { name, value: isSecret(name, text, read(text)) ? mask : text, from }
  })
