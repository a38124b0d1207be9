/**
 * Whether mail servers would accept our sender: its domain takes mail, and its SPF record allows our address.
 *
 * SPF is judged only where that is plain: by the terms of the domain's own record, from left to right, as far as they
 * name networks or hosts (RFC 7208 §4.6). A full evaluation has includes, macros and limits that a receiver applies;
 * the maintained libraries for it bring forty packages along. So a record that depends on more is shown with our
 * address, and a person judges it.
 */
import { BlockList, isIP } from "node:net"

import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Effect } from "effect"

import { Config } from "../../platform/Config.ts"
import { note, ok, problem, warning } from "./Finding.ts"
import type { Finding } from "./Finding.ts"
import { isFullName } from "./self.ts"
import type { Self } from "./self.ts"

/** The verdict of a domain's record on an address. `undecided`: no plain term before `depends` matches. */
export type Spf =
  | { readonly _tag: "none" | "pass" | "fail" | "softfail" | "neutral" }
  | { readonly _tag: "broken"; readonly why: string }
  | { readonly _tag: "undecided"; readonly record: string; readonly depends: string }
  | { readonly _tag: "unanswered"; readonly why: string }

const qualified = { "+": "pass", "-": "fail", "~": "softfail", "?": "neutral" } as const

const isInside = (ip: string, network: string, bits: number | undefined): boolean => {
  const version = isIP(network)
  const bitsMax = version === 6 ? 128 : 32
  if (version !== isIP(ip) || (bits ?? 0) > bitsMax) return false
  const family = version === 6 ? "ipv6" : "ipv4"
  const list = new BlockList()
  list.addSubnet(network, bits ?? bitsMax, family)
  return list.check(ip, family)
}

/** RFC 7208 §5.1, §5.3, §5.4, §5.6: terms without macros. An `a` or `mx` may have a length for IPv4 addresses. */
const plainTerm =
  /^([-+~?]?)(?:(all)|(ip[46]):([\da-f.:]+)(?:\/(\d{1,3}))?|(a|mx)(?::([^/%]+))?(?:\/(\d{1,2}))?)$/i

/** A record consists of mechanisms, with anything behind them here, and modifiers (§4.6.1, §6). */
const knownTerm =
  /^(?:[-+~?]?(?:all$|(?:include|exists|ip4|ip6):.|(?:a|mx|ptr)(?:[:/].|$))|[a-z][\w.-]*=)/i

/** A modifier. Only a redirect can change the result. */
const modifier = /^[a-z][\w.-]*=/i

const addressesAt = Effect.fnUntraced(function* (ip: string, name: string) {
  const dns = yield* Resolver
  const answer = yield* isIP(ip) === 6 ? dns.aaaa(name) : dns.a(name)
  if (answer._tag === "Unanswered") return yield* Effect.fail(`${name}: ${answer.why}`)
  return answer._tag === "Found" ? answer.records : []
})

const mailHostsOf = Effect.fnUntraced(function* (domain: string) {
  const answer = yield* (yield* Resolver).mx(domain)
  if (answer._tag === "Unanswered") return yield* Effect.fail(`${domain}: ${answer.why}`)
  return answer._tag === "Found" ? answer.records.flatMap(({ host }) => host || []) : []
})

/** Whether a term names the address; `undefined`: it is none of the plain ones. */
const matches = Effect.fnUntraced(function* (term: RegExpExecArray, domain: string, ip: string) {
  const [, , all, , network, bits, kind, name = domain, hostBits] = term
  if (all !== undefined) return true
  if (network !== undefined)
    return isInside(ip, network, bits === undefined ? undefined : Number(bits))
  const hosts = kind!.toLowerCase() === "a" ? [name] : yield* mailHostsOf(name)
  const addresses = yield* Effect.forEach(hosts, (host) => addressesAt(ip, host), {
    concurrency: "unbounded"
  })
  const length = hostBits === undefined || isIP(ip) === 6 ? undefined : Number(hostBits)
  return addresses.flat().some((address) => isInside(ip, address, length))
})

const judgeRecord = Effect.fnUntraced(function* (record: string, domain: string, ip: string) {
  const terms = record
    .split(" ")
    .slice(1)
    .filter((text) => text !== "")
  // One mistake anywhere makes the whole record invalid (§4.6).
  const mistake = terms.find((text) => !knownTerm.test(text))
  if (mistake !== undefined) return { _tag: "broken" as const, why: `a mistake in "${mistake}"` }
  for (const text of terms) {
    if (modifier.test(text)) continue
    const term = plainTerm.exec(text)
    if (term === null) return { _tag: "undecided" as const, record, depends: text }
    if (yield* matches(term, domain, ip))
      return { _tag: qualified[(term[1] || "+") as keyof typeof qualified] }
  }
  const redirect = terms.find((text) => /^redirect=/i.test(text))
  return redirect === undefined
    ? { _tag: "neutral" as const }
    : { _tag: "undecided" as const, record, depends: redirect }
})

/** §4.5: a space or the end follows the version, so `v=spf10` is no SPF record. */
export const learnSpf = (domain: string, ip: string): Effect.Effect<Spf, never, Resolver> =>
  Effect.gen(function* () {
    const answer = yield* (yield* Resolver).policies(domain)
    if (answer._tag === "Unanswered") return yield* Effect.fail(`${domain}: ${answer.why}`)
    const found = answer._tag === "Found" ? answer.records : []
    const [record, ...more] = found.filter((policy) => /^v=spf1(?: |$)/i.test(policy))
    if (record === undefined) return { _tag: "none" as const }
    if (more.length > 0) return { _tag: "broken" as const, why: `${domain} has more than one` }
    return yield* judgeRecord(record, domain, ip)
  }).pipe(Effect.catch((why) => Effect.succeed({ _tag: "unanswered" as const, why })))

export interface Sender {
  /** Empty: the null sender. */
  readonly mailFrom: string
  /** RCPT_MAIL_FROM is not set: the sender is at RCPT_HELO. */
  readonly isDefault: boolean
  readonly domain: string
  /** How the domain receives mail; `refused`: by a null MX (RFC 7505). */
  readonly mail: "mx" | "address" | "refused" | "none" | { readonly unanswered: string }
  /** The address that `spf` is about; `undefined`: our address is not known. */
  readonly address: string | undefined
  readonly spf: Spf | undefined
}

const mailOf = Effect.fnUntraced(function* (domain: string) {
  const dns = yield* Resolver
  const mx = yield* dns.mx(domain)
  if (mx._tag === "Unanswered") return { unanswered: mx.why }
  if (mx._tag === "Found") return mx.records.some(({ host }) => host !== "") ? "mx" : "refused"
  const answers = yield* Effect.all([dns.a(domain), dns.aaaa(domain)], {
    concurrency: "unbounded"
  })
  if (answers.some(({ _tag }) => _tag === "Found")) return "address"
  const [failure] = answers.flatMap((one) => (one._tag === "Unanswered" ? [one.why] : []))
  return failure === undefined ? "none" : { unanswered: failure }
})

export const learnSender = ({ address }: Self): Effect.Effect<Sender, never, Resolver | Config> =>
  Effect.gen(function* () {
    const { helo, mailFrom = `verify@${helo}`, mailFrom: given } = yield* Config
    const domain = mailFrom.slice(mailFrom.lastIndexOf("@") + 1)
    const known = { mailFrom, isDefault: given === undefined, domain, address }
    if (mailFrom === "") return { ...known, mail: "none", spf: undefined }
    const [mail, spf] = yield* Effect.all(
      [mailOf(domain), address ? learnSpf(domain, address) : Effect.succeed(undefined)],
      { concurrency: "unbounded" }
    )
    return { ...known, mail, spf }
  })

const domainOf = ({ domain, mail }: Sender): Finding => {
  if (typeof mail === "object")
    return note(
      "sender.domain",
      `DNS does not answer for the mail server of ${domain} (${mail.unanswered}).`
    )
  if (mail === "mx" || mail === "address")
    return ok("sender.domain", `${domain}, the domain of our sender, can take mail.`)
  return problem(
    "sender.domain",
    mail === "none"
      ? `${domain}, the domain of our sender, has neither MX nor address: mail servers refuse it.`
      : `${domain}, the domain of our sender, says that it takes no mail: servers refuse it.`,
    "Publish an MX record for it, or set RCPT_MAIL_FROM to an address whose domain has one."
  )
}

const spfOf = ({ domain, address, spf }: Sender): Finding => {
  const record = `The SPF record of ${domain}`
  if (address === undefined || spf === undefined)
    return note("sender.spf", `${record} was not looked at: we do not know our address.`)
  const allow = `Add ${address.includes(":") ? "ip6" : "ip4"}:${address} to it.`
  switch (spf._tag) {
    case "pass":
      return ok("sender.spf", `${record} names ${address}.`)
    case "none":
      return warning(
        "sender.spf",
        `${domain} has no SPF record: some mail servers distrust such a sender.`,
        `Publish one, a TXT record: v=spf1 ${address.includes(":") ? "ip6" : "ip4"}:${address} -all`
      )
    case "fail":
      return problem("sender.spf", `${record} forbids ${address} to use it.`, allow)
    case "softfail":
    case "neutral":
      return warning("sender.spf", `${record} does not name ${address}.`, allow)
    case "broken":
      return problem(
        "sender.spf",
        `${record} cannot be used (${spf.why}).`,
        "Correct it: receivers treat a broken record as none, or as a refusal."
      )
    case "unanswered":
      return note("sender.spf", `${record} was not answered (${spf.why}).`)
    case "undecided":
      return note(
        "sender.spf",
        `${record} could not be fully evaluated (${spf.depends}): it is "${spf.record}".`,
        `Make sure that it names ${address}.`
      )
  }
}

export const judgeSender = (sender: Sender): ReadonlyArray<Finding> => {
  if (sender.mailFrom === "")
    return [
      note(
        "sender.domain",
        "The sender is <>, which some mail servers refuse outside of bounces.",
        "Set RCPT_MAIL_FROM to an address of yours."
      )
    ]
  if (sender.isDefault && !isFullName(sender.domain))
    return [note("sender.domain", "The sender is at RCPT_HELO, and waits for a full name there.")]
  return [domainOf(sender), spfOf(sender)]
}
