/**
 * The line to one mail server: commands out, replies in, each within its time. TCP first, TLS when
 * asked. Whoever closes the scope hangs up, with QUIT if the server has ever greeted us.
 */
import { connect, isIP } from "node:net"
import type { Socket } from "node:net"
import { connect as connectTls, createSecureContext } from "node:tls"

import { Duration, Effect } from "effect"
import type { Scope } from "effect"

import { ReplyReader } from "./ReplyReader.ts"
import type { SmtpReply } from "./ReplyReader.ts"
import { tunnel } from "./socks5.ts"
import type { Socks5 } from "./socks5.ts"
import { closed, garbled, reasonOf, within } from "./WireFailed.ts"
import type { WireFailed } from "./WireFailed.ts"

/** An address of a mail host: where to knock. */
export interface Door {
  readonly host: string
  readonly ip: string
}

/** Every connection passes here: who keeps a pace says when, and hears when it is over. */
export interface Entrance {
  readonly wait: (deadline: number) => Effect.Effect<void, WireFailed>
  /** After `wait`, once; what it returns is called when the connection is closed. */
  readonly enter: () => () => void
}

export interface WireOptions {
  readonly port: number
  readonly proxy: Socks5 | undefined
  readonly isPublic: (ip: string) => boolean
  readonly enter?: Entrance["enter"]
  readonly connectWait: Duration.Duration
  readonly goodbyeWait: Duration.Duration
}

export interface Wire {
  readonly write: (command: string) => Effect.Effect<void, WireFailed>
  readonly read: (wait: Duration.Duration) => Effect.Effect<SmtpReply, WireFailed>
  /** Fails if more lies there than was asked for: which of two replies is the answer? */
  readonly inTurn: Effect.Effect<void, WireFailed>
  /** After the server's 220 to STARTTLS. What came in clear before is forgotten. */
  readonly secure: (host: string, wait: Duration.Duration) => Effect.Effect<void, WireFailed>
}

/**
 * Nobody checks certificates of mail hosts (RFC 7435): whatever the server can do beats clear text,
 * so old versions and short keys are welcome. One for all: each costs milliseconds and memory.
 */
const anyTls = createSecureContext({ minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" })

/** A command is one line of printable ASCII: nothing that we were given can smuggle in a second. */
const isOneLine = (command: string): boolean => /^[\x20-\x7e]+$/.test(command)

/** What is known of one line. Every event ends in `settle`, which serves whoever waits. */
class Line {
  readonly reader = new ReplyReader()
  socket: Socket
  fault: WireFailed | undefined
  /** The server has said something, and can hear us: it is owed a QUIT. */
  isGreeted = false
  settle = (): void => {}

  constructor(socket: Socket) {
    this.socket = socket
    this.watch(socket)
  }

  watch(socket: Socket): void {
    socket.on("error", (error) => this.fail(closed(reasonOf(error))))
    socket.on("close", () => this.fail(closed("closed")))
  }

  fail(fault: WireFailed): void {
    this.fault ??= fault
    this.settle()
  }

  readonly hear = (chunk: Buffer): void => {
    this.reader.push(chunk)
    this.settle()
  }

  /** What can be answered without waiting. */
  next(): Effect.Effect<SmtpReply, WireFailed> | undefined {
    const taken = this.reader.take()
    if (typeof taken === "string") return Effect.fail(garbled(taken))
    if (taken === undefined) return this.fault && Effect.fail(this.fault)
    this.isGreeted = true
    return Effect.succeed(taken)
  }
}

const connected = (line: Line, wait: Duration.Duration) =>
  within<void>(wait, (done) => {
    const ready = (): void => done(Effect.void)
    line.socket.once("connect", ready)
    line.settle = () => line.fault && done(Effect.fail(line.fault))
    return () => {
      line.settle = () => {}
      line.socket.removeListener("connect", ready)
    }
  })

const secure = (line: Line, host: string, wait: Duration.Duration) =>
  within<void>(wait, (done) => {
    line.socket.removeListener("data", line.hear)
    line.reader.clear()
    line.isGreeted = false
    line.socket = connectTls({
      socket: line.socket,
      secureContext: anyTls,
      rejectUnauthorized: false,
      ...(isIP(host) === 0 && { servername: host })
    })
    line.watch(line.socket)
    line.socket.on("data", line.hear)
    line.socket.once("secureConnect", () => {
      line.isGreeted = true
      done(Effect.void)
    })
    line.settle = () => line.fault && done(Effect.fail(line.fault))
    return () => (line.settle = () => {})
  })

const wireOf = (line: Line): Wire => {
  const inTurn = Effect.suspend(() =>
    line.reader.spokeOutOfTurn ? garbled("an answer without a question") : Effect.void
  )
  return {
    inTurn,
    write: (command) =>
      Effect.andThen(
        inTurn,
        Effect.sync(() => {
          if (!isOneLine(command)) throw new RangeError("a command that is not one line of ASCII")
          if (line.fault === undefined) line.socket.write(`${command}\r\n`)
        })
      ),
    read: (wait) =>
      Effect.suspend(
        () =>
          line.next() ??
          within<SmtpReply>(wait, (done) => {
            line.settle = () => {
              const reply = line.next()
              if (reply !== undefined) done(reply)
            }
            return () => (line.settle = () => {})
          })
      ),
    secure: (host, wait) => secure(line, host, wait)
  }
}

/** Returns at once; the answer to QUIT is waited for behind the caller's back. */
const hangUp = ({ socket, isGreeted, fault, hear }: Line, wait: Duration.Duration): void => {
  if (!isGreeted || fault !== undefined || !socket.writable) return void socket.destroy()
  const cut = setTimeout(() => socket.destroy(), Duration.toMillis(wait))
  socket.once("close", () => clearTimeout(cut))
  // Whatever still comes is read and dropped, else the end would never be seen.
  socket.removeListener("data", hear)
  socket.resume()
  socket.end("QUIT\r\n")
}

/**
 * Connects to this very address: a second look-up could give another one. The last gate before the
 * network, so it looks once more where it goes.
 */
export const openWire = Effect.fnUntraced(function* (
  { ip }: Door,
  { port, proxy, isPublic, enter, connectWait, goodbyeWait }: WireOptions
): Effect.fn.Return<Wire, WireFailed, Scope.Scope> {
  if (isIP(ip) === 0 || !isPublic(ip)) return yield* closed("not a public address")
  const to = proxy === undefined ? { host: ip, port } : { host: proxy.host, port: proxy.port }
  const line = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const socket = connect({ ...to, noDelay: true })
      if (enter !== undefined) socket.once("close", enter())
      return new Line(socket)
    }),
    (line) => Effect.sync(() => hangUp(line, goodbyeWait))
  )
  yield* connected(line, connectWait)
  if (proxy !== undefined) yield* tunnel(line.socket, proxy, { ip, port }, connectWait)
  line.socket.on("data", line.hear)
  return wireOf(line)
})
