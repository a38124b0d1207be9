/** The addresses of one mail host that we may connect to, IPv4 before IPv6; or why there is none. */
import { Effect } from "effect"

import type { Answer } from "../Answer.ts"
import { isHostName } from "../findRoutability.ts"
import type { Questions } from "../Resolver.ts"
import type { Door } from "./Wire.ts"

/** The worst last: what a domain without any door is told. */
export const noDoorReasons = ["smtp_no_mx", "smtp_unsafe_mx", "smtp_unavailable"] as const
export type NoDoor = (typeof noDoorReasons)[number]

const recordsOf = (answer: Answer<string>): ReadonlyArray<string> =>
  answer._tag === "Found" ? answer.records : []

export const findDoors = Effect.fnUntraced(function* (
  dns: Pick<Questions, "a" | "aaaa">,
  isPublic: (ip: string) => boolean,
  host: string
): Effect.fn.Return<ReadonlyArray<Door> | NoDoor> {
  if (!isHostName(host)) return "smtp_no_mx"
  const answers = yield* Effect.all([dns.a(host), dns.aaaa(host)], { concurrency: "unbounded" })
  const addresses = answers.flatMap(recordsOf)
  const [first, ...more] = addresses.filter(isPublic)
  if (first !== undefined) {
    // Two at most, of both families if it has them: more are the same machine park.
    const second = more.find((ip) => ip.includes(":") !== first.includes(":")) ?? more[0]
    return [first, ...(second === undefined ? [] : [second])].map((ip) => ({ host, ip }))
  }
  if (answers.some(({ _tag }) => _tag === "Unanswered")) return "smtp_unavailable"
  return addresses.length > 0 ? "smtp_unsafe_mx" : "smtp_no_mx"
})
