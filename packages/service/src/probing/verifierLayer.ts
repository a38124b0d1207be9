/**
 * The verifier as configured, for the service and for commands that verify without one. The caller
 * provides the cache of domain ages: a service has one in its database.
 */
import { join } from "node:path"

import { Resolver } from "@rcpt/verifier/dns/Resolver"
import type { ResolverOptions } from "@rcpt/verifier/dns/Resolver"
import { Dnsbl } from "@rcpt/verifier/dnsbl/Dnsbl"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Prober } from "@rcpt/verifier/Prober"
import type { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import { DomainAges } from "@rcpt/verifier/rdap/DomainAges"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Effect, Layer } from "effect"

import { Config } from "../platform/Config.ts"
import { metricTable } from "../platform/metrics/metricTable.ts"
import { proberOptionsOf } from "./SmtpClients.ts"

/** The largest zone (RFC 920): a resolver that cannot see it cannot tell whether a domain exists. */
const canary = "com"

const answerNames = { Found: "found", NoData: "no_data", NoDomain: "no_domain" } as const

/** `rcpt lists refresh` writes lists here; the service reads them at its start. */
export const listsFolder = (dataDir: string): string => join(dataDir, "lists")

/** The reasons of an unanswered question are codes of DNS; `other`: any but the usual ones. */
const countAnswer: NonNullable<ResolverOptions["onAnswer"]> = (type, answer) =>
  metricTable.dnsQueries.add({
    type,
    answer: answer._tag === "Unanswered" ? answer.why.toLowerCase() : answerNames[answer._tag]
  })

export const resolverLayer: Layer.Layer<Resolver, never, Config> = Layer.unwrap(
  Effect.map(Config, ({ dnsServers }) =>
    Resolver.layer({ servers: dnsServers, canary, onAnswer: countAnswer })
  )
)

/** The verifier on top of any prober. */
export const verifierOverProber: Layer.Layer<
  Verifier | Dnsbl | Lists,
  never,
  Config | DomainAgeCache | Prober | Resolver
> = Layer.unwrap(
  Effect.gen(function* () {
    const { dataDir, unsafeNetworks, dnsblZones, policyWait, rdapUrl, whois } = yield* Config
    const prober = Layer.succeed(Prober, yield* Prober)
    const blocklists = Dnsbl.layer({ zones: dnsblZones, unsafeNetworks })
    const ages = DomainAges.layer({
      rdap: rdapUrl === "off" ? "off" : { url: rdapUrl },
      whois: whois === "on" ? {} : whois === "off" ? "off" : { server: whois },
      unsafeNetworks
    })
    return Verifier.layer({ unsafeNetworks, policyWait }).pipe(
      Layer.provide([ages, prober]),
      Layer.provideMerge([Lists.layerFrom(listsFolder(dataDir)), blocklists])
    )
  })
)

/** A prober with queues of this process only, for commands that verify without a service. */
const localProber: Layer.Layer<Prober, never, Config | Resolver> = Layer.unwrap(
  Effect.map(Config, (settings) =>
    settings.smtp === "off"
      ? Layer.succeed(Prober, Prober.off)
      : Prober.layer(proberOptionsOf(settings, settings.egresses[0]))
  )
)

export const verifierLayer: Layer.Layer<
  Verifier | Dnsbl | Lists | Resolver,
  never,
  Config | DomainAgeCache
> = verifierOverProber.pipe(Layer.provide(localProber), Layer.provideMerge(resolverLayer))
