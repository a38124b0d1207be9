/**
 * The IP address of a server that we are about to connect to, if it is public. The connection goes to
 * this very address: a second look-up could return another one.
 */
import { isIP } from "node:net"

import { Effect } from "effect"

import type { Questions } from "../dns/Questions.ts"

export interface Network {
  readonly dns: Pick<Questions, "a" | "aaaa">
  readonly isPublic: (ip: string) => boolean
}

/** Fails with the reason, for operators. */
export const publicAddress = Effect.fnUntraced(function* (
  { dns, isPublic }: Network,
  host: string
) {
  const literal = host.replace(/^\[(.*)\]$/, "$1")
  const addresses = isIP(literal) === 0 ? yield* addressesOf(dns, literal) : [literal]
  const [address] = addresses.filter(isPublic)
  if (address !== undefined) return address
  return yield* Effect.fail(
    addresses.length === 0 ? `no address for ${host}` : `${host} is private`
  )
})

const addressesOf = Effect.fnUntraced(function* (dns: Network["dns"], host: string) {
  for (const question of [dns.a, dns.aaaa]) {
    const answer = yield* question(host)
    if (answer._tag === "Found") return answer.records
  }
  return []
})
