/** The DNS name of a blocklist query: RFC 5782 §2.1 (IPv4), §2.4 (IPv6) and §2.2 (domains). */
import { isIP, SocketAddress } from "node:net"

/** `127.0.0.2` becomes `2.0.0.127`, an IPv6 address its 32 digits in reverse; a domain is unchanged. */
export const reversed = (subject: string): string => {
  const family = isIP(subject)
  if (family === 0) return subject
  if (family === 4) return subject.split(".").toReversed().join(".")
  return nibbles(subject).toReversed().join(".")
}

/** The 32 hexadecimal digits of an IPv6 address. */
const nibbles = (ip: string): ReadonlyArray<string> => {
  // Node prints the RFC 5952 form; an embedded IPv4 address is turned into two groups.
  const { address } = new SocketAddress({ address: ip.replace(/%.*$/, ""), family: "ipv6" })
  const [head = "", tail] = withoutDots(address).split("::")
  const before = groups(head)
  const after = groups(tail ?? "")
  // `::` stands for the longest run of zeros.
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0")
  return [...before, ...zeros, ...after].flatMap((group) => group.padStart(4, "0").split(""))
}

const groups = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(":"))

/** `::ffff:127.0.0.2` becomes `::ffff:7f00:2`. */
const withoutDots = (address: string): string =>
  address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)]
      .map((group) => group.toString(16))
      .join(":")
  )

/** Must not be printed or logged: it contains the key. */
export const questionName = (subject: string, zone: string, key: string | undefined): string =>
  [reversed(subject), key, zone].filter((part) => part !== undefined).join(".")
