/**
 * The table of settings: name, default, parser and meaning. Only Config.ts reads it. Settings that belong
 * together have a table of their own above the whole one.
 */
import { hostname } from "node:os"

import { dropInNames } from "@rcpt/api/otherServices"
import { creditsMax } from "@rcpt/domain/Credits"

import { processesDefault, processesMax } from "../processes/Processes.ts"
import { parseEgresses } from "./Egress.ts"
import { openId } from "./openIdSettings.ts"
import { mail, nats, observing, returnedMail } from "./outwardSettings.ts"
import * as parse from "./parse.ts"
import { roleMeaning, roles } from "./role.ts"
import { optional, setting } from "./Setting.ts"
import type { Setting } from "./Setting.ts"

/**
 * Operators set these whose ledger others must be able to trust, or whose database others administer. They are
 * about what is signed: sessions, and checkpoints of the ledger.
 */
const signing = {
  secret: optional(
    "RCPT_SECRET",
    parse.redacted(parse.secret),
    "signs sessions and encrypts secrets; the same on all nodes; without it a secret in the database is used"
  ),
  ledgerKey: optional(
    "RCPT_LEDGER_KEY",
    parse.redacted(parse.seeds),
    "signs checkpoints of the ledger; the same on all nodes. To replace it, set the new and the old one with a comma. Without it: ledger.key in the data folder"
  ),
  retiredLedgerKeys: setting(
    "RCPT_LEDGER_RETIRED_KEYS",
    "",
    parse.verifierKeys,
    "keys that signed the ledger before, as `rcpt ledger key` printed them, comma-separated"
  ),
  ledgerWitnesses: setting(
    "RCPT_LEDGER_WITNESSES",
    "",
    parse.witnesses,
    "witnesses that co-sign checkpoints (C2SP tlog-witness): `<key> <URL>` of each, comma-separated"
  ),
  checkpointEvery: setting(
    "RCPT_CHECKPOINT_EVERY",
    "1m",
    parse.duration(1_000, 86_400_000),
    "how often the ledger is signed if it has grown; at the latest after 10,000 commits"
  ),
  checkpointFile: optional(
    "RCPT_CHECKPOINT_FILE",
    parse.text,
    "file that gets each checkpoint; best on storage that database administrators cannot write to"
  ),
  checkpointWebhook: optional(
    "RCPT_CHECKPOINT_WEBHOOK",
    parse.redacted(parse.url("http:", "https:")),
    "your URL that gets each new checkpoint; with RCPT_NATS_URL they go to NATS too"
  )
}

/** Operators with the embedded database and a second disk, or a backup program of their own, set these. */
const backups = {
  backupEvery: setting(
    "RCPT_BACKUP_EVERY",
    "1d",
    parse.orWord("off", parse.days(1, 90)),
    "how often the embedded database is backed up; off: never; it does not apply to RCPT_DATABASE_URL"
  ),
  backupKeep: setting(
    "RCPT_BACKUP_KEEP",
    "7",
    parse.whole(1, 1_000),
    "how many of these backups are kept; an older one is deleted once a new one is complete"
  ),
  backupFolder: optional(
    "RCPT_BACKUP_FOLDER",
    parse.text,
    "folder of these backups; best on another disk; without it backups in RCPT_DATA_DIR"
  )
}

/** Operators with rules about personal data set these: how long data outside the ledger is kept. */
const keeping = {
  retentionDays: setting(
    "RCPT_RETENTION_DAYS",
    "30",
    parse.whole(1, 3_650),
    "days after which a finished list is deleted, with its results and its upload"
  ),
  activityDays: setting(
    "RCPT_ACTIVITY_DAYS",
    "30",
    parse.whole(0, 400),
    "days for which activity (checks and API requests) is kept; 0: off, no activity is written"
  )
}

/** The comment above a setting, or above several, says who would set it. */
export const settings = {
  // Operators who run it beside other programs, or open it to a network.
  port: setting("RCPT_PORT", "8080", parse.port(0), "HTTP port; 0: any free port"),
  host: setting("RCPT_HOST", "127.0.0.1", parse.text, "address that the service listens on"),
  // Operators whose machine has other work to do.
  processes: setting(
    "RCPT_PROCESSES",
    String(processesDefault),
    parse.whole(1, processesMax),
    "processes of this node, each on one core; without it one less than the machine has cores"
  ),
  // Operators with a load balancer, which needs a moment to notice.
  shutdownDelay: setting(
    "RCPT_SHUTDOWN_DELAY",
    "0s",
    parse.duration(0, 300_000),
    "how long new connections are still served after SIGTERM, while /readyz is 503; for load balancers"
  ),
  // Operators who let others use the service under a name.
  publicUrl: optional(
    "RCPT_PUBLIC_URL",
    parse.webOrigin,
    "URL that browsers use, without a path; with https, cookies go over TLS only; requests with other host names are refused"
  ),
  allowedHosts: setting(
    "RCPT_ALLOWED_HOSTS",
    "",
    parse.hostPatterns,
    "further host names of this service, such as rcpt.internal or *.example.com"
  ),
  // Operators who run Postgres themselves.
  databaseUrl: optional(
    "RCPT_DATABASE_URL",
    parse.redacted(parse.text),
    "Postgres 15 or newer, with the sslmode of libpq; without it the embedded one is started"
  ),
  databaseCa: optional(
    "RCPT_DATABASE_CA",
    parse.certificates,
    "certificates, in PEM, that the certificate of Postgres must be signed by; without it those that Node trusts"
  ),
  // Operators of several nodes; in containers the address to listen on is not the one that others dial.
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
  // Operators who may use port 25 on some nodes only.
  role: setting("RCPT_ROLE", "all", parse.oneOf(...roles), roleMeaning),
  // Units of systemd and containers, which have a folder for data.
  dataDir: setting("RCPT_DATA_DIR", ".rcpt", parse.text, "folder of the embedded database"),
  // Operators with a resolver of their own: blocklists refuse public ones.
  dnsServers: setting("RCPT_DNS_SERVERS", "", parse.servers, "resolvers; empty: the system's"),
  // Operators whose callers want all records, and have more time than a form.
  policyWait: setting(
    "RCPT_POLICY_WAIT",
    "150ms",
    parse.duration(0, 5_000),
    "how long a single check waits for the last of MTA-STS, TLS-RPT and BIMI once all else is known"
  ),
  // Labs and tests, and operators whose own mail servers are in a private network.
  unsafeNetworks: setting(
    "RCPT_UNSAFE_NETWORKS",
    "",
    parse.networks,
    "private networks that count as public, for labs"
  ),
  // Operators who have a blocklist's permission, which most want to be asked for.
  dnsblZones: setting(
    "RCPT_DNSBL_ZONES",
    "",
    parse.blocklists,
    "blocklists to ask, each with its key if it has one"
  ),
  // Operators who may not tell registries which domains they ask about, or have a mirror.
  rdapUrl: optional(
    "RCPT_RDAP_URL",
    parse.orWord("off", parse.url("http:", "https:")),
    "one RDAP server for all domains; without it the registries' servers; off: none"
  ),
  whois: setting(
    "RCPT_WHOIS",
    "off",
    parse.orWord("off", parse.orWord("on", parse.server)),
    "on: ask WHOIS where RDAP has no answer; or one server for all domains"
  ),
  // Operators who verify in deep mode.
  helo: setting(
    "RCPT_HELO",
    hostname(),
    parse.hostName,
    "host name that mail servers see; its A record has this machine's IP address, and the PTR record of that address has this name"
  ),
  mailFrom: optional(
    "RCPT_MAIL_FROM",
    parse.sender,
    "envelope sender of deep mode; <>: the null sender; without it verify@ RCPT_HELO"
  ),
  // Operators without port 25.
  smtp: setting("RCPT_SMTP", "on", parse.oneOf("on", "off"), "off: rcpt never asks a mail server"),
  // Labs and tests.
  smtpPort: setting(
    "RCPT_SMTP_PORT",
    "25",
    parse.port(1),
    "port of mail servers; a port other than 25 is for labs only"
  ),
  // Operators of a machine or firewall with few connections, or of very slow mail servers.
  smtpConcurrency: setting(
    "RCPT_SMTP_CONCURRENCY",
    "500",
    parse.whole(1, 10_000),
    "open SMTP conversations of this node with all mail servers; its processes share them equally"
  ),
  smtpTimeout: setting(
    "RCPT_SMTP_TIMEOUT",
    "45s",
    parse.duration(1_000, 300_000),
    "limit for a whole SMTP conversation"
  ),
  // Operators whose network reaches some mail servers only, and tests.
  doctorDomains: optional(
    "RCPT_DOCTOR_DOMAINS",
    parse.hostNames,
    "domains whose mail servers rcpt doctor greets; without it those of three large providers"
  ),
  // Operators who want newer lists without a newer program.
  listsRefresh: setting(
    "RCPT_LISTS_REFRESH",
    "off",
    parse.orWord("off", parse.days(1, 90)),
    "how often newer lists of free and disposable domains are fetched from their authors, such as 7d"
  ),
  // Operators who want lists to be done sooner, at the price of more unknown rows.
  greylistRetries: setting(
    "RCPT_GREYLIST_RETRIES",
    "6m,20m,60m",
    parse.retries(1_000, 86_400_000),
    "lists: when a greylisted mailbox is checked again, counted from the first check"
  ),
  // Operators with several addresses for SMTP.
  egresses: setting(
    "RCPT_SMTP_EGRESS",
    "direct",
    parseEgresses,
    "addresses that mail servers see: direct, an address of this machine direct://192.0.2.10?helo=name, or proxies socks5://name:password@host:port?helo=name, comma-separated. since=first-use or since=2026-12-01: a new address warms up, unless RCPT_MX_RATE or RCPT_MX_CONCURRENCY is set. for=google,gmx: it alone asks these providers. weight=2: its share of domains. ipv6=on: it asks providers over IPv6 that refuse it by default"
  ),
  // Operators who have agreed on a pace with a provider, labs and benchmarks.
  mxConcurrency: optional(
    "RCPT_MX_CONCURRENCY",
    parse.whole(1, 10_000),
    "SMTP conversations at once with one provider, or with one IP address of another mail server; replaces the known limits and does not adapt"
  ),
  mxRate: optional(
    "RCPT_MX_RATE",
    parse.whole(1, 100_000),
    "SMTP conversations that may start per second with one provider, or with one IP address of another mail server; replaces the known limits"
  ),
  // Operators whose users are all trusted, or none of them.
  enumerationLimit: setting(
    "RCPT_ENUMERATION_LIMIT",
    "60/h",
    parse.orWord("off", parse.quota),
    "deep mode: distinct names at one domain that an account may check. In lists and at free providers: if over 70% of them do not exist. off: no limit"
  ),
  ...signing,
  ...backups,
  // Scripts that install the service.
  ownerEmail: setting(
    "RCPT_OWNER_EMAIL",
    `owner@${hostname()}`,
    parse.email,
    "first start: email address of the first account"
  ),
  ownerPassword: optional(
    "RCPT_OWNER_PASSWORD",
    parse.redacted(parse.password),
    "first start; generated if it is absent"
  ),
  ownerApiKey: optional(
    "RCPT_OWNER_API_KEY",
    parse.redacted(parse.key),
    "first start; generated if it is absent"
  ),
  ownerCredits: setting(
    "RCPT_OWNER_CREDITS",
    "1000000",
    parse.whole(0, creditsMax),
    "first start: credits of the first account"
  ),
  // Operators whose company has a provider of OpenID Connect.
  ...openId,
  // Operators who offer the service to strangers.
  signUp: setting(
    "RCPT_SIGNUP",
    "closed",
    parse.oneOf("open", "closed"),
    "open: any visitor may open an account"
  ),
  signUpCredits: setting(
    "RCPT_SIGNUP_CREDITS",
    "0",
    parse.whole(0, creditsMax),
    "credits of an account that was opened by sign-up"
  ),
  // Operators whose customers need more, or whose machine can do less.
  rateLimit: setting(
    "RCPT_RATE_LIMIT",
    "100/s,burst=200",
    parse.orWord("off", parse.rateLimit),
    "requests of one account on all nodes together; a batch counts as one request for ten addresses; off: no limit"
  ),
  maxInflight: setting(
    "RCPT_MAX_INFLIGHT",
    "2000",
    parse.whole(1, 1_000_000),
    "requests at once in each process of this node; more are answered 503"
  ),
  // Operators with a reverse proxy.
  trustedProxies: setting(
    "RCPT_TRUSTED_PROXIES",
    "",
    parse.networks,
    "networks of your proxies: their X-Forwarded-For and X-Forwarded-Proto are trusted"
  ),
  // Operators whose programs were written for other services, or who want no such paths.
  dropIn: setting(
    "RCPT_DROP_IN",
    "on",
    parse.someOf(...dropInNames),
    `interfaces of other services at the root of the host: on, off, or names with commas: ${dropInNames.join(", ")}`
  ),
  // Operators who show the service on a public page.
  demo: setting(
    "RCPT_DEMO",
    "off",
    parse.oneOf("on", "off"),
    "on: visitors may verify single addresses without a key, a few a minute, in fast mode; off: only sandbox addresses"
  ),
  ...keeping,
  // Tests, and operators whose receivers are in their own network without TLS.
  webhookAllowHttp: setting(
    "RCPT_WEBHOOK_ALLOW_HTTP",
    "off",
    parse.oneOf("on", "off"),
    "on: webhooks may have URLs without TLS"
  ),
  // Operators who must keep data inside their company.
  webhookAllowedHosts: setting(
    "RCPT_WEBHOOK_ALLOWED_HOSTS",
    "",
    parse.hostPatterns,
    "the only public hosts that webhooks and schedules may use, such as example.com or *.example.com"
  ),
  // Operators whose databases and newsletter programs are in their own network.
  sourcesPrivate: setting(
    "RCPT_SOURCES_PRIVATE",
    "",
    parse.hostsAndNetworks,
    "hosts and networks that schedules may read from and write to although they are private, such as db.internal or 10.0.0.0/8"
  ),
  // Tests, and operators of a service that speaks as Amazon SNS does.
  snsUrl: optional(
    "RCPT_SNS_URL",
    parse.url("http:", "https:"),
    "origin of a service that speaks as Amazon SNS does, for inlets of Amazon SES; without it that of the topic's region"
  ),
  // Operators who sell credits.
  creditsLow: setting(
    "RCPT_CREDITS_LOW",
    "100",
    parse.whole(0, creditsMax),
    "balance below which webhooks get credits.low, once; 0: never"
  ),
  // Images and packages, which have it built, and operators who want none.
  dashboard: optional(
    "RCPT_DASHBOARD",
    parse.orWord("off", parse.text),
    "folder of a built dashboard; off: none; without it `rcpt start` builds its own"
  ),
  ...mail,
  ...returnedMail,
  ...observing
} satisfies Record<string, Setting<unknown>>
