/**
 * One client connection. It reads lines and writes octets, with the pace and the ending that the script defines.
 * It uses plain callbacks instead of fibers: thousands are open at once, and the lab must not slow a benchmark.
 */
import type { Socket } from "node:net"
import { createSecureContext, TLSSocket, type SecureContext } from "node:tls"

import type { TlsVariant } from "./MailScript.ts"
import { selfSigned } from "./selfSigned.ts"

/** The TLS variants with a handshake. The others (`garbage`, `hang`) have none. */
type Handshake = "good" | "expired" | "old"

const tlsHost = "mail.lab.test"
const dayMillis = 24 * 60 * 60 * 1_000

const validNow = () => ({
  from: new Date(Date.now() - dayMillis),
  until: new Date(Date.now() + 365 * dayMillis)
})

const make: Readonly<Record<Handshake, () => SecureContext>> = {
  good: () => createSecureContext(selfSigned(tlsHost, validNow())),
  expired: () =>
    createSecureContext(
      selfSigned(tlsHost, { from: new Date("2019-01-01"), until: new Date("2020-01-01") })
    ),
  // OpenSSL refuses such an old version above security level 0.
  old: () =>
    createSecureContext({
      ...selfSigned(tlsHost, validNow()),
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
      ciphers: "DEFAULT@SECLEVEL=0"
    })
}

const contexts = new Map<Handshake, SecureContext>()

/** The TLS context of a variant. It is made when first needed, because most never are. */
const contextOf = (handshake: Handshake): SecureContext => {
  const context = contexts.get(handshake) ?? make[handshake]()
  contexts.set(handshake, context)
  return context
}

export interface LineFlags {
  /** Whether the line ended in CRLF and has no control character. */
  readonly wellFormed: boolean
  /** Whether the line came in one chunk with the line before, so that the client did not wait for the reply. */
  readonly pipelined: boolean
}

interface ConnectionListener {
  readonly line: (text: string, flags: LineFlags) => void
  readonly closed: () => void
}

/** A connection with a longer unfinished line is closed. RFC 5321 §4.5.3.1.4 asks for 512 characters. */
const lineCharsMax = 16_384

/** The answer to a ClientHello of a server that still speaks SMTP. */
const noHandshake = Buffer.from("454 4.7.0 TLS not available due to local problem\r\n")

/** All control characters except the tab. */
const controls = /[\x00-\x08\x0a-\x1f\x7f]/

export class SmtpConnection {
  readonly #raw: Socket
  readonly #listener: ConnectionListener
  #socket: Socket
  #pending = ""
  #timer: NodeJS.Timeout | undefined
  #dripMillis = 0
  #closed = false

  constructor(socket: Socket, listener: ConnectionListener) {
    this.#raw = socket
    this.#socket = socket
    this.#listener = listener
    socket.setNoDelay(true)
    this.#listen(socket)
  }

  #listen(socket: Socket): void {
    socket.setEncoding("utf8")
    socket.on("data", (text: string) => this.#receive(text))
    // Any error is followed by "close".
    socket.on("error", () => socket.destroy())
    socket.once("close", () => this.#end())
  }

  #receive(text: string): void {
    this.#pending += text
    let end: number
    let pipelined = false
    while ((end = this.#pending.indexOf("\n")) >= 0) {
      const line = this.#pending.slice(0, end)
      this.#pending = this.#pending.slice(end + 1)
      const stripped = line.endsWith("\r") ? line.slice(0, -1) : line
      const wellFormed = line !== stripped && !controls.test(stripped)
      this.#listener.line(stripped, { wellFormed, pipelined })
      pipelined = true
    }
    if (this.#pending.length > lineCharsMax) this.destroy()
  }

  #end(): void {
    if (this.#closed) return
    this.#closed = true
    clearTimeout(this.#timer)
    this.#raw.destroy()
    this.#listener.closed()
  }

  after(millis: number, then: () => void): void {
    if (!this.#closed) this.#timer = setTimeout(then, millis)
  }

  drip(millis: number): void {
    this.#dripMillis = millis
  }

  write(bytes: Buffer, then: () => void): void {
    if (this.#closed) return
    if (this.#dripMillis === 0) {
      this.#socket.write(bytes)
      return then()
    }
    let at = 0
    const writeNext = (): void => {
      this.#socket.write(bytes.subarray(at, at + 1))
      at += 1
      if (at < bytes.length) this.after(this.#dripMillis, writeNext)
      else then()
    }
    writeNext()
  }

  /** `then` runs inside TLS. Plaintext that the client sent before is dropped (RFC 3207 §4.2). */
  startTls(variant: TlsVariant, then: () => void): void {
    this.#raw.removeAllListeners("data")
    this.#pending = ""
    if (variant === "garbage" || variant === "hang") {
      this.#raw.resume()
      if (variant === "garbage") this.#raw.once("data", () => this.#raw.write(noHandshake))
      return
    }
    const secure = new TLSSocket(this.#raw, { isServer: true, secureContext: contextOf(variant) })
    this.#socket = secure
    this.#listen(secure)
    secure.once("secure", then)
  }

  /** Sends pending output, then closes both directions. */
  close(): void {
    this.#socket.destroySoon()
  }

  /** Sends pending output, then resets the connection. */
  reset(): void {
    setImmediate(() => this.#raw.resetAndDestroy())
  }

  destroy(): void {
    this.#socket.destroy()
    this.#raw.destroy()
  }
}
