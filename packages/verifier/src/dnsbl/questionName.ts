/** How a blocklist is asked: RFC 5782 §2.1 (IPv4), §2.4 (IPv6) and §2.2 (names). */
import { isIP, SocketAddress } from "node:net"

/** `127.0.0.2` is `2.0.0.127`; an IPv6 address its 32 digits in reverse; a name stays as it is. */
export const reversed = (subject: string): string => {
  const family = isIP(subject)
  if (family === 0) return subject
  if (family === 4) return subject.split(".").toReversed().join(".")
  return nibbles(subject).toReversed().join(".")
}

/** The 32 hexadecimal digits of an IPv6 address, written out. */
const nibbles = (ip: string): ReadonlyArray<string> => {
  // Node writes it in one form (RFC 5952), with an embedded IPv4 address turned into two groups…
  const { address } = new SocketAddress({ address: ip.replace(/%.*$/, ""), family: "ipv6" })
  const [head = "", tail] = withoutDots(address).split("::")
  const before = groups(head)
  const after = groups(tail ?? "")
  // …and `::` for the longest run of zeros.
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0")
  return [...before, ...zeros, ...after].flatMap((group) => group.padStart(4, "0").split(""))
}

const groups = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(":"))

/** `::ffff:127.0.0.2` is `::ffff:7f00:2`. */
const withoutDots = (address: string): string =>
  address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)]
      .map((group) => group.toString(16))
      .join(":")
  )

/** Never printed or logged as a whole: it holds the key of who asks. */
export const questionName = (subject: string, zone: string, key: string | undefined): string =>
  [reversed(subject), key, zone].filter((part) => part !== undefined).join(".")
