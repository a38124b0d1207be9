/**
 * The IP addresses of one mail host that we may connect to; or why there is none. They come in one order,
 * however the name server rotates them: the first is the address whose patience a session uses.
 */
import { Effect } from "effect"

import type { Answer } from "../dns/Answer.ts"
import { isHostName } from "../dns/findRoutability.ts"
import { inAddressOrder } from "../dns/ipAddress.ts"
import type { Questions } from "../dns/Questions.ts"
import type { MxAddress } from "./SmtpConnection.ts"

/** Where several hosts have no address, the reason that comes last here counts. */
export const noAddressReasons = ["smtp_no_mx", "smtp_unsafe_mx", "smtp_unavailable"] as const
export type NoAddress = (typeof noAddressReasons)[number]

const recordsOf = (answer: Answer<string>): ReadonlyArray<string> =>
  answer._tag === "Found" ? answer.records : []

export const resolveMxAddresses = Effect.fnUntraced(function* (
  dns: Pick<Questions, "a" | "aaaa">,
  isPublic: (ip: string) => boolean,
  host: string
): Effect.fn.Return<ReadonlyArray<MxAddress> | NoAddress> {
  if (!isHostName(host)) return "smtp_no_mx"
  const answers = yield* Effect.all([dns.a(host), dns.aaaa(host)], { concurrency: "unbounded" })
  const addresses = answers.flatMap(recordsOf)
  const [first, ...more] = inAddressOrder(addresses.filter(isPublic))
  if (first !== undefined) {
    // Two at most, of both families if it has them: more belong to the same pool of machines.
    const second = more.find((ip) => ip.includes(":") !== first.includes(":")) ?? more[0]
    return [first, ...(second === undefined ? [] : [second])].map((ip) => ({ host, ip }))
  }
  if (answers.some(({ _tag }) => _tag === "Unanswered")) return "smtp_unavailable"
  return addresses.length > 0 ? "smtp_unsafe_mx" : "smtp_no_mx"
})
