/**
 * Whom a request comes from: the other end of the socket, unless that is a proxy of ours, which says
 * in X-Forwarded-For whom it asks for. Anybody else can write anything there, and is not listened to.
 */
import { isIP } from "node:net"

import { isWithin } from "@rcpt/verifier/reservedNetworks"
import { Option } from "effect"
import type { HttpServerRequest } from "effect/http"

/** Hops of X-Forwarded-For that are looked at: no chain of proxies is longer, but a header can be. */
const hopsMax = 20

export const clientAddress = (trustedProxies: ReadonlyArray<string>) => {
  const isProxy = trustedProxies.length === 0 ? () => false : isWithin(trustedProxies)
  return ({ remoteAddress, headers }: HttpServerRequest.HttpServerRequest): string => {
    // A Unix socket has no address: all who come that way are one.
    const peer = plain(Option.getOrElse(remoteAddress, () => ""))
    if (!isProxy(peer)) return peer
    return throughProxies(peer, headers["x-forwarded-for"] ?? "", isProxy)
  }
}

/** Each proxy adds at the right whom it heard; the first from there that is none of ours counts. */
const throughProxies = (
  peer: string,
  forwardedFor: string,
  isProxy: (address: string) => boolean
): string => {
  let nearest = peer
  for (const hop of forwardedFor.split(",").slice(-hopsMax).toReversed()) {
    const address = plain(hop.trim())
    if (isIP(address) === 0) return nearest
    nearest = address
    if (!isProxy(address)) return address
  }
  return nearest
}

const withPort = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/

/** Without a port, and IPv4 as such also where a socket for both families says `::ffff:192.0.2.1`. */
const plain = (address: string): string => {
  const [, bracketed, dotted] = withPort.exec(address) ?? []
  const bare = bracketed ?? dotted ?? address
  const mapped = bare.replace(/^::ffff:/i, "")
  return isIP(mapped) === 4 ? mapped : bare
}

/** Of the eight groups of an IPv6 address; one customer has at least these (RFC 6177 §2: a /64). */
const groupsOfOne = 4

/** Who is counted as one: an IPv4 address, or a /64, of which anybody at home has all addresses. */
export const countedAs = (address: string): string => {
  if (isIP(address) !== 6) return address
  const [head = "", tail] = address.split("%", 1)[0]!.toLowerCase().split("::")
  const groups = (text: string) => (text === "" ? [] : text.split(":"))
  const before = groups(head)
  const after = groups(tail ?? "")
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const all = [...before, ...Array.from({ length: zeros }, () => "0"), ...after]
  return all.slice(0, groupsOfOne).map(withoutLeadingZeros).join(":")
}

const withoutLeadingZeros = (group: string): string => group.replace(/^0+(?=.)/, "")
