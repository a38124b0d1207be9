/** Parsers of the text of a setting: each returns a value or what it expected. */
import { X509Certificate } from "node:crypto"
import { isIP } from "node:net"

import { passwordChars } from "@rcpt/domain/limits"
import { parseSigners, parseVerifier } from "@rcpt/store/tree/checkpoint"
import type { Verifier } from "@rcpt/store/tree/checkpoint"
import { parseWitness } from "@rcpt/store/tree/cosignature"
import type { BlocklistChoice } from "@rcpt/verifier/dnsbl/Dnsbl"
import { Duration, Redacted } from "effect"

import * as apiKey from "./apiKeyFormat.ts"

/** What a parser expected, such as "a number from 1 to 65535". It completes the sentence "RCPT_X must be …". */
export class Expected {
  readonly what: string
  constructor(what: string) {
    this.what = what
  }
}

export type Parse<A> = (value: string) => A | Expected

export const text: Parse<string> = (value) => value

export const redacted =
  (parse: Parse<string>): Parse<Redacted.Redacted> =>
  (value) => {
    const parsed = parse(value)
    return parsed instanceof Expected ? parsed : Redacted.make(parsed)
  }

export const whole =
  (min: number, max: number): Parse<number> =>
  (value) =>
    /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max
      ? Number(value)
      : new Expected(`a whole number from ${min} to ${max}`)

const portMax = 65_535

export const port = (min: number): Parse<number> => whole(min, portMax)

export const url =
  (...protocols: ReadonlyArray<string>): Parse<string> =>
  (value) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol)
      ? value
      : new Expected(`a URL that starts with ${protocols.map((p) => `${p}//`).join(" or ")}`)

/** Parses the origin of a web site. Pages, cookies and links of the service start at the root of its host. */
export const webOrigin: Parse<string> = (value) => {
  const whole = url("http:", "https:")(value)
  if (whole instanceof Expected) return whole
  const { origin, href } = new URL(value)
  return href === `${origin}/`
    ? value
    : new Expected(
        `a URL of a host alone, such as ${origin}: the service needs a name or a port of its own, and works below no path`
      )
}

export const oneOf =
  <const A extends string>(...words: ReadonlyArray<A>): Parse<A> =>
  (value) =>
    words.find((word) => word === value) ?? new Expected(`one of ${words.join(", ")}`)

const list =
  (isItem: (item: string) => boolean, what: string): Parse<ReadonlyArray<string>> =>
  (value) => {
    const items = value.split(",").flatMap((item) => item.trim() || [])
    return items.every(isItem) ? items : new Expected(`a comma-separated list of ${what}`)
  }

/** Some of the words, all of them (`on`) or none (`off`). */
export const someOf =
  <const A extends string>(...words: ReadonlyArray<A>): Parse<ReadonlyArray<A>> =>
  (value) => {
    if (value === "on") return words
    if (value === "off") return []
    const items = value.split(",").map((item) => item.trim())
    const known = words.filter((word) => items.includes(word))
    return known.length > 0 && items.every((item) => words.some((word) => word === item))
      ? known
      : new Expected(`on, off, or some of ${words.join(", ")}, with commas`)
  }

/** A server is `ip`, `ip:port` or `[ip]:port`. */
const isServer = (item: string) => {
  const [, bracketed, plain] = /^(?:\[(.+)\]|([^:]+)):\d{1,5}$/.exec(item) ?? []
  return isIP(bracketed ?? plain ?? item) > 0
}

const isNetwork = (item: string) => {
  const [address = "", bits = "", ...rest] = item.split("/")
  const family = isIP(address)
  const bitsMax = family === 4 ? 32 : 128
  return family > 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax
}

export const servers = list(isServer, "addresses like 127.0.0.1 or 127.0.0.1:5353")
export const networks = list(isNetwork, "networks like 127.0.0.0/8")

/** A blocklist is `zone` or `zone=key`. The key becomes a label of the DNS name that is queried (RFC 1035 §2.3.1). */
const blocklist = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+)\.?(?:=([a-z0-9_-]{1,63}))?$/i

const isBlocklist = (item: string) => blocklist.test(item)

const blocklistItems = list(isBlocklist, "blocklists like zen.spamhaus.org or dbl.spamhaus.org=key")

export const blocklists: Parse<ReadonlyArray<BlocklistChoice>> = (value) => {
  const items = blocklistItems(value)
  if (items instanceof Expected) return items
  return items.map((item) => {
    const [, zone = "", key] = blocklist.exec(item) ?? []
    return { zone, key: key === undefined ? undefined : Redacted.make(key) }
  })
}

/** Parses the word as itself, and any other text by `parse`. */
export const orWord =
  <const Word extends string, A>(word: Word, parse: Parse<A>): Parse<A | Word> =>
  (value) => {
    if (value === word) return word
    const parsed = parse(value)
    return parsed instanceof Expected ? new Expected(`${word}, or ${parsed.what}`) : parsed
  }

/** Parses `host:port`. */
export const server: Parse<{ readonly host: string; readonly port: number }> = (value) => {
  const [, host = "", port = ""] = /^([a-z0-9.-]+):(\d{1,5})$/i.exec(value) ?? []
  return host === "" ? new Expected("host:port") : { host, port: Number(port) }
}

const hostNamePattern = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*$/i

export const hostName: Parse<string> = (value) =>
  hostNamePattern.test(value) ? value : new Expected("the name of a host")

export const hostNames = list((item) => hostNamePattern.test(item), "domains like example.org")

/** A pattern is `example.com`, `*.example.com` (every name below it) or an IP address. */
const isHostPattern = (item: string) =>
  isIP(item) !== 0 || hostNamePattern.test(item.replace(/^\*\.(?=.*\.)/, ""))

export const hostPatterns = list(isHostPattern, "hosts like example.com or *.example.com")

/** Hosts as above, and networks. An IP address counts for each name that leads to it. */
export const hostsAndNetworks = list(
  (item) => isHostPattern(item) || isNetwork(item),
  "hosts like db.internal, or networks like 10.0.0.0/8"
)

/** Parses a sender's address, or `<>`, which becomes an empty text. */
export const sender: Parse<string> = (value) =>
  value === "<>"
    ? ""
    : /^[^@\s<>"]+@[^@\s<>"]+$/.test(value)
      ? value
      : new Expected("an email address, or <> for none")

const millisOf = { ms: 1, s: 1_000, m: 60_000 }

/** Parses a time such as `500ms`, `45s` or `2m`, within bounds in milliseconds. */
export const duration =
  (min: number, max: number): Parse<Duration.Duration> =>
  (value) => {
    const [, digits, unit] = /^(\d{1,9})(ms|s|m)$/.exec(value) ?? []
    const millis = Number(digits) * millisOf[unit as keyof typeof millisOf]
    return millis >= min && millis <= max
      ? Duration.millis(millis)
      : new Expected(`a time such as 45s, from ${min / 1_000}s to ${max / 1_000}s`)
  }

/** Parses a time such as `7d`, within bounds in days. */
export const days =
  (min: number, max: number): Parse<Duration.Duration> =>
  (value) => {
    const count = Number(/^(\d{1,3})d$/.exec(value)?.[1])
    return count >= min && count <= max
      ? Duration.days(count)
      : new Expected(`a number of days such as 7d, from ${min}d to ${max}d`)
  }

/** More retries are useless: a server that greylists for longer refuses us. */
const retriesMax = 10

/** Parses times such as `6m,20m,60m`, each later than the one before, within bounds in milliseconds. */
export const retries =
  (min: number, max: number): Parse<ReadonlyArray<Duration.Duration>> =>
  (value) => {
    const items = value.split(",")
    const times = items.flatMap((item) => {
      const time = duration(min, max)(item.trim())
      return time instanceof Expected ? [] : time
    })
    const isAscending = times.every(
      (time, n) => n === 0 || Duration.isGreaterThan(time, times[n - 1]!)
    )
    return times.length === items.length && isAscending && times.length <= retriesMax
      ? times
      : new Expected(`up to ${retriesMax} ascending times such as 6m,20m,60m`)
  }

/** A token bucket is refilled per second, and allows a burst. */
export interface RateLimit {
  readonly perSecond: number
  /** Tokens in a full bucket, an integer. */
  readonly burst: number
}

/** A quota such as `60/h` allows at most `count` in any window of this length. */
export interface Quota {
  readonly count: number
  readonly window: Duration.Duration
}

const secondsOf = { s: 1, m: 60, h: 3_600 }

/** Parses a quota such as `60/h`, at most 60 in any hour. Other units are `/m` and `/s`. */
export const quota: Parse<Quota> = (value) => {
  const [, count, unit] = /^(\d{1,4})\/([smh])$/.exec(value) ?? []
  const seconds = secondsOf[unit as keyof typeof secondsOf]
  return Number(count) > 0
    ? { count: Number(count), window: Duration.seconds(seconds) }
    : new Expected("a number from 1 to 9999 per time, such as 60/h")
}

/** Parses `100/s` or `100/s,burst=200`. The default burst is the tokens of two seconds, at least one. */
export const rateLimit: Parse<RateLimit> = (value) => {
  const [, count, unit, burst] = /^(\d{1,7})\/([smh])(?:,\s*burst[= ](\d{1,7}))?$/.exec(value) ?? []
  const perSecond = Number(count) / secondsOf[unit as keyof typeof secondsOf]
  const limit = { perSecond, burst: Number(burst ?? Math.max(1, Math.ceil(perSecond * 2))) }
  return limit.perSecond > 0 && limit.burst > 0
    ? limit
    : new Expected("a rate such as 100/s, 60/m or 100/s,burst=200")
}

export const email: Parse<string> = (value) =>
  /^[^@\s]+@[^@\s]+$/.test(value) ? value : new Expected("an email address")

export const password: Parse<string> = (value) =>
  value.length >= passwordChars.min && value.length <= passwordChars.max
    ? value
    : new Expected(`${passwordChars.min} to ${passwordChars.max} characters`)

/** Characters of a secret: 32 of base64 are 192 bits; a password made up by a person is rarely as long. */
const secretCharsMin = 32

export const secret: Parse<string> = (value) =>
  value.length >= secretCharsMin
    ? value
    : new Expected(`at least ${secretCharsMin} random characters, as of: openssl rand -base64 32`)

export const key: Parse<string> = (value) =>
  apiKey.isWellFormed(value)
    ? value
    : new Expected("an API key: rcpt_live_, 32 letters or digits, and their checksum of 6")

/** Parses keys as `rcpt ledger key` prints them: `<name>+<key id>+<base64>`. */
export const verifierKeys = list(
  (item) => parseVerifier(item) !== undefined,
  "keys as `rcpt ledger key` prints them"
)

/** Parses keys that sign the ledger. */
export const seeds: Parse<string> = (value) =>
  parseSigners(value) === undefined
    ? new Expected("32 random octets in base64, as of: openssl rand -base64 32")
    : value

/** A witness co-signs checkpoints of the ledger. */
export interface Witness {
  readonly verifier: Verifier
  /** The key as the setting has it. */
  readonly key: string
  /** The URL to which `/add-checkpoint` is appended. */
  readonly url: string
}

/** More witnesses are of no use: each is asked about each checkpoint, and its line is in each proof. */
const witnessesMax = 20

/** The type of ML-DSA-44 keys: https://c2sp.org/signed-note#signature-types */
const mlDsa44 = 6

const isWeb = (url: string): boolean =>
  URL.canParse(url) && ["http:", "https:"].includes(new URL(url).protocol)

const typeOf = (key: string): number | undefined =>
  Buffer.from(key.split("+").slice(2).join("+"), "base64")[0]

const witnessIn = (item: string): Witness | Expected => {
  const [key = "", url = "", ...rest] = item.trim().split(/\s+/)
  const verifier = parseWitness(key)
  if (typeOf(key) === mlDsa44) return new Expected("keys of Ed25519: those of ML-DSA are not read")
  return verifier === undefined || !isWeb(url) || rest.length > 0
    ? new Expected("`<key> <URL>` of each witness, with commas between")
    : { verifier, key, url: url.replace(/\/+$/, "") }
}

const octetsOf = ({ verifier }: Witness): string =>
  String(verifier.publicKey.export({ format: "jwk" }).x)

export const witnesses: Parse<ReadonlyArray<Witness>> = (value) => {
  const items = value.split(",").filter((item) => item.trim() !== "")
  const all: Array<Witness> = []
  for (const item of items) {
    const witness = witnessIn(item)
    if (witness instanceof Expected) return witness
    all.push(witness)
  }
  if (all.length > witnessesMax) return new Expected(`at most ${witnessesMax} witnesses`)
  // Two names of one key are one party.
  return new Set(all.map(octetsOf)).size < all.length
    ? new Expected("witnesses with a key of its own each")
    : all
}

/** Servers to connect to. All are of one NATS, so the first one's name and password are used. */
export interface NatsServers {
  /** `host:port` */
  readonly servers: ReadonlyArray<string>
  readonly isTls: boolean
  readonly user: string | undefined
  readonly password: string | undefined
}

const natsPortDefault = "4222"

const natsScheme = url("nats:", "tls:")

const isEncoded = ({ username, password }: URL): boolean => {
  try {
    return [username, password].every((text) => decodeURIComponent(text) !== undefined)
  } catch {
    return false
  }
}

const natsUrl: Parse<string> = (value) => {
  const url = natsScheme(value)
  if (url instanceof Expected) return url
  const parsed = new URL(url)
  if (parsed.hostname === "") return new Expected("a URL with a host, such as nats://nats:4222")
  return isEncoded(parsed)
    ? url
    : new Expected("a URL whose % in name and password are written %25")
}

export const natsServers: Parse<Redacted.Redacted<NatsServers>> = (value) => {
  const items = value.split(",").map((item) => item.trim())
  const wrong = items.map(natsUrl).find((item) => item instanceof Expected)
  if (wrong instanceof Expected)
    return new Expected(`${wrong.what}, or several with commas between`)
  const urls = items.map((item) => new URL(item))
  const [{ protocol, username, password }] = urls as [URL, ...ReadonlyArray<URL>]
  if (urls.some((url) => url.protocol !== protocol))
    return new Expected("servers that all start with nats:// or all with tls://")
  return Redacted.make({
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || natsPortDefault}`),
    isTls: protocol === "tls:",
    user: decodeURIComponent(username) || undefined,
    password: decodeURIComponent(password) || undefined
  })
}

/** Parses the text that `nsc generate creds` writes: a token and the seed of the key that it was made for. */
export const natsCredentials: Parse<string> = (value) =>
  ["USER JWT", "USER NKEY SEED"].every((part) => value.includes(`-----BEGIN NATS ${part}-----`))
    ? value
    : new Expected("the text of a .creds file, with its USER JWT and its USER NKEY SEED")

export const certificates: Parse<string> = (value) => {
  try {
    void new X509Certificate(value)
    return value
  } catch {
    return new Expected("certificates in PEM, of those who sign the certificate of the server")
  }
}

/** A mail server that takes our messages. */
export interface MailServer {
  readonly host: string
  readonly port: number
  /** From the first octet on. Else STARTTLS is used, and needed if there is a password. */
  readonly isTls: boolean
  readonly user: string | undefined
  readonly password: string | undefined
}

/** RFC 8314 §3.3 and RFC 6409 §3.1 */
const submissionPorts: Readonly<Record<string, number>> = { "smtps:": 465, "smtp:": 587 }

/** A mailbox that is read by IMAP. */
export interface ImapBox {
  readonly host: string
  readonly port: number
  readonly isTls: boolean
  readonly user: string
  readonly password: string
  readonly mailbox: string
}

/** RFC 8314 §3.2 and RFC 9051 §2.1 */
const imapPorts: Readonly<Record<string, number>> = { "imaps:": 993, "imap:": 143 }

/** Whether a host is this machine. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."))

export const imapBox: Parse<Redacted.Redacted<ImapBox>> = (value) => {
  const known = url("imap:", "imaps:")(value)
  if (known instanceof Expected) return known
  const parsed = new URL(value)
  const { hostname, username, password, search } = parsed
  if ([hostname, username, password].includes("") || search !== "")
    return new Expected("a URL such as imaps://name:password@imap.example.com/INBOX")
  if (!isEncoded(parsed)) return new Expected("a URL whose % in name and password are written %25")
  const host = hostname.replace(/^\[|\]$/g, "")
  if (parsed.protocol === "imap:" && !isLoopback(host))
    return new Expected("imaps://, since a password goes without TLS only to this machine")
  return Redacted.make({
    host,
    port: Number(parsed.port) || imapPorts[parsed.protocol]!,
    isTls: parsed.protocol === "imaps:",
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    mailbox: decodeURIComponent(parsed.pathname.slice(1)) || "INBOX"
  })
}

export const mailServer: Parse<Redacted.Redacted<MailServer>> = (value) => {
  const known = url("smtp:", "smtps:")(value)
  if (known instanceof Expected) return known
  const parsed = new URL(value)
  if (parsed.hostname === "" || !["", "/"].includes(parsed.pathname) || parsed.search !== "")
    return new Expected("a URL such as smtps://name:password@mail.example.com:465")
  if (!isEncoded(parsed)) return new Expected("a URL whose % in name and password are written %25")
  return Redacted.make({
    host: parsed.hostname.replace(/^\[|\]$/g, ""),
    port: Number(parsed.port) || submissionPorts[parsed.protocol]!,
    isTls: parsed.protocol === "smtps:",
    user: decodeURIComponent(parsed.username) || undefined,
    password: decodeURIComponent(parsed.password) || undefined
  })
}
