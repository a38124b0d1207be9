/**
 * Finds the IP addresses of one mail host that we may connect to, or why there is none. They come in one order,
 * however the name server rotates them: a session uses the first address, whose pace counts.
 */
import { Effect, Fiber } from "effect"

import { byDeadline, Deadline, forkNow } from "../cache/Deadline.ts"
import type { Answer } from "../dns/Answer.ts"
import { isHostName } from "../dns/findRoutability.ts"
import { inAddressOrder } from "../dns/ipAddress.ts"
import type { Questions } from "../dns/Questions.ts"
import { probePolicyOf } from "./rules/probePolicies.ts"
import type { MxAddress } from "./SmtpConnection.ts"

/** Reasons for having no address. If several hosts have none, the reason that comes last here counts. */
export const noAddressReasons = ["smtp_no_mx", "smtp_unsafe_mx", "smtp_unavailable"] as const
export type NoAddress = (typeof noAddressReasons)[number]

const recordsOf = (answer: Answer<string>): ReadonlyArray<string> =>
  answer._tag === "Found" ? answer.records : []

/** Where a session may go. */
interface Reach {
  readonly isPublic: (ip: string) => boolean
  /** A connection from it reaches addresses of its family alone. */
  readonly sourceAddress?: string | undefined
  /** Whether providers that refuse IPv6 are asked over it too. */
  readonly isIpv6Forced?: boolean | undefined
}

const isIpv6 = (ip: string): boolean => ip.includes(":")

const isReached = (
  ip: string,
  host: string,
  { sourceAddress, isIpv6Forced = false }: Reach
): boolean =>
  (sourceAddress === undefined || isIpv6(ip) === isIpv6(sourceAddress)) &&
  (!isIpv6(ip) || isIpv6Forced || probePolicyOf(host).refusesIpv6 !== true)

const resolve = Effect.fnUntraced(function* (
  dns: Pick<Questions, "a" | "aaaa">,
  reach: Reach,
  host: string
): Effect.fn.Return<ReadonlyArray<MxAddress> | NoAddress> {
  if (!isHostName(host)) return "smtp_no_mx"
  // Both questions are sent at once, which costs one fiber.
  const a = yield* forkNow(dns.a(host))
  const aaaa = yield* dns.aaaa(host)
  const answers = [yield* Fiber.join(a), aaaa]
  const addresses = answers.flatMap(recordsOf)
  const open = addresses.filter(reach.isPublic)
  const [first, ...more] = inAddressOrder(open.filter((ip) => isReached(ip, host, reach)))
  if (first !== undefined) {
    // At most two are used, of both families if there are both: more belong to the same pool of machines.
    const second = more.find((ip) => isIpv6(ip) !== isIpv6(first)) ?? more[0]
    return [first, ...(second === undefined ? [] : [second])].map((ip) => ({ host, ip }))
  }
  if (open.length > 0 || answers.some(({ _tag }) => _tag === "Unanswered"))
    return "smtp_unavailable"
  return addresses.length > 0 ? "smtp_unsafe_mx" : "smtp_no_mx"
})

/** Resolves by a deadline in epoch milliseconds. Answers that are known cost no timer. */
export const resolveMxAddresses = (
  dns: Pick<Questions, "a" | "aaaa">,
  reach: Reach,
  host: string,
  deadline = Number.POSITIVE_INFINITY
): Effect.Effect<ReadonlyArray<MxAddress> | NoAddress> =>
  byDeadline(resolve(dns, reach, host), new Deadline(deadline), () => "smtp_unavailable")
