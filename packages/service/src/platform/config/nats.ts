/** The settings of NATS. Who it is and what it may do is a secret, as a whole. */
import { X509Certificate } from "node:crypto"

import { Redacted } from "effect"

import { Expected } from "./parse.ts"
import * as parse from "./parse.ts"
import { optional } from "./Setting.ts"

/** Where to connect to. All servers are of one NATS, so the first one's name and password are used. */
export interface NatsServers {
  /** `host:port` */
  readonly servers: ReadonlyArray<string>
  readonly isTls: boolean
  readonly user: string | undefined
  readonly password: string | undefined
}

const portDefault = "4222"

const scheme = parse.url("nats:", "tls:")

const isEncoded = ({ username, password }: URL): boolean => {
  try {
    return [username, password].every((text) => decodeURIComponent(text) !== undefined)
  } catch {
    return false
  }
}

const natsUrl: parse.Parse<string> = (value) => {
  const url = scheme(value)
  if (url instanceof Expected) return url
  const parsed = new URL(url)
  if (parsed.hostname === "") return new Expected("a URL with a host, such as nats://nats:4222")
  return isEncoded(parsed)
    ? url
    : new Expected("a URL whose % in name and password are written %25")
}

const natsUrls: parse.Parse<Redacted.Redacted<NatsServers>> = (value) => {
  const items = value.split(",").map((item) => item.trim())
  const wrong = items.map(natsUrl).find((item) => item instanceof Expected)
  if (wrong instanceof Expected)
    return new Expected(`${wrong.what}, or several with commas between`)
  const urls = items.map((item) => new URL(item))
  const [{ protocol, username, password }] = urls as [URL, ...ReadonlyArray<URL>]
  if (urls.some((url) => url.protocol !== protocol))
    return new Expected("servers that all start with nats:// or all with tls://")
  return Redacted.make({
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || portDefault}`),
    isTls: protocol === "tls:",
    user: decodeURIComponent(username) || undefined,
    password: decodeURIComponent(password) || undefined
  })
}

/** As `nsc generate creds` writes it: a token and the seed of the key that it was made for. */
const credentials: parse.Parse<string> = (value) =>
  ["USER JWT", "USER NKEY SEED"].every((part) => value.includes(`-----BEGIN NATS ${part}-----`))
    ? value
    : new Expected("the text of a .creds file, with its USER JWT and its USER NKEY SEED")

const certificates: parse.Parse<string> = (value) => {
  try {
    void new X509Certificate(value)
    return value
  } catch {
    return new Expected(
      "certificates in PEM, of those who sign the certificate of the NATS servers"
    )
  }
}

export const nats = {
  natsServers: optional(
    "RCPT_NATS_URL",
    natsUrls,
    "NATS for hints between nodes and for events to other systems; tls:// or nats://, several with commas"
  ),
  natsCredentials: optional(
    "RCPT_NATS_CREDENTIALS",
    parse.redacted(credentials),
    "text of the .creds file for NATS; without it the name and password of RCPT_NATS_URL"
  ),
  natsCa: optional(
    "RCPT_NATS_CA",
    certificates,
    "certificates, in PEM, that the certificate of NATS must be signed by; without it the system's"
  )
}
