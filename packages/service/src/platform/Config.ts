/**
 * The configuration: one table, read from the environment once, at start. No other file reads the
 * environment.
 *
 * `NAME_FILE` names a file that holds the value (secrets of Docker and Kubernetes). All mistakes are
 * reported together, and a misspelt `RCPT_…` with the name that was probably meant.
 */
import { readFileSync } from "node:fs"

import { Context, Effect, Redacted, Runtime, Schema } from "effect"

import { nearest } from "./config/nearest.ts"
import * as parse from "./config/parse.ts"
import { settings } from "./config/settings.ts"
import { parseDatabaseUrl } from "./databaseLine.ts"

type Values = {
  readonly [K in keyof typeof settings]: Exclude<
    ReturnType<(typeof settings)[K]["read"]>,
    parse.Expected
  >
}

export class Config extends Context.Service<Config, Values>()("@rcpt/service/platform/Config") {}

/** EX_USAGE of sysexits.h: the same start would fail again, so a supervisor need not try. */
export const badConfigCode = 64

/** All mistakes in the settings, one sentence each. */
class BadConfig extends Schema.TaggedError<BadConfig>()("BadConfig", {
  problems: Schema.Array(Schema.String)
}) {
  override readonly [Runtime.errorExitCode] = badConfigCode
  override get message(): string {
    return this.problems.join("\n")
  }
}

type Environment = Readonly<Record<string, string | undefined>>

export interface Loaded {
  readonly config: Values
  /** Warnings about unknown names, which may be typing errors but are no reason not to start. */
  readonly warnings: ReadonlyArray<string>
}

/** A lab has limits for a demonstration. An operator who sets others means them. */
const limitsOfLab = ["RCPT_SMTP_TIMEOUT", "RCPT_MX_CONCURRENCY", "RCPT_MX_RATE"]

const chosenLimits = (given: Environment): Environment =>
  Object.fromEntries(
    Object.entries(given).filter(([name, value]) => limitsOfLab.includes(name) && value)
  )

/** Reads all settings. `instead` overrides the environment: these are the settings of a lab. */
export const load = (
  instead: Environment = {},
  given: Environment = process.env
): Effect.Effect<Loaded, BadConfig> => {
  const environment = { ...given, ...instead, ...chosenLimits(given) }
  const problems: Array<string> = []
  const entries = Object.entries(settings).map(([field, { name, read }]) => {
    const value = textOf(environment, name, problems)
    const parsed = read(value)
    if (parsed instanceof parse.Expected) problems.push(`${name} must be ${parsed.what}.`)
    return [field, parsed] as const
  })
  const values = Object.fromEntries(entries) as Values
  const databaseUrl = wholeDatabaseUrl(values)
  if (databaseUrl instanceof parse.Expected)
    problems.push(`RCPT_DATABASE_URL must be ${databaseUrl.what}.`)
  if (problems.length > 0) return Effect.fail(new BadConfig({ problems }))
  const contradiction = contradictionIn(values)
  if (contradiction !== undefined) return Effect.fail(new BadConfig({ problems: [contradiction] }))
  const config = { ...values, databaseUrl } as Values
  return Effect.succeed({ config, warnings: unknownNames(environment) })
}

/** The URL with the certificates of RCPT_DATABASE_CA in it, so that every user of the database has them. */
const wholeDatabaseUrl = ({ databaseUrl, databaseCa }: Values) => {
  if (!Redacted.isRedacted(databaseUrl)) return undefined
  const ca = typeof databaseCa === "string" ? databaseCa : undefined
  return parse.redacted((url) => parseDatabaseUrl(url, ca))(Redacted.value(databaseUrl))
}

/** Finds settings that are right by themselves, but not together. */
const contradictionIn = (values: Values): string | undefined => {
  const { role, clusterHost, databaseUrl, databaseCa } = values
  if (databaseCa !== undefined && databaseUrl === undefined)
    return "RCPT_DATABASE_CA needs RCPT_DATABASE_URL: the embedded database is not encrypted."
  const ofOpenId = openIdContradiction(values)
  if (ofOpenId !== undefined) return ofOpenId
  return role !== "all" && clusterHost === undefined
    ? `RCPT_ROLE=${role} needs RCPT_CLUSTER_HOST: a node without a cluster has no other node for the rest of the work.`
    : undefined
}

const openIdContradiction = (values: Values): string | undefined => {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcRoles, oidcDomains, publicUrl } = values
  const needed = { oidcClientId, oidcClientSecret, oidcRoles, publicUrl }
  if (oidcIssuer === undefined)
    return values.passwords === "off"
      ? "RCPT_PASSWORDS=off needs RCPT_OIDC_ISSUER: people could not sign in any more."
      : undefined
  const missing = Object.entries(needed).flatMap(([field, value]) =>
    value === undefined ? settings[field as keyof typeof needed].name : []
  )
  if (missing.length > 0) return `RCPT_OIDC_ISSUER needs ${missing.join(", ")}.`
  if (values.passwords === "off" && values.signUp === "open")
    return "RCPT_SIGNUP=open needs RCPT_PASSWORDS=on: who signs up chooses a password."
  const isForAll =
    typeof oidcRoles === "object" && "claim" in oidcRoles && oidcRoles.claim === undefined
  return isForAll && Array.isArray(oidcDomains) && oidcDomains.length === 0
    ? "RCPT_OIDC_ROLES with one role for everybody needs RCPT_OIDC_DOMAINS: else everybody with an account at the provider comes in."
    : undefined
}

/** Returns the text of a setting. An empty variable counts as not set: compose files produce empty ones. */
const textOf = (environment: Environment, name: string, problems: Array<string>) => {
  const direct = environment[name] || undefined
  const file = environment[`${name}_FILE`] || undefined
  if (file === undefined) return direct
  if (direct !== undefined) problems.push(`${name} and ${name}_FILE must not both be set.`)
  const text = readText(file)
  // A secret that was not written yet must not count as one that was never wanted.
  if (text) return text
  const what = text === undefined ? "cannot be read" : "is empty"
  problems.push(`${name}_FILE names ${file}, which ${what}.`)
  return direct
}

const readText = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8").trim()
  } catch {
    return undefined
  }
}

/** Settings of the command-line client, which may run on the same machine. */
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

type Origin = "environment" | "file" | "default"

export interface SettingOrigin {
  readonly name: string
  /** The value; `null` if it is not set and has no default. */
  readonly value: string | null
  readonly from: Origin
}

export const mask = "••••"

/** Settings that may contain a password or a key among other things: blocklists, proxies and NATS. */
const holdSecrets: ReadonlySet<string> = new Set([
  "RCPT_SMTP_EGRESS",
  "RCPT_DNSBL_ZONES",
  "RCPT_NATS_URL"
])

const urlWithPassword = /:\/\/[^/\s]*@/

/** Tells whether a value must be masked. A wrong value must be, too: it may be a secret in the wrong place. */
const isSecret = (name: string, text: string, parsed: unknown): boolean =>
  parsed instanceof parse.Expected ||
  Redacted.isRedacted(parsed) ||
  holdSecrets.has(name) ||
  urlWithPassword.test(text)

const originOf = (given: Environment, name: string): Origin => {
  if (given[`${name}_FILE`]) return "file"
  return given[name] ? "environment" : "default"
}

/**
 * Every setting with its value and where that comes from. Secrets are masked, and files are not read: most often
 * they contain a secret.
 */
const settingOrigins = (given: Environment): ReadonlyArray<SettingOrigin> =>
  Object.values(settings).map(({ name, fallback, read }) => {
    const from = originOf(given, name)
    if (from === "file") return { name, value: mask, from }
    if (from === "default") return { name, value: fallback || null, from }
    const text = given[name] ?? ""
    return { name, value: isSecret(name, text, read(text)) ? mask : text, from }
  })

/** The settings of this process, for `rcpt config`. */
export const originsHere = () => settingOrigins(process.env)
