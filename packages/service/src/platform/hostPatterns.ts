/**
 * Lists of hosts that an operator writes: exact names or addresses, and `*.example.com` for every name
 * below example.com, itself not included.
 */
import { isIP } from "node:net"

/** Returns a host in lower case, without the dot of the root. */
const normal = (host: string): string => host.toLowerCase().replace(/\.$/, "")

/** Returns a pattern as hosts are compared: an IPv6 address as a URL has it (RFC 5952), without its brackets. */
const plain = (pattern: string): string =>
  isIP(pattern) === 6 ? new URL(`http://[${pattern}]`).hostname.slice(1, -1) : normal(pattern)

/** Tests the host of a URL: a name, or an IP address without brackets. */
export const matchesHost = (patterns: ReadonlyArray<string>): ((host: string) => boolean) => {
  const exact = new Set(patterns.map(plain))
  const below = patterns.filter((one) => one.startsWith("*.")).map((one) => normal(one.slice(1)))
  return (host) => {
    const name = normal(host)
    return exact.has(name) || below.some((end) => name.endsWith(end) && name.length > end.length)
  }
}
