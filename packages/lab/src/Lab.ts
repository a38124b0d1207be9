/**
 * The small internet, all of it, in one scope: what `rcpt start --lab`, tests and benchmarks open.
 *
 * `env` is how it is wired in: the service reads the same names as from the real environment and
 * knows nothing of a lab.
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
  /** `ip:port` of the name server. */
  readonly dnsAddress: string
  /** Questions that the name server got so far. */
  readonly queries: Effect.Effect<number>
  readonly mail: MailServers.MailServers
  /** The registry of all domains of the lab, asked by RDAP and by WHOIS. */
  readonly rdap: RdapServer.RdapServer
  readonly whois: WhoisServer.WhoisServer
  /** What to set for a service that lives in the lab. */
  readonly env: Readonly<Record<string, string>>
  readonly samples: ReadonlyArray<Sample>
  readonly deepSamples: ReadonlyArray<DeepSample>
}

export interface Options {
  /** How many `d00001.lab.test` … there are. Default 100,000; they cost nothing until asked for. */
  readonly syntheticDomains?: number
  /** Zones of a test, beside those of the package. */
  readonly zones?: ReadonlyArray<Zone.Zone>
  /** Mail servers of a test, beside those of the package. */
  readonly mail?: ReadonlyArray<MailFile.MailFile>
  /** Milliseconds; the clock of the mail servers' greylists and rate limits. */
  readonly now?: () => number
}

const syntheticDomainsDefault = 100_000

/** The mail hosts of the zones have loopback addresses; the service may treat those as public. */
const unsafeNetworks = "127.0.0.0/8"

/** Three that work, one that refuses us and one that lists everybody. */
const blocklists = [
  "zen.spamhaus.org",
  "dbl.spamhaus.org",
  "multi.surbl.org",
  "multi.uribl.com",
  "dnsbl-1.uceprotect.net"
]

/** Who asks: zones/policies.zone has its address, its name by that address, and its SPF. */
const helo = "probe.rcpt.test"
const mailFrom = "verify@rcpt.test"

/** Nobody waits the usual 45 s for a server that is mute by profession. */
const smtpTimeout = "10s"

/** Nobody here minds being asked often: a pace per second that no test or demonstration reaches. */
const mxConcurrency = 100
const mxRate = 10_000

const filesOf = (folder: string, extension: string): Effect.Effect<ReadonlyArray<string>> =>
  Effect.promise(async () => {
    const path = join(import.meta.dirname, "..", folder)
    const files = (await readdir(path)).filter((file) => file.endsWith(extension))
    return files.toSorted().map((file) => join(path, file))
  })

/** The zones of this package. A fault in them is ours, hence a defect. */
export const zones: Effect.Effect<ReadonlyArray<Zone.Zone>> = filesOf("zones", ".zone").pipe(
  Effect.flatMap((paths) => Effect.forEach(paths, ZoneFile.read)),
  Effect.orDie
)

/** The mail servers of this package. */
export const mail: Effect.Effect<ReadonlyArray<MailFile.MailFile>> = filesOf("mail", ".mail").pipe(
  Effect.flatMap((paths) => Effect.forEach(paths, MailFile.read)),
  Effect.orDie
)

/** What the name server would say, without asking it. */
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
  const { syntheticDomains = syntheticDomainsDefault } = options
  const all = [...(yield* zones), Zone.synthetic(syntheticDomains), ...(options.zones ?? [])]
  const dns = yield* DnsServer.start({ zones: all }).pipe(Effect.orDie)
  const scripts = MailFile.parse([...(yield* mail), ...(options.mail ?? [])])
  const servers = yield* Effect.fromResult(scripts).pipe(
    Effect.flatMap((scripts) =>
      MailServers.start({
        scripts,
        addressesOf: addressesOf(Zone.union(all)),
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
