/**
 * The whole lab in one scope, which `rcpt start --lab`, tests and benchmarks start.
 *
 * `env` connects the service, with settings of the same names as in the real environment. The service does not
 * know that there is a lab.
 */
import { readdir } from "node:fs/promises"
import { join } from "node:path"

import { Effect, type Scope } from "effect"

import { answer } from "./answer.ts"
import { deepSamples, type DeepSample } from "./deepSamples.ts"
import * as DnsServer from "./DnsServer.ts"
import * as RdapServer from "./RdapServer.ts"
import { samples, type Sample } from "./samples.ts"
import * as MailFile from "./smtp/MailFile.ts"
import * as MailServers from "./smtp/MailServers.ts"
import * as WhoisServer from "./WhoisServer.ts"
import * as Zone from "./Zone.ts"
import * as ZoneFile from "./ZoneFile.ts"

export interface Lab {
  /** The name server as `ip:port`. */
  readonly dnsAddress: string
  /** How many questions the name server has received so far. */
  readonly queries: Effect.Effect<number>
  readonly mail: MailServers.MailServers
  /** The registry of all domains in the lab, over RDAP and over WHOIS. */
  readonly rdap: RdapServer.RdapServer
  readonly whois: WhoisServer.WhoisServer
  /** The settings of a service that uses the lab. */
  readonly env: Readonly<Record<string, string>>
  readonly samples: ReadonlyArray<Sample>
  readonly deepSamples: ReadonlyArray<DeepSample>
}

export interface Options {
  /** The number of domains `d00001.lab.test` …, by default 100,000. They use no memory. */
  readonly syntheticDomains?: number
  /** More zones, in addition to those of the package. */
  readonly zones?: ReadonlyArray<Zone.Zone>
  /** More mail servers, in addition to those of the package. */
  readonly mail?: ReadonlyArray<MailFile.MailFile>
  /** The clock of the mail servers' greylists and rate limits, in milliseconds. */
  readonly now?: () => number
  /** The ports. Absent or 0 means any free port. Programs that only use 53 and 25 need a network of their own. */
  readonly dnsPort?: number
  readonly smtpPort?: number
}

const syntheticDomainsDefault = 100_000

/** The mail hosts of the zones have loopback addresses, which the service has to treat as public. */
const unsafeNetworks = "127.0.0.0/8"

/** The blocklists of the lab that work. */
const blocklists = ["zen.spamhaus.org", "dbl.spamhaus.org", "multi.surbl.org"]

/** All blocklists of the lab, including one that refuses us and one that lists every name. */
export const allBlocklists = [...blocklists, "multi.uribl.com", "dnsbl-1.uceprotect.net"].join(",")

/** The service's SMTP identity: zones/policies.zone has its A, PTR and SPF records. */
const helo = "probe.rcpt.test"
const mailFrom = "verify@rcpt.test"

/** The timeout is shorter than the default of 45 s, because some servers of the lab never reply. */
const smtpTimeout = "10s"

/** The lab's servers need no pacing: limits that no test or demonstration reaches. */
const mxConcurrency = 100
const mxRate = 10_000

const filesOf = (folder: string, extension: string): Effect.Effect<ReadonlyArray<string>> =>
  Effect.promise(async () => {
    const path = join(import.meta.dirname, "..", folder)
    const files = (await readdir(path)).filter((file) => file.endsWith(extension))
    return files.toSorted().map((file) => join(path, file))
  })

/** The zones of this package. An error in them is a defect. */
export const zones: Effect.Effect<ReadonlyArray<Zone.Zone>> = filesOf("zones", ".zone").pipe(
  Effect.flatMap((paths) => Effect.forEach(paths, ZoneFile.read)),
  Effect.orDie
)

/** The mail servers of this package. */
const mail: Effect.Effect<ReadonlyArray<MailFile.MailFile>> = filesOf("mail", ".mail").pipe(
  Effect.flatMap((paths) => Effect.forEach(paths, MailFile.read)),
  Effect.orDie
)

/** The addresses that the name server answers for a name, without a query. */
const addressesOf =
  (zone: Zone.Zone) =>
  (name: string): ReadonlyArray<string> =>
    ["A", "AAAA"].flatMap((type) =>
      answer(zone, { name, type }).answers.flatMap((record) =>
        record.type === "A" || record.type === "AAAA" ? [record.data] : []
      )
    )

export const start: (options?: Options) => Effect.Effect<Lab, never, Scope.Scope> = Effect.fn(
  "Lab.start"
)(function* (options: Options = {}) {
  const { syntheticDomains = syntheticDomainsDefault, dnsPort = 0, smtpPort = 0 } = options
  const all = [...(yield* zones), Zone.synthetic(syntheticDomains), ...(options.zones ?? [])]
  const dns = yield* DnsServer.start({ zones: all, port: dnsPort }).pipe(Effect.orDie)
  const scripts = MailFile.parse([...(yield* mail), ...(options.mail ?? [])])
  const servers = yield* Effect.fromResult(scripts).pipe(
    Effect.flatMap((scripts) =>
      MailServers.start({
        scripts,
        addressesOf: addressesOf(Zone.union(all)),
        port: smtpPort,
        ...(options.now && { now: options.now })
      })
    ),
    Effect.orDie
  )
  const rdap = yield* RdapServer.start()
  const whois = yield* WhoisServer.start()
  return {
    dnsAddress: dns.address,
    queries: dns.queries,
    mail: servers,
    rdap,
    whois,
    env: {
      RCPT_DNS_SERVERS: dns.address,
      RCPT_UNSAFE_NETWORKS: unsafeNetworks,
      // A receiver on this machine has no certificate.
      RCPT_WEBHOOK_ALLOW_HTTP: "on",
      RCPT_DNSBL_ZONES: blocklists.join(","),
      RCPT_RDAP_URL: rdap.url,
      RCPT_SMTP_PORT: String(servers.port),
      RCPT_HELO: helo,
      RCPT_MAIL_FROM: mailFrom,
      RCPT_SMTP_TIMEOUT: smtpTimeout,
      RCPT_MX_CONCURRENCY: String(mxConcurrency),
      RCPT_MX_RATE: String(mxRate)
    },
    samples,
    deepSamples
  }
})
