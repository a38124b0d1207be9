/** Whether a proxy stands before the service that it does not trust. */
import { isIP } from "node:net"

import { publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"

import { listed, note, ok, warning } from "./Finding.ts"
import type { Finding } from "./Finding.ts"

interface ProxiesSeen {
  /** Peers that name clients as a proxy does, and are not trusted. */
  readonly peers: ReadonlyArray<string>
  /** The setting as it is now. */
  readonly trustedProxies: ReadonlyArray<string>
}

const isPublic = publicAddresses([])

const networkOf = (peer: string): string => `${peer}/${isIP(peer) === 6 ? 128 : 32}`

/** Anybody on the internet can send such a header; within a private network only a proxy does. */
export const judgeProxy = ({ peers, trustedProxies }: ProxiesSeen): ReadonlyArray<Finding> => {
  const seen = peers.filter((peer) => isIP(peer) > 0)
  if (seen.length === 0) return [ok("proxy", "No proxy was seen that is not trusted.")]
  const found = seen.every(isPublic) ? note : warning
  return [
    found(
      "proxy",
      `${listed(seen)} named a client (X-Forwarded-For or Forwarded), but is not trusted: all who come ` +
        "through it count as one address, and wrong passwords of one lock out all.",
      "If it is your proxy, trust it. If not, a client sends a false address, which is ignored.",
      `RCPT_TRUSTED_PROXIES=${[...trustedProxies, ...seen.map(networkOf)].join(",")}`
    )
  ]
}
