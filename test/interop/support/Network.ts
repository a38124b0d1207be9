/**
 * A small internet on loopback: each mail host has an address of its own, all have one port, and a
 * name server knows their domains. Addresses are probed in it as deep mode probes real ones.
 */
import { randomBytes, randomInt } from "node:crypto"
import { createServer } from "node:net"

import type { SmtpChecked } from "@rcpt/domain/Smtp"
import * as DnsServer from "@rcpt/lab/DnsServer"
import type { ResourceRecord } from "@rcpt/lab/ResourceRecord"
import * as Zone from "@rcpt/lab/Zone"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Lists } from "@rcpt/verifier/lists/Lists"
import type { FixedPace } from "@rcpt/verifier/pacing/pace"
import { Prober } from "@rcpt/verifier/Prober"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Context, Duration, Effect, Layer, Schedule } from "effect"
import type { Scope } from "effect"

import { fastPace } from "../../verifier/smtp/probing.ts"

const ttl = 300
const unsafeNetworks = ["127.0.0.0/8"]
const controlKey = randomBytes(32)

/** Free on one address of a network that only this test uses, so very likely on all of them. */
const freePort = (ip: string) =>
  Effect.callback<number>((resume) => {
    const server = createServer().listen(0, ip, () => {
      const at = server.address()
      const port = typeof at === "object" && at !== null ? at.port : 0
      server.close(() => resume(Effect.succeed(port)))
    })
  })

/** Client and servers, the same each time: greylisting compares them. */
const verifierIn = (dns: string, port: number, pace: FixedPace = fastPace) => {
  const resolver = Resolver.layer({ servers: [dns] })
  const prober = Prober.layer({
    helo: "probe.rcpt.test",
    mailFrom: "bounce@probe.rcpt.test",
    port,
    unsafeNetworks,
    controlKey,
    pace
  })
  return Verifier.layer({ unsafeNetworks }).pipe(
    Layer.provide(prober),
    Layer.provide([Lists.layer, resolver])
  )
}

/** The addresses that servers can use. */
export interface Site {
  readonly port: number
  readonly ipOf: (host: string) => string
  /** For a server behind the mail hosts. */
  readonly beside: string
  /** No server listens here. */
  readonly nowhere: string
}

/** Between two probes of a server that greylists. */
const retryEvery = Schedule.spaced(Duration.millis(500))

export class Network extends Context.Service<
  Network,
  {
    /** One deep verification, by a verifier that remembers no other. */
    readonly probe: (address: string) => Effect.Effect<SmtpChecked>
    /** Rows of one list, by one verifier. */
    readonly probeList: (
      addresses: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<SmtpChecked>>
    /** The same again, as long as the result is `greylisted`. */
    readonly probeAgain: (address: string) => Effect.Effect<SmtpChecked>
  }
>()("test/interop/Network") {
  /** `mx`: the mail host of each domain; domains may share one. `serve` starts the servers. */
  static readonly layer = (
    mx: Readonly<Record<string, string>>,
    serve: (site: Site) => Effect.Effect<void, never, Scope.Scope>
  ): Layer.Layer<Network> =>
    Layer.effect(
      Network,
      Effect.gen(function* () {
        const network = `127.${randomInt(1, 255)}.${randomInt(0, 255)}`
        const hosts = [...new Set(Object.values(mx))]
        const ipOf = (host: string) => `${network}.${hosts.indexOf(host) + 1}`
        const beside = `${network}.253`
        const nowhere = `${network}.254`
        const port = yield* freePort(nowhere)
        const records: ReadonlyArray<ResourceRecord> = [
          ...Object.entries(mx).map(([name, exchange]) => ({
            name,
            type: "MX" as const,
            ttl,
            data: { preference: 10, exchange }
          })),
          ...hosts.map((name) => ({ name, type: "A" as const, ttl, data: ipOf(name) }))
        ]
        const dns = yield* Effect.orDie(DnsServer.start({ zones: [Zone.make(records)] }))
        yield* serve({ port, ipOf, beside, nowhere })

        const verify = Effect.fnUntraced(function* (address: string) {
          const { evidence } = yield* Verifier.use((verifier) =>
            verifier.verify(address, { mode: "deep", context: false })
          )
          const { smtp } = evidence
          if (smtp?.checked !== true) throw new Error(`not probed: ${JSON.stringify(evidence)}`)
          return smtp
        })
        const probe = (address: string) =>
          Effect.provide(verify(address), verifierIn(dns.address, port))
        const probeList = (addresses: ReadonlyArray<string>) =>
          Effect.forEach(addresses, verify, { concurrency: "unbounded" }).pipe(
            Effect.provide(verifierIn(dns.address, port, { connections: 1, startsPerSecond: 100 }))
          )
        const probeAgain = (address: string) =>
          Effect.repeat(probe(address), {
            schedule: retryEvery,
            while: ({ status }) => status === "greylisted"
          })
        return { probe, probeList, probeAgain }
      })
    )
}
