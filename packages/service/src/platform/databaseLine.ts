/**
 * The line to Postgres, as its URL asks for it with the parameters of libpq: in the clear or encrypted, and how far the
 * server is verified (https://www.postgresql.org/docs/current/libpq-ssl.html). The driver itself knows no certificates, and
 * ignores parameters that it does not know. So every connection of ours is made here, and a URL that asks for protection
 * which we cannot give is refused.
 */
import { X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import { connect, isIP } from "node:net"
import type { Socket } from "node:net"
import { Duplex } from "node:stream"
import * as tls from "node:tls"

import { Redacted } from "effect"

import { Expected, isLoopback } from "./config/parse.ts"
import { refusedLate } from "./lateRefusal.ts"
import { because } from "./postgres/PostgresNotStarted.ts"
import { watched } from "./watchedSocket.ts"

const modes = ["disable", "prefer", "require", "verify-ca", "verify-full"] as const
type LineMode = (typeof modes)[number]

export interface Line {
  readonly mode: LineMode
  readonly host: string
  readonly port: number
  /** It does not leave this machine. */
  readonly isLocal: boolean
  /** The host is the folder of a Unix socket. */
  readonly isUnixSocket: boolean
  /** Certificates in PEM that the server's must be signed by. Without: those that Node trusts. */
  readonly ca: string | undefined
  readonly cert: string | undefined
  readonly key: string | undefined
  readonly passphrase: string | undefined
}

/** Parameters whose value is a file, or the text of one. `system` are the authorities that Node trusts. */
const files = ["sslrootcert", "sslcert", "sslkey"] as const
const honoured: ReadonlySet<string> = new Set(["ssl", "sslmode", "sslpassword", ...files])

const aboutEncryption = /ssl|tls|gssenc|channel_binding/i

/** Parameters that ask for no more than we do anyway. */
const harmless: Readonly<Record<string, ReadonlyArray<string>>> = {
  channel_binding: ["disable", "prefer"],
  gssencmode: ["disable", "prefer"],
  sslcompression: ["0"],
  sslnegotiation: ["postgres"],
  sslsni: ["1"],
  // The oldest version of TLS that Node speaks is 1.2.
  ssl_min_protocol_version: ["TLSv1", "TLSv1.1", "TLSv1.2"]
}

const portDefault = 5432

/** WHATWG URLs need a host before `?host=/run/postgresql`; those of libpq do not. */
const withHost = (text: string): string =>
  text.replace(/^(postgres(?:ql)?:\/\/(?:[^/?#@]*@)?)(?=[:/?]|$)/, "$1localhost")

const pem = /^\s*-----BEGIN /

/** The parameters of a URL that name a file of this machine. */
const filesIn = ({ searchParams }: URL): ReadonlyArray<(typeof files)[number]> =>
  files.filter((name) => {
    const value = searchParams.get(name) ?? ""
    return value !== "" && !pem.test(value) && !(name === "sslrootcert" && value === "system")
  })

/** Whether a URL, of somebody who may not read files here, names one. */
export const namesFile = (text: string): boolean => {
  const url = URL.parse(withHost(text))
  return url !== null && filesIn(url).length > 0
}

/** Puts the texts of the files that the URL names in place of their names, so that each is read once. */
const withTexts = (url: URL): Expected | undefined => {
  for (const name of filesIn(url)) {
    try {
      url.searchParams.set(name, readFileSync(url.searchParams.get(name)!, "utf8"))
    } catch (cause) {
      return new Expected(`a URL whose ${name} can be read (${because(cause)})`)
    }
  }
  return undefined
}

const unhonoured = (parameters: URLSearchParams): Expected | undefined => {
  for (const [name, value] of parameters) {
    if (!aboutEncryption.test(name)) continue
    if (parameters.getAll(name).length > 1) return new Expected(`a URL that has ${name} once`)
    if (!honoured.has(name) && harmless[name]?.includes(value) !== true)
      return new Expected(
        `a URL without ${name}=${value}, which is not supported: sslmode=verify-full encrypts and verifies the server`
      )
  }
  return undefined
}

interface Asked {
  readonly mode: LineMode
  readonly ca: string
  readonly cert: string
  readonly key: string
  readonly isUnixSocket: boolean
}

/** What contradicts itself, or would be less than it looks like. */
const contradictions: ReadonlyArray<readonly [holds: (asked: Asked) => boolean, expected: string]> =
  [
    [
      ({ isUnixSocket, mode }) => isUnixSocket && mode !== "disable" && mode !== "prefer",
      "a URL without sslmode and certificates: a Unix socket is never encrypted"
    ],
    [
      ({ mode, ca, cert }) =>
        (ca + cert !== "" && mode === "disable") || (ca !== "" && mode === "prefer"),
      "a URL with sslmode=verify-ca or verify-full where it has certificates"
    ],
    [
      ({ mode, ca }) =>
        (mode === "verify-ca" && ca === "") || (ca === "system" && mode !== "verify-full"),
      "a URL with sslmode=verify-full, or with the certificates of the authority (sslrootcert, or RCPT_DATABASE_CA_FILE)"
    ],
    [
      ({ cert, key }) => (cert === "") !== (key === ""),
      "a URL that has sslcert and sslkey together"
    ]
  ]

const modeOf = (
  parameters: URLSearchParams,
  hasCertificates: boolean,
  isLocal: boolean
): LineMode | Expected => {
  const [asked, ssl] = [parameters.get("sslmode"), parameters.get("ssl")]
  if (asked !== null && ssl !== null) return new Expected("a URL with sslmode alone, without ssl")
  // The URLs of JDBC; libpq reads `ssl=true` in this way, too.
  if (ssl !== null)
    return ssl === "true"
      ? "require"
      : ssl === "false"
        ? "disable"
        : new Expected("a URL with sslmode in place of ssl")
  if (asked === null) return hasCertificates ? "verify-full" : isLocal ? "disable" : "prefer"
  return (
    modes.find((mode) => mode === asked) ??
    new Expected(
      `a URL whose sslmode is one of ${modes.join(", ")} (require encrypts without verifying the server)`
    )
  )
}

/** Whether the texts are certificates, and the key is that of the certificate. */
const faultIn = ({ ca, cert, key, passphrase }: Line): Expected | undefined => {
  try {
    if (ca !== undefined) void new X509Certificate(ca)
    tls.createSecureContext({ cert, key, passphrase })
    return undefined
  } catch (cause) {
    return new Expected(
      `a URL with certificates and a key in PEM that belong together (${because(cause)})`
    )
  }
}

const lineIn = (url: URL): Line | Expected => {
  const { searchParams: parameters } = url
  const fault = unhonoured(parameters)
  if (fault !== undefined) return fault
  const host = parameters.get("host") || decodeURIComponent(url.hostname).replace(/^\[|\]$/g, "")
  const isUnixSocket = host.startsWith("/")
  const isLocal = isUnixSocket || isLoopback(host)
  const [ca = "", cert = "", key = ""] = files.map((name) => parameters.get(name) ?? "")
  const mode = modeOf(parameters, ca + cert !== "", isLocal)
  if (mode instanceof Expected) return mode
  const wrong = contradictions.find(([holds]) => holds({ mode, ca, cert, key, isUnixSocket }))
  if (wrong !== undefined) return new Expected(wrong[1])
  const line: Line = {
    // As libpq has it: with the certificates of an authority, `require` verifies that it signed the server's.
    mode: mode === "require" && ca !== "" ? "verify-ca" : mode,
    host,
    port: Number(parameters.get("port") || url.port || portDefault),
    isLocal,
    isUnixSocket,
    ca: ca === "system" ? undefined : ca || undefined,
    cert: cert || undefined,
    key: key || undefined,
    passphrase: parameters.get("sslpassword") ?? undefined
  }
  return faultIn(line) ?? line
}

/**
 * The URL of a database with the texts of its certificates in place of file names, or what is wrong with it. `ca`: certificates
 * in PEM, in place of `sslrootcert`.
 */
export const parseDatabaseUrl = (text: string, ca?: string): string | Expected => {
  const whole = withHost(text)
  if (!/^postgres(?:ql)?:/.test(whole) || !URL.canParse(whole))
    return new Expected("a URL that starts with postgres:// or postgresql://")
  const url = new URL(whole)
  if (ca !== undefined) {
    if (url.searchParams.has("sslrootcert"))
      return new Expected("a URL without sslrootcert where RCPT_DATABASE_CA is set")
    url.searchParams.set("sslrootcert", ca)
  }
  const read = withTexts(url)
  if (read !== undefined) return read
  const line = lineIn(url)
  if (line instanceof Expected) return line
  return files.some((name) => url.searchParams.has(name)) ? url.href : whole
}

/** The line of a URL that `parseDatabaseUrl` has accepted. */
export const lineOf = (url: Redacted.Redacted): Line => {
  const parsed = new URL(withHost(Redacted.value(url)))
  const line = withTexts(parsed) ?? lineIn(parsed)
  if (line instanceof Expected) throw new Error(`The URL of the database must be ${line.what}.`)
  return line
}

/** `SSLRequest`: its length, and a number in place of a version of the protocol. */
const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])
const [accepted, refused] = [0x53, 0x4e]

/** The code of the error of a server that offers no encryption. */
export const notOffered = "RCPT_TLS_NOT_OFFERED"

/** A connection on which encryption is agreed upon first. What is written before is sent after that. */
class NegotiatedLine extends Duplex {
  readonly #raw: Socket
  #carrier: Duplex | undefined
  #waiting: (() => void) | undefined

  constructor({ port, mode }: Line, address: string, options: tls.ConnectionOptions) {
    super({ allowHalfOpen: false })
    const raw = connect({ host: address, port, noDelay: true })
    this.#raw = raw
    const fail = (cause: Error) => void this.destroy(cause)
    const closed = () => void this.destroy()
    raw.on("error", fail).on("close", closed)
    raw.once("connect", () => raw.write(sslRequest))
    raw.once("data", (answer: Buffer) => {
      // Anything behind the answer would be read as if it had been encrypted (CVE-2021-23222).
      if (answer.length === 1 && answer[0] === accepted) {
        raw.off("error", fail).off("close", closed)
        const secure = tls.connect({ ...options, socket: raw })
        secure.on("error", fail).on("close", closed)
        secure.once("secureConnect", () => this.#carry(secure))
      } else if (answer.length === 1 && answer[0] === refused && mode === "prefer") this.#carry(raw)
      else fail(Object.assign(new Error("The server does not offer TLS"), { code: notOffered }))
    })
  }

  #carry(carrier: Duplex): void {
    this.#carrier = carrier
    carrier.on("data", (chunk: Buffer) => {
      if (!this.push(chunk)) carrier.pause()
    })
    carrier.on("end", () => void this.push(null))
    this.#waiting?.()
    this.#waiting = undefined
  }

  override _read(): void {
    this.#carrier?.resume()
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    const write = () => void this.#carrier?.write(chunk, done)
    if (this.#carrier === undefined) this.#waiting = write
    else write()
  }

  override _final(done: () => void): void {
    if (this.#carrier === undefined) done()
    else this.#carrier.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#carrier?.destroy()
    this.#raw.destroy()
    done(error)
  }
}

const securityOf = ({ mode, host, ca, cert, key, passphrase }: Line): tls.ConnectionOptions => ({
  secureContext: tls.createSecureContext({ ca, cert, key, passphrase }),
  host,
  ...(isIP(host) === 0 && { servername: host }),
  rejectUnauthorized: mode === "verify-ca" || mode === "verify-full",
  ...(mode === "verify-ca" && { checkServerIdentity: () => undefined })
})

const openerOf = (line: Line, address: string): (() => Socket | NegotiatedLine) => {
  if (line.mode === "disable")
    return () => connect({ host: address, port: line.port, noDelay: true })
  const security = securityOf(line)
  return () => new NegotiatedLine(line, address, security)
}

const optionsOf = (url: Redacted.Redacted) => ({
  url: Redacted.make(withHost(Redacted.value(url))),
  ssl: false
})

/**
 * The options of the driver for a connection to this very address: it was checked, and another look-up of the host could
 * return another one. Certificates are those of the host. `silenceMax`: as below.
 */
export const connectionToAddress = (
  url: Redacted.Redacted,
  address: string,
  silenceMax: number
) => {
  const open = openerOf(lineOf(url), address)
  return { ...optionsOf(url), stream: () => watched(open(), silenceMax) }
}

/**
 * The options of the driver for connections to a database. `silenceMax`, in milliseconds: a connection breaks if the server
 * is silent for longer during a statement, and a full server refuses it late (lateRefusal.ts), as suits a pool; a Unix
 * socket has neither.
 */
export const connectionTo = (url: Redacted.Redacted, silenceMax?: number) => {
  const line = lineOf(url)
  const own = optionsOf(url)
  if (line.isUnixSocket || (line.mode === "disable" && silenceMax === undefined)) return own
  const open = openerOf(line, line.host)
  return {
    ...own,
    stream: () => (silenceMax === undefined ? open() : refusedLate(watched(open(), silenceMax)))
  }
}
