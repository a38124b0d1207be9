/**
 * Which URLs a webhook may have: https, and a host on the public internet. Checked when a URL is set, so
 * that a mistake is reported at once, and again at every attempt, because DNS may have changed.
 */
import { isIP } from "node:net"

import type { Questions } from "@rcpt/verifier/dns/Questions"
import { Duration, Effect, Schema } from "effect"

export interface Network {
  readonly dns: Pick<Questions, "a" | "aaaa">
  readonly isPublic: (ip: string) => boolean
}

/** The sentence begins with the host. `unanswered`: DNS did not answer. */
export class NoAddress extends Schema.TaggedError<NoAddress>()("NoAddress", {
  reason: Schema.Literals(["private", "none", "unanswered"]),
  sentence: Schema.String
}) {}

/** The sentence begins with "url". */
export class BadUrl extends Schema.TaggedError<BadUrl>()("BadUrl", { sentence: Schema.String }) {}

/** An IPv6 address stands in brackets in a URL. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1")

/** The TLS server name; none for an IP address (RFC 6066 §3). */
export const serverName = (url: URL): string | undefined =>
  isIP(hostOf(url)) === 0 ? url.hostname : undefined

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

const bad = (sentence: string) => Effect.fail(new BadUrl({ sentence }))

/**
 * Returns the URL as it is stored. Hosts in decimal, octal or hexadecimal become plain addresses
 * (WHATWG URL §3.5), so private ones are recognized.
 */
export const checkUrl = Effect.fnUntraced(function* (
  text: string,
  { allowHttp, ...network }: Network & { readonly allowHttp: boolean }
) {
  const url = URL.parse(text)
  if (url === null)
    return yield* bad("url must be an absolute URL, such as https://example.com/hook")
  if (url.protocol !== "https:" && !(allowHttp && url.protocol === "http:"))
    return yield* bad(`url must start with https://${allowHttp ? " or http://" : ""}`)
  if (url.username !== "" || url.password !== "")
    return yield* bad("url must not contain a user name or a password")
  url.hash = ""
  if (url.href.length > urlCharsMax)
    return yield* bad(`url must be at most ${urlCharsMax} characters`)
  yield* addressOf(network, url).pipe(
    Effect.timeoutOrElse({ duration: lookUpWaitMax, orElse: () => Effect.void }),
    Effect.catchTag("NoAddress", ({ reason, sentence }) =>
      reason === "unanswered" ? Effect.void : bad(`url must lead to a public address: ${sentence}`)
    )
  )
  return url.href
})
