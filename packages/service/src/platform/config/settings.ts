/**
 * The table of settings: name, default, parser and meaning. Only Config.ts reads it.
 */
import { hostname } from "node:os"

import { creditsMax } from "@rcpt/domain/Credits"

import { backups } from "./backups.ts"
import { parseEgresses } from "./Egress.ts"
import { keeping } from "./keeping.ts"
import { nats } from "./nats.ts"
import { observing } from "./observing.ts"
import * as parse from "./parse.ts"
import { processesDefault, processesMax } from "./processCount.ts"
import { roleMeaning, roles } from "./role.ts"
import { optional, setting } from "./Setting.ts"
import type { Setting } from "./Setting.ts"
import { signing } from "./signing.ts"

export const settings = {
  port: setting("RCPT_PORT", "8080", parse.port(0), "HTTP port; 0: any free port"),
  host: setting("RCPT_HOST", "127.0.0.1", parse.text, "address that we listen on"),
  processes: setting(
    "RCPT_PROCESSES",
    String(processesDefault),
    parse.whole(1, processesMax),
    "processes of this node, each on one core; without it one less than the cores there are"
  ),
  shutdownDelay: setting(
    "RCPT_SHUTDOWN_DELAY",
    "0s",
    parse.duration(0, 300_000),
    "after SIGTERM, how long new connections are still served while /readyz is 503, for balancers"
  ),
  publicUrl: optional(
    "RCPT_PUBLIC_URL",
    parse.url("http:", "https:"),
    "base of links; https: cookies go over TLS alone; set: requests by other names are refused"
  ),
  allowedHosts: setting(
    "RCPT_ALLOWED_HOSTS",
    "",
    parse.hostPatterns,
    "further names that requests may use for this service, such as rcpt.internal or *.example.com"
  ),
  databaseUrl: optional(
    "RCPT_DATABASE_URL",
    parse.redacted(parse.url("postgres:", "postgresql:")),
    "Postgres 15 or newer; without it the embedded one is started"
  ),
  clusterHost: optional(
    "RCPT_CLUSTER_HOST",
    parse.text,
    "name or address by which other nodes reach this one; set: part of a cluster"
  ),
  clusterListen: optional("RCPT_CLUSTER_LISTEN", parse.text, "address to listen on for nodes"),
  clusterPort: setting(
    "RCPT_CLUSTER_PORT",
    "34431",
    parse.port(1),
    "port for other nodes of the cluster; further processes of this node take the ports after it"
  ),
  ...nats,
  role: setting("RCPT_ROLE", "all", parse.oneOf(...roles), roleMeaning),
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
    "our name to mail servers; it must have our address, and our address must have this name"
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
    parse.port(1),
    "port of mail servers; another than 25 only in labs"
  ),
  smtpConcurrency: setting(
    "RCPT_SMTP_CONCURRENCY",
    "500",
    parse.whole(1, 10_000),
    "open conversations of this node, with all mail servers together; its processes share them equally"
  ),
  smtpTimeout: setting(
    "RCPT_SMTP_TIMEOUT",
    "45s",
    parse.duration(1_000, 300_000),
    "the longest that a whole conversation may take"
  ),
  doctorDomains: optional(
    "RCPT_DOCTOR_DOMAINS",
    parse.hostNames,
    "domains whose mail hosts the doctor greets; without it those of three large providers"
  ),
  listsRefresh: setting(
    "RCPT_LISTS_REFRESH",
    "off",
    parse.orWord("off", parse.days(1, 90)),
    "how often newer lists of free and disposable domains are fetched from their authors, such as 7d"
  ),
  greylistRetries: setting(
    "RCPT_GREYLIST_RETRIES",
    "6m,20m,60m",
    parse.retries(1_000, 86_400_000),
    "bulk jobs: how long after the first question a greylisted mailbox is asked again"
  ),
  egresses: setting(
    "RCPT_SMTP_EGRESS",
    "direct",
    parseEgresses,
    "where conversations come from: direct and socks5://name:password@host:port?helo=name, comma-separated"
  ),
  mxConcurrency: optional(
    "RCPT_MX_CONCURRENCY",
    parse.whole(1, 10_000),
    "conversations at once with one provider, or one address of others, in place of the known limits; it is never adapted"
  ),
  mxRate: optional(
    "RCPT_MX_RATE",
    parse.whole(1, 100_000),
    "conversations that may start per second with one provider, or one address of others, in place of the known limits"
  ),
  enumerationLimit: setting(
    "RCPT_ENUMERATION_LIMIT",
    "60/h",
    parse.orWord("off", parse.quota),
    "deep mode: distinct names that one account may ask about at one domain; in jobs and at free providers, only if over 70% of them do not exist; off: any"
  ),
  ...signing,
  ...backups,
  ownerEmail: setting(
    "RCPT_OWNER_EMAIL",
    `owner@${hostname()}`,
    parse.email,
    "first start: e-mail address of the first account"
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
  signUp: setting(
    "RCPT_SIGNUP",
    "closed",
    parse.oneOf("open", "closed"),
    "open: anyone may open an account"
  ),
  signUpCredits: setting(
    "RCPT_SIGNUP_CREDITS",
    "0",
    parse.whole(0, creditsMax),
    "credits of an account that was opened by sign-up"
  ),
  rateLimit: setting(
    "RCPT_RATE_LIMIT",
    "100/s,burst=200",
    parse.orWord("off", parse.rateLimit),
    "requests of one account, on all nodes together; a batch counts one per ten addresses; off: any"
  ),
  maxInflight: setting(
    "RCPT_MAX_INFLIGHT",
    "2000",
    parse.whole(1, 1_000_000),
    "requests at once in each process of this node; more are answered 503"
  ),
  trustedProxies: setting(
    "RCPT_TRUSTED_PROXIES",
    "",
    parse.networks,
    "networks of our own proxies: their X-Forwarded-For and X-Forwarded-Proto are trusted"
  ),
  demo: setting(
    "RCPT_DEMO",
    "off",
    parse.oneOf("on", "off"),
    "on: anyone may verify single addresses without a key, a few a minute, in fast mode; off: only those of the sandbox"
  ),
  ...keeping,
  webhookAllowHttp: setting(
    "RCPT_WEBHOOK_ALLOW_HTTP",
    "off",
    parse.oneOf("on", "off"),
    "on: webhooks may have URLs without TLS"
  ),
  webhookAllowedHosts: setting(
    "RCPT_WEBHOOK_ALLOWED_HOSTS",
    "",
    parse.hostPatterns,
    "set: webhooks lead to these hosts alone, such as example.com or *.example.com, and only if public"
  ),
  creditsLow: setting(
    "RCPT_CREDITS_LOW",
    "100",
    parse.whole(0, creditsMax),
    "balance below which a webhook gets credits.low, once; 0: never"
  ),
  dashboard: optional(
    "RCPT_DASHBOARD",
    parse.orWord("off", parse.text),
    "folder of a built dashboard; off: none; without it `rcpt start` builds its own"
  ),
  ...observing
} satisfies Record<string, Setting<unknown>>
