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

/** The largest zone there is (RFC 920): whoever cannot see it cannot see whether a domain exists. */
const canary = "com"

/** Where `rcpt lists refresh` leaves lists, and where they are looked for at the start. */
export const listsFolder = (dataDir: string): string => join(dataDir, "lists")

type Settings = Config["Service"]

/** Without an own sender a mail server could not tell who asks: one at our own name stands in. */
const proberLayer = ({
  smtp,
  helo,
  mailFrom = `verify@${helo}`,
  smtpPort,
  smtpTimeout,
  smtpConcurrency,
  unsafeNetworks
}: Settings): Layer.Layer<Prober, never, Resolver> =>
  smtp === "off"
    ? Layer.succeed(Prober, Prober.off)
    : Prober.layer({
        helo,
        mailFrom,
        port: smtpPort,
        waits: { whole: smtpTimeout },
        conversationsMax: smtpConcurrency,
        unsafeNetworks
      })

export const verifierLayer: Layer.Layer<
  Verifier | Dnsbl | Lists | Resolver,
  never,
  Config | DomainAgeCache
> = Layer.unwrap(
  Effect.map(Config, (settings) => {
    const { dataDir, dnsServers, unsafeNetworks, dnsblZones, rdapUrl, whois } = settings
    const blocklists = Dnsbl.layer({ zones: dnsblZones, unsafeNetworks })
    const ages = DomainAges.layer({
      rdap: rdapUrl === "off" ? "off" : { url: rdapUrl },
      whois: whois === "on" ? {} : whois === "off" ? "off" : { server: whois },
      unsafeNetworks
    })
    return Verifier.layer({ unsafeNetworks }).pipe(
      Layer.provide([ages, proberLayer(settings)]),
      Layer.provideMerge([Lists.layerFrom(listsFolder(dataDir)), blocklists]),
      Layer.provideMerge(Resolver.layer({ servers: dnsServers, canary }))
    )
  })
)
