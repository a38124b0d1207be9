/** The DNS name of a blocklist query: RFC 5782 §2.1 (IPv4), §2.4 (IPv6) and §2.2 (domains). */
import { isIP } from "node:net"

import { ipv6Groups } from "../dns/ipAddress.ts"

/** `127.0.0.2` becomes `2.0.0.127`, an IPv6 address its 32 digits in reverse; a domain is unchanged. */
export const reversed = (subject: string): string => {
  const family = isIP(subject)
  if (family === 0) return subject
  if (family === 4) return subject.split(".").toReversed().join(".")
  return nibbles(subject).toReversed().join(".")
}

/** The 32 hexadecimal digits of an IPv6 address. */
const nibbles = (ip: string): ReadonlyArray<string> =>
  ipv6Groups(ip).flatMap((group) => group.padStart(4, "0").split(""))

/** Must not be printed or logged: it contains the key. */
export const questionName = (subject: string, zone: string, key: string | undefined): string =>
  [reversed(subject), key, zone].filter((part) => part !== undefined).join(".")
