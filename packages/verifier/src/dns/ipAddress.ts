/** IP addresses as text: their parts, one order for all, and the network around each. */
import { isIP, SocketAddress } from "node:net"

/** The eight groups of an IPv6 address, without leading zeros: `2001:db8::1` has `2001`, `db8`, `0` … */
export const ipv6Groups = (ip: string): ReadonlyArray<string> => {
  // Node prints the RFC 5952 form; an embedded IPv4 address is turned into two groups.
  const { address } = new SocketAddress({ address: ip.replace(/%.*$/s, ""), family: "ipv6" })
  const [head = "", tail] = withoutDots(address).split("::")
  const before = groups(head)
  const after = groups(tail ?? "")
  // `::` stands for the longest run of zeros.
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0")
  return [...before, ...zeros, ...after]
}

const groups = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(":"))

/** `::ffff:127.0.0.2` becomes `::ffff:7f00:2`. */
const withoutDots = (address: string): string =>
  address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)]
      .map((group) => group.toString(16))
      .join(":")
  )

/** A key that sorts as text in the order of the numbers, IPv4 before IPv6. */
const sortKey = (ip: string): string =>
  isIP(ip) === 4
    ? ["4", ...ip.split(".").map((octet) => octet.padStart(3, "0"))].join(" ")
    : ["6", ...ipv6Groups(ip).map((group) => group.padStart(4, "0"))].join(" ")

/** Sorts IPv4 first, then by number: name servers rotate their answers, and a choice must not rotate. */
export const inAddressOrder = (ips: ReadonlyArray<string>): ReadonlyArray<string> =>
  ips.length < 2
    ? ips
    : ips
        .map((ip) => [sortKey(ip), ip] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([, ip]) => ip)

/** The smallest network that one operator has: the /24 of an IPv4 address, the /64 of an IPv6 address. */
export const networkOf = (ip: string): string =>
  isIP(ip) === 4
    ? `${ip.split(".").slice(0, 3).join(".")}.0/24`
    : `${ipv6Groups(ip).slice(0, 4).join(":")}::/64`
