/**
 * Connects to well-known mail hosts, reads the greeting and sends QUIT. To learn whether the port is
 * open, no sender and no recipient have to be named.
 */
import { publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { resolveMxAddresses } from "@rcpt/verifier/smtp/resolveMxAddresses"
import { openConnection } from "@rcpt/verifier/smtp/SmtpConnection"
import type { MxAddress } from "@rcpt/verifier/smtp/SmtpConnection"
import { Effect } from "effect"

import { Config } from "../../platform/Config.ts"
import type { Egress } from "../../platform/config/Egress.ts"
import { connectWaitMax, goodbyeWaitMax, greetingWaitMax } from "./limits.ts"
import { mailDomains } from "./mailDomains.ts"

/** The address to connect to for a domain, or why there is none. */
export type MailHost =
  | { readonly domain: string; readonly door: MxAddress }
  | {
      readonly domain: string
      readonly door: undefined
      readonly why: string
      /** DNS did not answer, so nothing is known of the domain. */
      readonly isUnanswered: boolean
    }

export type Knock =
  | {
      readonly _tag: "greeted"
      readonly domain: string
      readonly code: number
      readonly text: string
    }
  /** `connected`: the connection was accepted, but no SMTP greeting followed. */
  | {
      readonly _tag: "unreached"
      readonly domain: string
      readonly connected: boolean
      readonly why: string
    }
  | {
      readonly _tag: "nowhere"
      readonly domain: string
      readonly why: string
      readonly isUnanswered: boolean
    }

const noDoors = {
  smtp_no_mx: "its mail host has no address",
  smtp_unsafe_mx: "its mail host has a private address",
  smtp_unavailable: "the address of its mail host is not answered"
} as const

const findMailHost = (domain: string): Effect.Effect<MailHost, never, Resolver | Config> =>
  Effect.gen(function* () {
    const dns = yield* Resolver
    const { unsafeNetworks } = yield* Config
    const nowhere = (why: string, isUnanswered = false) => ({
      domain,
      door: undefined,
      why,
      isUnanswered
    })
    const answer = yield* dns.mx(domain)
    if (answer._tag === "Unanswered") return nowhere(answer.why, true)
    const host = answer._tag === "Found" ? (answer.records[0]?.host ?? "") : ""
    if (host === "") return nowhere("it has no mail host")
    const doors = yield* resolveMxAddresses(dns, publicAddresses(unsafeNetworks), host)
    if (typeof doors === "string") return nowhere(noDoors[doors], doors === "smtp_unavailable")
    const [door] = doors
    return door === undefined ? nowhere(noDoors.smtp_no_mx) : { domain, door }
  })

export const findMailHosts: Effect.Effect<
  ReadonlyArray<MailHost>,
  never,
  Resolver | Config
> = Effect.gen(function* () {
  const { doctorDomains = mailDomains.map(({ domain }) => domain) } = yield* Config
  return yield* Effect.forEach(doctorDomains, findMailHost, { concurrency: "unbounded" })
})

const knock = (mailHost: MailHost, proxy: Egress["proxy"]): Effect.Effect<Knock, never, Config> =>
  Effect.gen(function* () {
    const { domain, door } = mailHost
    if (door === undefined) {
      const { why, isUnanswered } = mailHost
      return { _tag: "nowhere", domain, why, isUnanswered } as const
    }
    const { smtpPort: port, unsafeNetworks } = yield* Config
    let connected = false
    return yield* Effect.gen(function* () {
      const wire = yield* openConnection(door, {
        port,
        proxy,
        isPublic: publicAddresses(unsafeNetworks),
        connectTimeout: connectWaitMax,
        quitTimeout: goodbyeWaitMax
      })
      connected = true
      const { code, lines } = yield* wire.read(greetingWaitMax)
      return { _tag: "greeted", domain, code, text: lines.join(" ") } as const
    }).pipe(
      Effect.scoped,
      Effect.catchTag("ConnectionError", ({ why }) =>
        Effect.succeed({ _tag: "unreached", domain, connected, why } as const)
      )
    )
  })

export const greetMailHosts = (hosts: ReadonlyArray<MailHost>, { proxy }: Egress) =>
  Effect.forEach(hosts, (host) => knock(host, proxy), { concurrency: "unbounded" })
