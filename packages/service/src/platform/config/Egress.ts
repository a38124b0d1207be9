/**
 * The egresses of SMTP sessions: addresses of this machine, or SOCKS5 proxies. More egresses are more
 * capacity, because each has its own pace with every provider.
 *
 * A domain always uses the same egress: a server that greylists accepts a retry only from the address
 * that it has greylisted.
 */
import { createHash } from "node:crypto"
import { isIP } from "node:net"

import type { Socks5 } from "@rcpt/verifier/smtp/socks5"
import { Redacted } from "effect"

import { Expected } from "./parse.ts"
import type { Parse } from "./parse.ts"

export interface Egress {
  /** The id contains no secret: names of guards, tables and logs have it. */
  readonly id: string
  /** The proxy; `undefined` if there is none. */
  readonly proxy: Socks5 | undefined
  /** The address of this machine that mail servers see; `undefined`: the machine chooses, or there is a proxy. */
  readonly sourceAddress: string | undefined
  /** The HELO name, if it is not `RCPT_HELO`: a name must fit the address of its egress. */
  readonly helo: string | undefined
}

const direct: Egress = { id: "direct", proxy: undefined, sourceAddress: undefined, helo: undefined }

/** The default port of SOCKS5, RFC 1928 §3. */
const socksPort = 1080

/** Each kind of egress by the scheme of its URL. */
const kinds: Readonly<Record<string, (url: URL) => Egress | undefined>> = {
  "direct:": (url) => {
    const sourceAddress = hostOf(url)
    if (isIP(sourceAddress) === 0 || url.port !== "" || url.username !== "") return undefined
    return { id: `direct://${url.hostname}`, proxy: undefined, sourceAddress, helo: heloIn(url) }
  },
  "socks5:": (url) => (url.hostname === "" ? undefined : proxied(url))
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "")
const heloIn = ({ searchParams }: URL): string | undefined => searchParams.get("helo") ?? undefined

const proxied = (url: URL): Egress => {
  const { hostname, port, username, password } = url
  const number = Number(port || socksPort)
  const user = {
    name: decodeURIComponent(username),
    password: Redacted.make(decodeURIComponent(password))
  }
  return {
    id: `socks5://${hostname}:${number}`,
    proxy: { host: hostOf(url), port: number, ...(username !== "" && { user }) },
    sourceAddress: undefined,
    helo: heloIn(url)
  }
}

/**
 * Reads `direct`, `direct://address[?helo=name]` and `socks5://[name:password@]host[:port][?helo=name]`, comma-separated,
 * each once.
 */
export const parseEgresses: Parse<readonly [Egress, ...ReadonlyArray<Egress>]> = (value) => {
  const all = value.split(",").map((item) => {
    const text = item.trim()
    if (text === direct.id) return direct
    const url = URL.parse(text)
    return url === null ? undefined : kinds[url.protocol]?.(url)
  })
  const known = all.filter((egress) => egress !== undefined)
  const isOnce = new Set(known.map(({ id }) => id)).size === all.length
  const [first, ...rest] = known
  return first === undefined || !isOnce
    ? new Expected(
        "a comma-separated list of direct, direct://address and socks5://name:password@host:port"
      )
    : [first, ...rest]
}

/**
 * Returns the egress of a domain by rendezvous hashing (Thaler and Ravishankar, 1998): if an egress is added or
 * removed, only the domains that it gains or loses change their egress.
 */
export const egressOf = (
  domain: string,
  [first, ...rest]: readonly [Egress, ...ReadonlyArray<Egress>]
): Egress => {
  // Most installations have one.
  if (rest.length === 0) return first
  const weight = ({ id }: Egress) => createHash("sha1").update(`${id} ${domain}`).digest("hex")
  return rest.reduce((best, egress) => (weight(egress) > weight(best) ? egress : best), first)
}
