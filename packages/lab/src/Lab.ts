/**
 * The small internet, all of it, in one scope: what `rcpt start --lab`, tests and benchmarks open.
 *
 * `env` is how it is wired in: the service reads the same names as from the real environment and
 * knows nothing of a lab.
 */
import { readdir } from "node:fs/promises"
import { join } from "node:path"

import { Effect, type Scope } from "effect"

import * as DnsServer from "./DnsServer.ts"
import * as RdapServer from "./RdapServer.ts"
import { samples, type Sample } from "./samples.ts"
import * as WhoisServer from "./WhoisServer.ts"
import * as Zone from "./Zone.ts"
import * as ZoneFile from "./ZoneFile.ts"

export interface Lab {
  /** `ip:port` of the name server. */
  readonly dnsAddress: string
  /** Questions that the name server got so far. */
  readonly queries: Effect.Effect<number>
  /** The registry of all domains of the lab, asked by RDAP and by WHOIS. */
  readonly rdap: RdapServer.RdapServer
  readonly whois: WhoisServer.WhoisServer
  /** What to set for a service that lives in the lab. */
  readonly env: Readonly<Record<string, string>>
  readonly samples: ReadonlyArray<Sample>
}

export interface Options {
  /** How many `d00001.lab.test` … there are. Default 100,000; they cost nothing until asked for. */
  readonly syntheticDomains?: number
  /** Zones of a test, beside those of the package. */
  readonly zones?: ReadonlyArray<Zone.Zone>
}

const zonesFolder = join(import.meta.dirname, "../zones")

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

/** The zones of this package. A fault in them is ours, hence a defect. */
export const zones: Effect.Effect<ReadonlyArray<Zone.Zone>> = Effect.gen(function* () {
  const files = yield* Effect.promise(() => readdir(zonesFolder))
  const paths = files.filter((file) => file.endsWith(".zone")).toSorted()
  return yield* Effect.forEach(paths, (file) => ZoneFile.read(join(zonesFolder, file)))
}).pipe(Effect.orDie)

export const start: (options?: Options) => Effect.Effect<Lab, never, Scope.Scope> = Effect.fn(
  "Lab.start"
)(function* ({ syntheticDomains = syntheticDomainsDefault, zones: more = [] }: Options = {}) {
  const dns = yield* DnsServer.start({
    zones: [...(yield* zones), Zone.synthetic(syntheticDomains), ...more]
  }).pipe(Effect.orDie)
  const rdap = yield* RdapServer.start()
  const whois = yield* WhoisServer.start()
  return {
    dnsAddress: dns.address,
    queries: dns.queries,
    rdap,
    whois,
    env: {
      RCPT_DNS_SERVERS: dns.address,
      RCPT_UNSAFE_NETWORKS: unsafeNetworks,
      RCPT_DNSBL_ZONES: blocklists.join(","),
      RCPT_RDAP_URL: rdap.url
    },
    samples
  }
})
