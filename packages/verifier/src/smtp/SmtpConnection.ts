/**
 * The connection to one mail server. It sends commands and reads replies, each within its timeout, over TCP
 * at first and over TLS after STARTTLS. It is closed with its scope, with QUIT if the server has sent a reply.
 */
import { connect, isIP } from "node:net"
import type { Socket } from "node:net"
import { connect as connectTls, createSecureContext } from "node:tls"

import { Duration, Effect, Scope } from "effect"

import { EventLoopTurns } from "../EventLoopTurns.ts"
import { closed, garbled, reasonOf, within } from "./ConnectionError.ts"
import type { ConnectionError } from "./ConnectionError.ts"
import { ReplyReader } from "./ReplyReader.ts"
import type { SmtpReply } from "./ReplyReader.ts"
import { tunnel } from "./socks5.ts"
import type { Socks5 } from "./socks5.ts"

/** One IP address of a mail host. */
export interface MxAddress {
  readonly host: string
  readonly ip: string
}

/** Decides when a connection may be made. Each one needs a permit. */
export interface ConnectionGate {
  /** Waits until there is a permit, if there is none yet. */
  readonly acquirePermit: (deadline: number) => Effect.Effect<void, ConnectionError>
  /** Called once after `acquirePermit`. Its result is called when the connection is closed. */
  readonly usePermit: () => () => void
}

interface ConnectionOptions {
  readonly port: number
  readonly proxy: Socks5 | undefined
  readonly isPublic: (ip: string) => boolean
  readonly usePermit?: ConnectionGate["usePermit"]
  readonly connectTimeout: Duration.Duration
  readonly quitTimeout: Duration.Duration
}

export interface SmtpConnection {
  readonly write: (command: string) => Effect.Effect<void, ConnectionError>
  readonly read: (timeout: Duration.Duration) => Effect.Effect<SmtpReply, ConnectionError>
  /** Fails if there are more replies than commands: it is unknown which reply is the right one. */
  readonly inSync: Effect.Effect<void, ConnectionError>
  /** Starts TLS after the server's 220 to STARTTLS. Octets that came in clear text before are dropped. */
  readonly startTls: (
    host: string,
    timeout: Duration.Duration
  ) => Effect.Effect<void, ConnectionError>
}

/**
 * Opportunistic TLS (RFC 7435): certificates are not checked, and any encryption is better than clear text,
 * so old versions and short keys are allowed. One context serves all connections, because each context costs
 * milliseconds and memory.
 */
const anyTls = createSecureContext({ minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" })

/** Reads 64 replies in one turn of the event loop: the work for each takes about 0.1 ms. */
const replyTurns = new EventLoopTurns(64)

/** Whether a command is one line of printable ASCII, so that no input can smuggle in a second command. */
const isOneLine = (command: string): boolean => /^[\x20-\x7e]+$/.test(command)

/** The state of one connection. Every event ends in `onEvent`, which wakes the waiting effect. */
class ConnectionState {
  readonly reader = new ReplyReader()
  socket: Socket
  fault: ConnectionError | undefined
  /** Whether the server has sent a reply and can read ours, so that it gets a QUIT. */
  isGreeted = false
  onEvent = (): void => {}

  constructor(socket: Socket) {
    this.socket = socket
    this.watch(socket)
  }

  watch(socket: Socket): void {
    socket.on("error", (error) => this.fail(closed(reasonOf(error))))
    socket.on("close", () => this.fail(closed("closed")))
  }

  fail(fault: ConnectionError): void {
    this.fault ??= fault
    this.onEvent()
  }

  readonly onData = (chunk: Buffer): void => {
    this.reader.push(chunk)
    this.onEvent()
  }

  /** The next reply or the fault, if one is there already. */
  next(): Effect.Effect<SmtpReply, ConnectionError> | undefined {
    const taken = this.reader.take()
    if (typeof taken === "string") return Effect.fail(garbled(taken))
    if (taken === undefined) return this.fault && Effect.fail(this.fault)
    this.isGreeted = true
    return Effect.succeed(taken)
  }
}

const connected = (state: ConnectionState, timeout: Duration.Duration) =>
  within<void>(timeout, (done) => {
    const onConnect = (): void => done(Effect.void)
    state.socket.once("connect", onConnect)
    state.onEvent = () => state.fault && done(Effect.fail(state.fault))
    return () => {
      state.onEvent = () => {}
      state.socket.removeListener("connect", onConnect)
    }
  })

const startTls = (state: ConnectionState, host: string, timeout: Duration.Duration) =>
  within<void>(timeout, (done) => {
    state.socket.removeListener("data", state.onData)
    state.reader.clear()
    state.isGreeted = false
    state.socket = connectTls({
      socket: state.socket,
      secureContext: anyTls,
      rejectUnauthorized: false,
      ...(isIP(host) === 0 && { servername: host })
    })
    state.watch(state.socket)
    state.socket.on("data", state.onData)
    state.socket.once("secureConnect", () => {
      state.isGreeted = true
      done(Effect.void)
    })
    state.onEvent = () => state.fault && done(Effect.fail(state.fault))
    return () => (state.onEvent = () => {})
  })

const connectionOf = (state: ConnectionState): SmtpConnection => {
  const inSync = Effect.suspend(() =>
    state.reader.hasUnsolicitedReply ? garbled("an answer without a question") : Effect.void
  )
  return {
    inSync,
    write: (command) =>
      Effect.andThen(
        inSync,
        Effect.sync(() => {
          if (!isOneLine(command)) throw new RangeError("a command that is not one line of ASCII")
          if (state.fault === undefined) state.socket.write(`${command}\r\n`)
        })
      ),
    read: (timeout) =>
      Effect.suspend(
        () =>
          state.next() ??
          within<SmtpReply>(timeout, (done) => {
            state.onEvent = () => {
              const reply = state.next()
              if (reply !== undefined) done(reply)
            }
            return () => (state.onEvent = () => {})
          })
      ).pipe(Effect.tap(replyTurns.turn)),
    startTls: (host, timeout) => startTls(state, host, timeout)
  }
}

/** Hangs up and returns at once. The reply to QUIT is awaited in the background. */
const hangUp = (
  { socket, isGreeted, fault, onData }: ConnectionState,
  quitTimeout: Duration.Duration
): void => {
  if (!isGreeted || fault !== undefined || !socket.writable) return void socket.destroy()
  const cut = setTimeout(() => socket.destroy(), Duration.toMillis(quitTimeout))
  socket.once("close", () => clearTimeout(cut))
  // Octets that still come are read and dropped: an unread socket never reports its end.
  socket.removeListener("data", onData)
  socket.resume()
  socket.end("QUIT\r\n")
}

/**
 * Dials, and hangs up when the scope closes. `Effect.acquireRelease` would do the same, but keeps the caller's
 * services for hanging up, which needs none: 68 of the 494 kB that a deep check allocated (measured 2026-11-25).
 */
const hungUpWithScope = (
  quitTimeout: Duration.Duration,
  dial: () => ConnectionState
): Effect.Effect<ConnectionState, never, Scope.Scope> =>
  Effect.uninterruptible(
    Effect.flatMap(Effect.scope, (scope) => {
      const state = dial()
      return Effect.as(
        Scope.addFinalizer(
          scope,
          Effect.sync(() => hangUp(state, quitTimeout))
        ),
        state
      )
    })
  )

/**
 * Connects to exactly this IP address: a second look-up could return another one. It is the last check before
 * the network, so it tests once more that the address is public.
 */
export const openConnection = Effect.fnUntraced(function* (
  { ip }: MxAddress,
  { port, proxy, isPublic, usePermit, connectTimeout, quitTimeout }: ConnectionOptions
): Effect.fn.Return<SmtpConnection, ConnectionError, Scope.Scope> {
  if (isIP(ip) === 0 || !isPublic(ip)) return yield* closed("not a public address")
  const to = proxy === undefined ? { host: ip, port } : { host: proxy.host, port: proxy.port }
  const state = yield* hungUpWithScope(quitTimeout, () => {
    const socket = connect({ ...to, noDelay: true })
    if (usePermit !== undefined) socket.once("close", usePermit())
    return new ConnectionState(socket)
  })
  yield* connected(state, connectTimeout)
  if (proxy !== undefined) yield* tunnel(state.socket, proxy, { ip, port }, connectTimeout)
  state.socket.on("data", state.onData)
  return connectionOf(state)
})
