/**
 * Whether a domain allows an address to send for it: `check_host()` of RFC 7208 §4, with its limits.
 * Terms that depend on the sender or on names of addresses (`exists`, `ptr`, macros) are not evaluated.
 * If the result depends on such a term it is `unevaluated`, never a guess.
 */
import { BlockList, isIP } from "node:net"

import type { Answer } from "@rcpt/verifier/dns/Answer"
import type { Questions } from "@rcpt/verifier/dns/Questions"
import { Effect } from "effect"

import { hasMacro, parseSpf } from "./parseSpf.ts"
import type { Mechanism, Qualifier } from "./parseSpf.ts"

export interface SpfVerdict {
  readonly result:
    | "pass"
    | "fail"
    | "softfail"
    | "neutral"
    | "none"
    | "permerror"
    | "temperror"
    | "unevaluated"
  /** For the last three: the reason. */
  readonly why?: string
}

type Result = SpfVerdict["result"]
type Dns = Pick<Questions, "a" | "aaaa" | "mx" | "policies">

/** §4.6.4: terms that query DNS, in all records together; terms that find nothing; hosts of one `mx`. */
const termsMax = 10
const voidTermsMax = 2
const mxHostsMax = 10

const results: Readonly<Record<Qualifier, Result>> = {
  "+": "pass",
  "-": "fail",
  "~": "softfail",
  "?": "neutral"
}

/** Ends the whole evaluation, however deep in includes (§5.2, §6.1). */
const halt = (result: Result, why: string) => Effect.fail<SpfVerdict>({ result, why })

const isInside = (ip: string, network: string, bits: number): boolean => {
  if (isIP(ip) !== isIP(network)) return false
  const family = isIP(ip) === 6 ? "ipv6" : "ipv4"
  const list = new BlockList()
  list.addSubnet(network, bits, family)
  return list.check(ip, family)
}

class Evaluation {
  readonly #dns: Dns
  readonly #ip: string
  #terms = 0
  #voidTerms = 0

  constructor(dns: Dns, ip: string) {
    this.#dns = dns
    this.#ip = ip
  }

  /** §4. */
  check(domain: string): Effect.Effect<Result, SpfVerdict> {
    return Effect.gen({ self: this }, function* () {
      const text = yield* this.#record(domain)
      if (text === undefined) return "none"
      const record = parseSpf(text)
      if (record === undefined) return yield* halt("permerror", `a mistake in that of ${domain}`)
      for (const { qualifier, mechanism } of record.directives) {
        if (yield* this.#matches(mechanism, domain)) return results[qualifier]
      }
      if (record.redirect === undefined) return "neutral"
      if (hasMacro(record.redirect)) return yield* halt("unevaluated", record.redirect)
      yield* this.#spend()
      const result = yield* this.check(record.redirect)
      return result === "none" ? yield* halt("permerror", `${record.redirect} has none`) : result
    })
  }

  #record(domain: string): Effect.Effect<string | undefined, SpfVerdict> {
    return Effect.flatMap(this.#dns.policies(domain), (answer) => {
      if (answer._tag === "Unanswered") return halt("temperror", `${domain}: ${answer.why}`)
      const found = answer._tag === "Found" ? answer.records : []
      // §4.5: a space or the end follows the version, so `v=spf10` is no SPF record.
      const [record, ...more] = found.filter((policy) => /^v=spf1(?: |$)/i.test(policy))
      return more.length === 0
        ? Effect.succeed(record)
        : halt("permerror", `${domain} has more than one`)
    })
  }

  #spend(): Effect.Effect<void, SpfVerdict> {
    return ++this.#terms > termsMax
      ? halt("permerror", `more than ${termsMax} terms ask DNS`)
      : Effect.void
  }

  #matches(mechanism: Mechanism, domain: string): Effect.Effect<boolean, SpfVerdict> {
    switch (mechanism._tag) {
      case "all":
        return Effect.succeed(true)
      case "network":
        return Effect.succeed(isInside(this.#ip, mechanism.ip, mechanism.bits))
      case "include":
        return this.#includes(mechanism.domain)
      case "opaque":
        return halt("unevaluated", mechanism.text)
      default:
        return this.#isHost(mechanism, mechanism.domain ?? domain)
    }
  }

  /** §5.2: only "pass" matches; including a domain without a record is an error. */
  #includes(domain: string): Effect.Effect<boolean, SpfVerdict> {
    return Effect.gen({ self: this }, function* () {
      yield* this.#spend()
      const result = yield* this.check(domain)
      if (result === "none") return yield* halt("permerror", `${domain} has none`)
      return result === "pass"
    })
  }

  /** §5.3, §5.4. */
  #isHost(
    { _tag, bits4, bits6 }: Extract<Mechanism, { readonly _tag: "a" | "mx" }>,
    domain: string
  ): Effect.Effect<boolean, SpfVerdict> {
    return Effect.gen({ self: this }, function* () {
      yield* this.#spend()
      const hosts = _tag === "a" ? [domain] : yield* this.#mailHosts(domain)
      const addresses = yield* Effect.forEach(hosts, (host) => this.#addresses(host), {
        concurrency: "unbounded"
      })
      if (_tag === "a") yield* this.#countVoid(addresses.flat())
      const bits = isIP(this.#ip) === 6 ? bits6 : bits4
      return addresses.flat().some((address) => isInside(this.#ip, address, bits))
    })
  }

  #mailHosts(domain: string): Effect.Effect<ReadonlyArray<string>, SpfVerdict> {
    return Effect.gen({ self: this }, function* () {
      const hosts = yield* this.#answered(domain, this.#dns.mx(domain))
      if (hosts.length > mxHostsMax)
        return yield* halt("permerror", `${domain} has more than ${mxHostsMax} mail hosts`)
      yield* this.#countVoid(hosts)
      // A null MX (RFC 7505) is a host without a name, and so without an address.
      return hosts.flatMap(({ host }) => host || [])
    })
  }

  #addresses(host: string): Effect.Effect<ReadonlyArray<string>, SpfVerdict> {
    const { a, aaaa } = this.#dns
    return this.#answered(host, isIP(this.#ip) === 6 ? aaaa(host) : a(host))
  }

  #countVoid(found: ReadonlyArray<unknown>): Effect.Effect<void, SpfVerdict> {
    return found.length === 0 && ++this.#voidTerms > voidTermsMax
      ? halt("permerror", `more than ${voidTermsMax} terms find nothing`)
      : Effect.void
  }

  #answered<Record>(
    name: string,
    question: Effect.Effect<Answer<Record>>
  ): Effect.Effect<ReadonlyArray<Record>, SpfVerdict> {
    return Effect.flatMap(question, (answer) =>
      answer._tag === "Unanswered"
        ? halt("temperror", `${name}: ${answer.why}`)
        : Effect.succeed(answer._tag === "Found" ? answer.records : [])
    )
  }
}

export const evaluateSpf = (dns: Dns, domain: string, ip: string): Effect.Effect<SpfVerdict> =>
  new Evaluation(dns, ip).check(domain).pipe(
    Effect.map((result): SpfVerdict => ({ result })),
    Effect.catch((verdict) => Effect.succeed(verdict))
  )
