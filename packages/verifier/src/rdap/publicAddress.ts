/**
 * The address of a server that we are about to connect to, if it is one of the public internet. The
 * connection goes to this very address: a second look-up could give another one.
 */
import { isIP } from "node:net"

import { Effect } from "effect"

import type { Questions } from "../Resolver.ts"

export interface Network {
  readonly dns: Pick<Questions, "a" | "aaaa">
  readonly isPublic: (ip: string) => boolean
}

/** Fails with what is in the way, for operators. */
export const publicAddress = Effect.fnUntraced(function* (
  { dns, isPublic }: Network,
  host: string
) {
  const literal = host.replace(/^\[(.*)\]$/, "$1")
  const known = isIP(literal) === 0 ? yield* addressesOf(dns, literal) : [literal]
  const [address] = known.filter(isPublic)
  if (address !== undefined) return address
  return yield* Effect.fail(known.length === 0 ? `no address for ${host}` : `${host} is private`)
})

const addressesOf = Effect.fnUntraced(function* (dns: Network["dns"], host: string) {
  for (const question of [dns.a, dns.aaaa]) {
    const answer = yield* question(host)
    if (answer._tag === "Found") return answer.records
  }
  return []
})
