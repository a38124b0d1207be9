/**
 * One connection of a client: lines in, octets out, at whatever pace and with whatever end the script
 * wants. Plain callbacks, no fibers: thousands are open at once and a benchmark must not wait for them.
 */
import type { Socket } from "node:net"
import { TLSSocket } from "node:tls"

import type { TlsVariant } from "./MailScript.ts"
import { contextOf } from "./tlsContexts.ts"

export interface Manners {
  /** It ended in CRLF and holds no control character. */
  readonly clean: boolean
  /** It came in one piece with the line before, so nobody waited for a reply. */
  readonly hasty: boolean
}

export interface Listener {
  readonly line: (text: string, manners: Manners) => void
  readonly closed: () => void
}

/** RFC 5321 §4.5.3.1.4 asks for 512; a client that sends more without an end is not a client. */
const lineCharsMax = 16_384

/** The answer to a ClientHello by a server that thinks it speaks SMTP. */
const noHandshake = Buffer.from("454 4.7.0 TLS not available due to local problem\r\n")

/** No control character but the tab. */
const controls = /[\x00-\x08\x0a-\x1f\x7f]/

export class Wire {
  readonly #raw: Socket
  readonly #listener: Listener
  #socket: Socket
  #pending = ""
  #timer: NodeJS.Timeout | undefined
  #dripMillis = 0
  #closed = false

  constructor(socket: Socket, listener: Listener) {
    this.#raw = socket
    this.#socket = socket
    this.#listener = listener
    socket.setNoDelay(true)
    this.#listen(socket)
  }

  #listen(socket: Socket): void {
    socket.setEncoding("utf8")
    socket.on("data", (text: string) => this.#hear(text))
    // A client may leave as it likes; "close" follows.
    socket.on("error", () => socket.destroy())
    socket.once("close", () => this.#end())
  }

  #hear(text: string): void {
    this.#pending += text
    let end: number
    let hasty = false
    while ((end = this.#pending.indexOf("\n")) >= 0) {
      const line = this.#pending.slice(0, end)
      this.#pending = this.#pending.slice(end + 1)
      const stripped = line.endsWith("\r") ? line.slice(0, -1) : line
      const clean = line !== stripped && !controls.test(stripped)
      this.#listener.line(stripped, { clean, hasty })
      hasty = true
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

  later(millis: number, then: () => void): void {
    if (!this.#closed) this.#timer = setTimeout(then, millis)
  }

  drip(millis: number): void {
    this.#dripMillis = millis
  }

  say(bytes: Buffer, then: () => void): void {
    if (this.#closed) return
    if (this.#dripMillis === 0) {
      this.#socket.write(bytes)
      return then()
    }
    let at = 0
    const drop = (): void => {
      this.#socket.write(bytes.subarray(at, at + 1))
      at += 1
      if (at < bytes.length) this.later(this.#dripMillis, drop)
      else then()
    }
    drop()
  }

  /** `then` runs inside TLS. What the client said in clear before is dropped, as RFC 3207 §4.2 asks. */
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

  /** Sends what is left, then ends both directions at once. */
  close(): void {
    this.#socket.destroySoon()
  }

  /** A reset instead of an end, behind what was said. */
  reset(): void {
    setImmediate(() => this.#raw.resetAndDestroy())
  }

  destroy(): void {
    this.#socket.destroy()
    this.#raw.destroy()
  }
}
