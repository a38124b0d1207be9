/**
 * Whether mail servers can be reached at all. The doctor connects to well-known mail hosts, reads the greeting and sends
 * QUIT: to learn whether the port is open, no sender and no recipient have to be named.
 */
import { publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { closed } from "@rcpt/verifier/smtp/ConnectionError"
import { resolveMxAddresses } from "@rcpt/verifier/smtp/resolveMxAddresses"
import { openConnection } from "@rcpt/verifier/smtp/SmtpConnection"
import type { MxAddress } from "@rcpt/verifier/smtp/SmtpConnection"
import { Effect } from "effect"

import { Config } from "../../platform/Config.ts"
import type { Egress } from "../../platform/config/Egress.ts"
import { listed, note, ok, problem, warning } from "./Finding.ts"
import type { Finding } from "./Finding.ts"
import { connectWaitMax, goodbyeWaitMax, greetingShownMax, greetingWaitMax } from "./limits.ts"

interface MailDomain {
  readonly domain: string
  readonly source: string
}

const mailDomains: ReadonlyArray<MailDomain> = [
  { domain: "gmail.com", source: "Google: email sender guidelines, connections on port 25" },
  { domain: "outlook.com", source: "Microsoft: Outlook.com Postmaster, troubleshooting" },
  { domain: "yahoo.com", source: "Yahoo: Sender Hub, SMTP error codes" }
]

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
  smtp_no_mx: "its mail server has no IP address",
  smtp_unsafe_mx: "its mail server has a private IP address",
  smtp_unavailable: "DNS does not answer for the address of its mail server"
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
    if (host === "") return nowhere("it has no mail server")
    const doors = yield* resolveMxAddresses(
      dns,
      { isPublic: publicAddresses(unsafeNetworks) },
      host
    )
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

const knock = (mailHost: MailHost, egress: Egress): Effect.Effect<Knock, never, Config> =>
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
        proxy: egress.proxy,
        sourceAddress: egress.sourceAddress,
        isPublic: publicAddresses(unsafeNetworks),
        connectTimeout: connectWaitMax,
        quitTimeout: goodbyeWaitMax
      })
      connected = true
      const { replies, fault } = yield* wire.exchange([{ timeout: greetingWaitMax }], {
        deadline: Number.POSITIVE_INFINITY
      })
      const [greeting] = replies
      if (greeting === undefined) return yield* fault ?? closed("closed")
      const { code, lines } = greeting.reply
      return { _tag: "greeted", domain, code, text: lines.join(" ") } as const
    }).pipe(
      Effect.scoped,
      Effect.catchTag("ConnectionError", ({ why }) =>
        Effect.succeed({ _tag: "unreached", domain, connected, why } as const)
      )
    )
  })

export const greetMailHosts = (hosts: ReadonlyArray<MailHost>, egress: Egress) =>
  Effect.forEach(hosts, (host) => knock(host, egress), { concurrency: "unbounded" })

type Greeted = Extract<Knock, { readonly _tag: "greeted" }>
type Unreached = Extract<Knock, { readonly _tag: "unreached" }>
type Nowhere = Extract<Knock, { readonly _tag: "nowhere" }>

/** Closed at Google Cloud and Heroku, opened on request at AWS, DigitalOcean, Hetzner and Linode. */
const openPort = (port: number): string =>
  `Ask the operator of this network to open port ${port} outwards: most clouds keep it closed, ` +
  "and some open it on request."

const domainsOf = (knocks: ReadonlyArray<Knock>): string =>
  listed(knocks.map(({ domain }) => domain))

const whyOf = (knocks: ReadonlyArray<Unreached | Nowhere>): string =>
  knocks
    .map((one) =>
      one._tag === "unreached" && one.connected
        ? `${one.domain}: connected, but no greeting (${one.why})`
        : `${one.domain}: ${one.why}`
    )
    .join("; ")

/** The error of a connection from an address that no interface has. */
const notOurs = "EADDRNOTAVAIL"

/** RFC 5321 §3.1: 220 is the only greeting that lets us in. */
const welcome = 220

const refusal = ({ domain, code, text }: Greeted): Finding =>
  warning(
    "port25.greeting",
    `The mail server of ${domain} greets us with ${code}: ${text.slice(0, greetingShownMax)}`,
    code >= 500
      ? "It refuses our IP address: follow the link in its reply, and see dnsbl.own and helo.ptr."
      : "It is busy, or slows our IP address down: run the doctor again later."
  )

const reach = (
  port: number,
  greeted: ReadonlyArray<Greeted>,
  unreached: ReadonlyArray<Unreached>,
  nowhere: ReadonlyArray<Nowhere>
): Finding => {
  if (greeted.length === 0 && unreached.length === 0) {
    const says = `Port ${port} was not tried, because no mail server was found (${whyOf(nowhere)}).`
    return nowhere.every(({ isUnanswered }) => isUnanswered)
      ? note("port25", says)
      : warning("port25", says, "RCPT_DOCTOR_DOMAINS names domains that have a mail server.")
  }
  if (greeted.length === 0 && unreached.every(({ why }) => why === notOurs))
    return problem(
      "port25",
      "No mail server is asked, because the egress is no address of this machine.",
      "Give the address to a network interface, or take it out of RCPT_SMTP_EGRESS."
    )
  if (greeted.length === 0)
    return problem(
      "port25",
      `No mail server is reached on port ${port} (${whyOf(unreached)}), so deep verification ` +
        "cannot work from here.",
      openPort(port)
    )
  if (unreached.length > 0)
    return warning(
      "port25",
      `Some mail servers are not reached on port ${port} (${whyOf(unreached)}); those of ` +
        `${domainsOf(greeted)} are.`,
      "Run the doctor again: if this stays, a network on the way filters our connections."
    )
  return ok("port25", `Mail servers are reached on port ${port}: those of ${domainsOf(greeted)}.`)
}

export const judgePort25 =
  (port: number) =>
  (knocks: ReadonlyArray<Knock>): ReadonlyArray<Finding> => {
    const greeted = knocks.filter((one) => one._tag === "greeted")
    const unreached = knocks.filter((one) => one._tag === "unreached")
    const nowhere = knocks.filter((one) => one._tag === "nowhere")
    return [
      reach(port, greeted, unreached, nowhere),
      ...greeted.filter(({ code }) => code !== welcome).map(refusal)
    ]
  }
