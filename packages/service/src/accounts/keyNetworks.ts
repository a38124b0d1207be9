/** The networks of an account's keys, and which networks lie within which. */
import { BlockList, isIPv6 } from "node:net"

import type { KeyNetworks } from "@rcpt/domain/powers"

/** Bits of an address of the family. */
export const prefixMax = { ipv4: 32, ipv6: 128 } as const

interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: keyof typeof prefixMax
}

const networkIn = (cidr: string): Network => {
  const [address = "", prefix] = cidr.split("/")
  const family = isIPv6(address) ? "ipv6" : "ipv4"
  return { address, family, prefix: prefix === undefined ? prefixMax[family] : Number(prefix) }
}

/** A network that only several others cover together counts as outside of them. */
const isWithin = (inner: Network, outer: Network): boolean => {
  if (inner.family !== outer.family || inner.prefix < outer.prefix) return false
  const list = new BlockList()
  list.addSubnet(outer.address, outer.prefix, outer.family)
  return list.check(inner.address, inner.family)
}

interface KnownNetworks extends KeyNetworks {
  /** With those of one key replaced; null: it works from all. */
  readonly with: (keyId: string, networks: ReadonlyArray<string> | null) => KnownNetworks
}

/** `byKey`: the keys that have networks. */
export const keyNetworks = (
  byKey: ReadonlyMap<string, ReadonlyArray<string> | null>
): KnownNetworks => ({
  of: (keyId) => byKey.get(keyId) ?? null,
  areWithin: (inner, outer) => {
    const outerNetworks = outer.map(networkIn)
    return inner.map(networkIn).every((one) => outerNetworks.some((other) => isWithin(one, other)))
  },
  with: (keyId, networks) => keyNetworks(new Map([...byKey, [keyId, networks]]))
})
