/**
 * The verifier as the configuration wants it, for the service and for whoever verifies without one.
 * Where ages of domains are remembered is left to them: a service has a database.
 */
import { join } from "node:path"

import { Dnsbl } from "@rcpt/verifier/dnsbl/Dnsbl"
import { Lists } from "@rcpt/verifier/Lists"
import type { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import { DomainAges } from "@rcpt/verifier/rdap/DomainAges"
import { Resolver } from "@rcpt/verifier/Resolver"
import { Prober } from "@rcpt/verifier/smtp/Prober"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Effect, Layer } from "effect"

import { Config } from "./Config.ts"
import { conversationsOf } from "./guards/Outside.ts"

/** The largest zone there is (RFC 920): whoever cannot see it cannot see whether a domain exists. */
const canary = "com"

/** Where `rcpt lists refresh` leaves lists, and where they are looked for at the start. */
export const listsFolder = (dataDir: string): string => join(dataDir, "lists")

export const resolverLayer: Layer.Layer<Resolver, never, Config> = Layer.unwrap(
  Effect.map(Config, ({ dnsServers }) => Resolver.layer({ servers: dnsServers, canary }))
)

/** The verifier, whoever asks mail servers for it. */
export const verifierAround: Layer.Layer<
  Verifier | Dnsbl | Lists,
  never,
  Config | DomainAgeCache | Prober | Resolver
> = Layer.unwrap(
  Effect.gen(function* () {
    const { dataDir, unsafeNetworks, dnsblZones, rdapUrl, whois } = yield* Config
    const prober = Layer.succeed(Prober, yield* Prober)
    const blocklists = Dnsbl.layer({ zones: dnsblZones, unsafeNetworks })
    const ages = DomainAges.layer({
      rdap: rdapUrl === "off" ? "off" : { url: rdapUrl },
      whois: whois === "on" ? {} : whois === "off" ? "off" : { server: whois },
      unsafeNetworks
    })
    return Verifier.layer({ unsafeNetworks }).pipe(
      Layer.provide([ages, prober]),
      Layer.provideMerge([Lists.layerFrom(listsFolder(dataDir)), blocklists])
    )
  })
)

/** It asks by itself, at a pace of this process alone: for whoever verifies without a service. */
const ownProber: Layer.Layer<Prober, never, Config | Resolver> = Layer.unwrap(
  Effect.map(Config, (settings) =>
    settings.smtp === "off"
      ? Layer.succeed(Prober, Prober.off)
      : Prober.layer(conversationsOf(settings, settings.egresses[0]))
  )
)

export const verifierLayer: Layer.Layer<
  Verifier | Dnsbl | Lists | Resolver,
  never,
  Config | DomainAgeCache
> = verifierAround.pipe(Layer.provide(ownProber), Layer.provideMerge(resolverLayer))
