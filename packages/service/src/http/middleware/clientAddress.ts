/**
 * Finds out about the client: its IP address and whether it speaks TLS. We see the peer of the socket, and
 * no TLS. A trusted proxy names both, in X-Forwarded-For and X-Forwarded-Proto. From any other peer these
 * headers are ignored, because they can be forged.
 */
import { isIP } from "node:net"

import { isWithin } from "@rcpt/verifier/dns/reservedNetworks"
import { Option } from "effect"
import type { HttpServerRequest } from "effect/http"

/** Hops of X-Forwarded-For that are read: no chain of proxies is longer, but a header can be. */
const hopsMax = 20

type Request = Pick<HttpServerRequest.HttpServerRequest, "remoteAddress" | "headers">

const proxies = (trustedProxies: ReadonlyArray<string>) =>
  trustedProxies.length === 0 ? () => false : isWithin(trustedProxies)

/** A Unix socket has no peer address: all its clients count as one. */
const peerOf = ({ remoteAddress }: Pick<Request, "remoteAddress">): string =>
  withoutPort(Option.getOrElse(remoteAddress, () => ""))

export const clientAddress = (trustedProxies: ReadonlyArray<string>) => {
  const isProxy = proxies(trustedProxies)
  return (request: Request): string => {
    const peer = peerOf(request)
    if (!isProxy(peer)) return peer
    return throughProxies(peer, request.headers["x-forwarded-for"] ?? "", isProxy)
  }
}

/** The peer, if it names a client and is no trusted proxy. A Unix socket's has no address to trust. */
export const untrustedPeer = (trustedProxies: ReadonlyArray<string>) => {
  const isProxy = proxies(trustedProxies)
  return (request: Request): string | undefined => {
    const { "x-forwarded-for": forwardedFor, forwarded } = request.headers
    if (forwardedFor === undefined && forwarded === undefined) return undefined
    const peer = peerOf(request)
    return peer === "" || isProxy(peer) ? undefined : peer
  }
}

/** Whether the peer is a trusted proxy, which also chooses the Host header that we see. */
export const throughProxy = (trustedProxies: ReadonlyArray<string>) => {
  const isProxy = proxies(trustedProxies)
  return (request: Pick<Request, "remoteAddress">): boolean => isProxy(peerOf(request))
}

/** The first of several proxies is the one that the client has reached. */
export const clientScheme = (trustedProxies: ReadonlyArray<string>) => {
  const isProxy = proxies(trustedProxies)
  return (request: Request): "http" | "https" => {
    const [first = ""] = (request.headers["x-forwarded-proto"] ?? "").split(",", 1)
    return first.trim().toLowerCase() === "https" && isProxy(peerOf(request)) ? "https" : "http"
  }
}

/** Each proxy appends its peer: the rightmost hop that is not a trusted proxy is the client. */
const throughProxies = (
  peer: string,
  forwardedFor: string,
  isProxy: (address: string) => boolean
): string => {
  let nearest = peer
  for (const hop of forwardedFor.split(",").slice(-hopsMax).toReversed()) {
    const address = withoutPort(hop.trim())
    if (isIP(address) === 0) return nearest
    nearest = address
    if (!isProxy(address)) return address
  }
  return nearest
}

const hostAndPort = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/

/** An IPv4-mapped address of a dual-stack socket (`::ffff:192.0.2.1`) becomes the IPv4 address. */
const withoutPort = (address: string): string => {
  const [, bracketed, dotted] = hostAndPort.exec(address) ?? []
  const bare = bracketed ?? dotted ?? address
  const mapped = bare.replace(/^::ffff:/i, "")
  return isIP(mapped) === 4 ? mapped : bare
}

/**
 * The first four of the eight groups of an IPv6 address count: a customer gets at least a /64 (RFC 6177 §2).
 */
const groupsCounted = 4

/** The unit of per-address limits: an IPv4 address, or a /64, of which one home has all addresses. */
export const countedAs = (address: string): string => {
  if (isIP(address) !== 6) return address
  const [head = "", tail] = address.split("%", 1)[0]!.toLowerCase().split("::")
  const groups = (text: string) => (text === "" ? [] : text.split(":"))
  const before = groups(head)
  const after = groups(tail ?? "")
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const all = [...before, ...Array.from({ length: zeros }, () => "0"), ...after]
  return all.slice(0, groupsCounted).map(withoutLeadingZeros).join(":")
}

const withoutLeadingZeros = (group: string): string => group.replace(/^0+(?=.)/, "")
