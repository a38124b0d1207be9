/**
 * The table of settings: name, default, how the text is read, what it means. Read by Config.ts alone.
 */
import { hostname } from "node:os"

import { creditsMax } from "@rcpt/domain/Credits"

import * as parse from "./parse.ts"
import type { Parse } from "./parse.ts"

export interface Setting<A> {
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
  smtpConcurrency: setting(
    "RCPT_SMTP_CONCURRENCY",
    "500",
    parse.whole(1, 10_000),
    "open conversations of this node, with all mail servers together"
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
