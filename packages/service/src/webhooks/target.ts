/**
 * Says which URLs a webhook may have: https, a port of the web, and a host on the public internet, which the
 * operator may restrict further. Checked when a URL is set, so that a mistake is reported at once, and again
 * at every attempt, because DNS and settings may have changed.
 */
import { isIP } from "node:net"

import { codedText } from "@rcpt/api/errors/codedTexts"
import { fieldFault, why } from "@rcpt/api/errors/errorTexts"
import { Sentence } from "@rcpt/api/errors/Sentence"
import type { Questions } from "@rcpt/verifier/dns/Questions"
import { hostOf } from "@rcpt/verifier/rdap/pinnedRequest"
import { Duration, Effect, Schema } from "effect"

import { matchesHost } from "../platform/hostPatterns.ts"
import { isBadPort } from "./badPorts.ts"

export interface Network {
  readonly dns: Pick<Questions, "a" | "aaaa">
  readonly isPublic: (ip: string) => boolean
  /** The patterns of RCPT_WEBHOOK_ALLOWED_HOSTS; empty: any host. Its hosts must be public all the same. */
  readonly allowedHosts: ReadonlyArray<string>
}

/** The sentence begins with the host. `unanswered`: DNS did not answer. */
class NoAddress extends Schema.TaggedError<NoAddress>()("NoAddress", {
  reason: Schema.Literals(["private", "none", "unanswered"]),
  sentence: Schema.String
}) {}

/** The sentence begins with "url". */
export class BadUrl extends Schema.TaggedError<BadUrl>()("BadUrl", {
  sentence: Schema.toType(Sentence)
}) {}

const portOf = ({ protocol, port }: URL): number =>
  port === "" ? (protocol === "http:" ? 80 : 443) : Number(port)

interface Refusal {
  readonly fault: string
  readonly why: string
}

/** Judges what can be said of a URL without looking anything up. */
export const refusalOf = (
  { allowedHosts }: Pick<Network, "allowedHosts">,
  url: URL
): Refusal | undefined => {
  const refusal = (code: "webServer" | "allowedHost", because: string): Refusal => ({
    fault: fieldFault(code, { why: because }),
    why: because
  })
  if (isBadPort(portOf(url))) return refusal("webServer", why("otherPort", { port: portOf(url) }))
  const host = hostOf(url)
  return allowedHosts.length === 0 || matchesHost(allowedHosts)(host)
    ? undefined
    : refusal("allowedHost", why("otherHost", { host }))
}

/**
 * The address to connect to, IPv4 before IPv6. Connect to this address, not to the name: a second lookup
 * could return a private one.
 */
export const addressOf = Effect.fnUntraced(function* (
  { dns, isPublic }: Network,
  url: URL
): Effect.fn.Return<string, NoAddress> {
  const host = hostOf(url)
  const answers =
    isIP(host) === 0
      ? yield* Effect.all([dns.a(host), dns.aaaa(host)], { concurrency: "unbounded" })
      : [{ _tag: "Found" as const, records: [host] }]
  const known = answers.flatMap((answer) => (answer._tag === "Found" ? answer.records : []))
  const [address] = known.filter(isPublic)
  if (address !== undefined) return address
  if (known.length > 0)
    return yield* new NoAddress({ reason: "private", sentence: `${host} has no public address` })
  if (answers.some(({ _tag }) => _tag === "Unanswered"))
    return yield* new NoAddress({
      reason: "unanswered",
      sentence: `${host} could not be looked up`
    })
  return yield* new NoAddress({ reason: "none", sentence: `${host} has no address` })
})

/** Characters that every client and proxy accepts (RFC 9110 §4.1 recommends at least 8,000). */
const urlCharsMax = 2_048

/** Slow name servers do not delay the request that sets a URL: every attempt looks it up again. */
const lookUpWaitMax = Duration.seconds(1)

/** A person who tries http learns that it is the operator's choice. */
const schemeFault = (protocol: string, allowHttp: boolean): string => {
  if (allowHttp) return fieldFault("httpOrHttps")
  return fieldFault(protocol === "http:" ? "plainHttp" : "https")
}

const bad = (must: string) =>
  Effect.fail(new BadUrl({ sentence: codedText("webhook_url_refused", "url", { must }) }))

/**
 * Returns the URL as it is stored. Hosts in decimal, octal or hexadecimal become plain addresses
 * (WHATWG URL §3.5), so private ones are recognized.
 */
export const checkUrl = Effect.fnUntraced(function* (
  text: string,
  { allowHttp, ...network }: Network & { readonly allowHttp: boolean }
) {
  const url = URL.parse(text)
  if (url === null) return yield* bad(fieldFault("url", { example: "https://example.com/hook" }))
  if (url.protocol !== "https:" && !(allowHttp && url.protocol === "http:"))
    return yield* bad(schemeFault(url.protocol, allowHttp))
  if (url.username !== "" || url.password !== "") return yield* bad(fieldFault("urlUser"))
  url.hash = ""
  if (url.href.length > urlCharsMax) return yield* bad(fieldFault("charsMax", { n: urlCharsMax }))
  const refusal = refusalOf(network, url)
  if (refusal !== undefined) return yield* bad(refusal.fault)
  yield* addressOf(network, url).pipe(
    Effect.timeoutOrElse({ duration: lookUpWaitMax, orElse: () => Effect.void }),
    Effect.catchTag("NoAddress", ({ reason, sentence }) =>
      reason === "unanswered" ? Effect.void : bad(`must lead to a public address: ${sentence}`)
    )
  )
  return url.href
})
