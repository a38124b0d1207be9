/**
 * The configuration: one table, read from the environment once, at start. The only file that does.
 *
 * `NAME_FILE` names a file that holds the value (secrets of Docker and Kubernetes). All mistakes are
 * reported together, and a misspelt `RCPT_…` with the name that was probably meant.
 */
import { readFileSync } from "node:fs"
import { hostname } from "node:os"

import { creditsMax } from "@rcpt/domain/Credits"
import { Context, Effect, Schema } from "effect"

import { nearest } from "./config/nearest.ts"
import * as parse from "./config/parse.ts"
import type { Parse } from "./config/parse.ts"

interface Setting<A> {
  readonly name: string
  readonly fallback: string | undefined
  readonly read: (text: string | undefined) => A | parse.Expected
  readonly means: string
}

const setting = <A>(name: string, fallback: string, read: Parse<A>, means: string): Setting<A> => ({
  name,
  fallback,
  read: (text) => read(text ?? fallback),
  means
})

const optional = <A>(name: string, read: Parse<A>, means: string): Setting<A | undefined> => ({
  name,
  fallback: undefined,
  read: (text) => (text === undefined ? undefined : read(text)),
  means
})

const portMax = 65_535

export const settings = {
  port: setting("RCPT_PORT", "8080", parse.whole(0, portMax), "HTTP port; 0: any that is free"),
  host: setting("RCPT_HOST", "127.0.0.1", parse.text, "address that we listen on"),
  publicUrl: optional("RCPT_PUBLIC_URL", parse.url("http:", "https:"), "base of links"),
  databaseUrl: optional(
    "RCPT_DATABASE_URL",
    parse.redacted(parse.url("postgres:", "postgresql:")),
    "Postgres 15 or newer; without it we bring our own"
  ),
  dataDir: setting("RCPT_DATA_DIR", ".rcpt", parse.text, "folder of the embedded database"),
  dnsServers: setting("RCPT_DNS_SERVERS", "", parse.servers, "resolvers; empty: the system's"),
  unsafeNetworks: setting(
    "RCPT_UNSAFE_NETWORKS",
    "",
    parse.networks,
    "private networks that count as public, for labs"
  ),
  dnsblZones: setting(
    "RCPT_DNSBL_ZONES",
    "",
    parse.blocklists,
    "blocklists to ask, each with its key if it has one"
  ),
  rdapUrl: optional(
    "RCPT_RDAP_URL",
    parse.orWord("off", parse.url("http:", "https:")),
    "one RDAP server for all domains; without it the registries'; off: none"
  ),
  whois: setting(
    "RCPT_WHOIS",
    "off",
    parse.orWord("off", parse.orWord("on", parse.server)),
    "on: ask WHOIS where RDAP has no answer; or one server for all domains"
  ),
  helo: setting(
    "RCPT_HELO",
    hostname(),
    parse.hostName,
    "what we call ourselves to mail servers; its address and the name of that address are ours"
  ),
  mailFrom: optional(
    "RCPT_MAIL_FROM",
    parse.sender,
    "envelope sender of deep mode; <>: the null sender; without it verify@ RCPT_HELO"
  ),
  smtp: setting("RCPT_SMTP", "on", parse.oneOf("on", "off"), "off: no mail server is ever asked"),
  smtpPort: setting(
    "RCPT_SMTP_PORT",
    "25",
    parse.whole(1, portMax),
    "port of mail servers; another than 25 only in labs"
  ),
  smtpTimeout: setting(
    "RCPT_SMTP_TIMEOUT",
    "45s",
    parse.duration(1_000, 300_000),
    "the longest that a whole conversation may take"
  ),
  ownerEmail: setting(
    "RCPT_OWNER_EMAIL",
    `owner@${hostname()}`,
    parse.email,
    "first start: whom the first account belongs to"
  ),
  ownerPassword: optional(
    "RCPT_OWNER_PASSWORD",
    parse.redacted(parse.password),
    "first start; generated when absent"
  ),
  ownerApiKey: optional(
    "RCPT_OWNER_API_KEY",
    parse.redacted(parse.key),
    "first start; generated when absent"
  ),
  ownerCredits: setting(
    "RCPT_OWNER_CREDITS",
    "1000000",
    parse.whole(0, creditsMax),
    "first start: credits of the first account"
  ),
  log: setting(
    "RCPT_LOG",
    "info",
    parse.oneOf("trace", "debug", "info", "warn", "error", "none"),
    "least level that is logged"
  )
} satisfies Record<string, Setting<unknown>>

type Values = {
  readonly [K in keyof typeof settings]: Exclude<
    ReturnType<(typeof settings)[K]["read"]>,
    parse.Expected
  >
}

export class Config extends Context.Service<Config, Values>()("@rcpt/service/Config") {}

/** Every mistake, one sentence each. */
export class BadConfig extends Schema.TaggedError<BadConfig>()("BadConfig", {
  problems: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return this.problems.join("\n")
  }
}

type Environment = Readonly<Record<string, string | undefined>>

export interface Loaded {
  readonly config: Values
  /** Names that mean nothing to us: perhaps a typing error, never a reason not to start. */
  readonly warnings: ReadonlyArray<string>
}

/** `instead` wins over the environment: what a lab brings with it. */
export const load = (
  instead: Environment = {},
  given: Environment = process.env
): Effect.Effect<Loaded, BadConfig> => {
  const environment = { ...given, ...instead }
  const problems: Array<string> = []
  const entries = Object.entries(settings).map(([field, { name, read }]) => {
    const value = textOf(environment, name, problems)
    const parsed = read(value)
    if (parsed instanceof parse.Expected) problems.push(`${name} must be ${parsed.what}.`)
    return [field, parsed] as const
  })
  if (problems.length > 0) return Effect.fail(new BadConfig({ problems }))
  const config = Object.fromEntries(entries) as Values
  return Effect.succeed({ config, warnings: unknownNames(environment) })
}

/** An empty variable is one that is not set: compose files leave them behind. */
const textOf = (environment: Environment, name: string, problems: Array<string>) => {
  const direct = environment[name] || undefined
  const file = environment[`${name}_FILE`] || undefined
  if (file === undefined) return direct
  if (direct !== undefined) problems.push(`${name} and ${name}_FILE must not both be set.`)
  try {
    return readFileSync(file, "utf8").trim()
  } catch {
    problems.push(`${name}_FILE names ${file}, which cannot be read.`)
    return direct
  }
}

/** Read by the command line of whoever asks a server, perhaps on the same machine. */
const clientNames = ["RCPT_URL", "RCPT_API_KEY"]

const unknownNames = (environment: Environment): ReadonlyArray<string> => {
  const ours = Object.values(settings).flatMap(({ name }) => [name, `${name}_FILE`])
  const known = [...ours, ...clientNames]
  return Object.keys(environment)
    .filter((name) => name.startsWith("RCPT_") && !known.includes(name))
    .map((name) => {
      const guess = nearest(name, known)
      return `${name} is not a setting${guess === undefined ? "" : `; did you mean ${guess}?`}`
    })
}
