/**
 * The connection to one mail server. It sends commands and reads their replies, each within its timeout, over TCP
 * at first and over TLS after STARTTLS. It is closed with its scope, with QUIT if the server has sent a reply.
 */
import { connect, isIP } from "node:net"
import type { Socket } from "node:net"
import { connect as connectTls, createSecureContext } from "node:tls"

import { Clock, Duration, Effect, Scope } from "effect"

import { EventLoopTurns } from "../EventLoopTurns.ts"
import { closed, ConnectionError, garbled, late, reasonOf, within } from "./ConnectionError.ts"
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
  /** Of this machine, and of the family of the address that is connected to. */
  readonly sourceAddress?: string | undefined
  readonly isPublic: (ip: string) => boolean
  readonly usePermit?: ConnectionGate["usePermit"]
  readonly connectTimeout: Duration.Duration
  readonly quitTimeout: Duration.Duration
}

/** A command and the wait for its reply. The greeting is a reply without a command. */
export interface Command {
  /** One line of printable ASCII, without its end. */
  readonly text?: string
  /** From the reply before, or from the write if it is the first. */
  readonly timeout: Duration.Duration
}

export interface ExchangeOptions {
  /** The time at which every wait ends, in epoch milliseconds. */
  readonly deadline: number
  /** Whether QUIT follows in the same write. Nobody waits for its reply. */
  readonly thenQuit?: boolean | undefined
  /** Whether octets after the last reply may be there, which are not the server's (STARTTLS). */
  readonly mayTrail?: boolean | undefined
}

export interface TimedReply {
  readonly reply: SmtpReply
  /** From the reply before, or from the write if it is the first, in milliseconds. */
  readonly tookMillis: number
}

/** The replies to commands that were sent together, in order. */
export interface Replies {
  readonly replies: ReadonlyArray<TimedReply>
  /**
   * What ended them before the last one, or a surplus reply after it: then it is unknown which reply belongs to which
   * command.
   */
  readonly fault: ConnectionError | undefined
}

export interface SmtpConnection {
  /** Sends the commands in one write, and waits for their replies. */
  readonly exchange: (
    commands: ReadonlyArray<Command>,
    options: ExchangeOptions
  ) => Effect.Effect<Replies>
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

/**
 * Continues 16 exchanges in one turn of the event loop: a recipient takes 0.5 ms in all (test/bench/README.md), and an
 * exchange may be about four.
 */
const replyTurns = new EventLoopTurns(16)

/** Whether a command is one line of printable ASCII, so that no input can smuggle in a second command. */
const isOneLine = (command: string): boolean => /^[\x20-\x7e]+$/.test(command)

/** The state of one connection. Every event ends in `onEvent`, which wakes the waiting effect. */
class ConnectionState {
  readonly reader = new ReplyReader()
  socket: Socket
  fault: ConnectionError | undefined
  /** Whether the server has sent a reply and can read ours, so that it gets a QUIT. */
  isGreeted = false
  /** Whether QUIT was sent. */
  hasQuit = false
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
  next(): SmtpReply | ConnectionError | undefined {
    const taken = this.reader.take()
    if (typeof taken === "string") return garbled(taken)
    if (taken === undefined) return this.fault
    this.isGreeted = true
    return taken
  }

  send(commands: ReadonlyArray<Command>, thenQuit: boolean): void {
    let octets = ""
    for (const { text } of commands) {
      if (text === undefined) continue
      if (!isOneLine(text)) throw new RangeError("a command that is not one line of ASCII")
      octets += `${text}\r\n`
    }
    if (octets === "" || this.fault !== undefined) return
    this.reader.expect(commands.length, thenQuit)
    this.hasQuit = thenQuit
    // Latin-1 is written as it is: UTF-8 would be encoded again for every command.
    this.socket.write(thenQuit ? `${octets}QUIT\r\n` : octets, "latin1")
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

const surplus = (reader: ReplyReader): ConnectionError | undefined =>
  reader.hasUnsolicitedReply ? garbled("an answer without a question") : undefined

/** One callback and one timer for all commands: their number is what a session costs (test/bench/README.md). */
const exchange = (
  state: ConnectionState,
  commands: ReadonlyArray<Command>,
  { deadline, thenQuit = false, mayTrail = false }: ExchangeOptions,
  clock: Clock.Clock
): Effect.Effect<Replies> =>
  Effect.callback<Replies>((resume) => {
    const replies: Array<TimedReply> = []
    let since = clock.currentTimeMillisUnsafe()
    let timer: NodeJS.Timeout | undefined
    const dueAt = (): number =>
      Math.min(
        deadline,
        since + Duration.toMillis(commands[replies.length]?.timeout ?? Duration.zero)
      )
    const end = (fault: ConnectionError | undefined): void => {
      clearTimeout(timer)
      state.onEvent = () => {}
      resume(Effect.succeed({ replies, fault }))
    }
    // Each reply moves the end of the wait, and the timer looks at it when it comes round.
    const wait = (): void => {
      timer = setTimeout(
        () => (clock.currentTimeMillisUnsafe() < dueAt() ? wait() : end(late)),
        Math.max(0, dueAt() - clock.currentTimeMillisUnsafe())
      )
    }
    state.onEvent = () => {
      for (let next = state.next(); next !== undefined; next = state.next()) {
        if (next instanceof ConnectionError) return end(next)
        const now = clock.currentTimeMillisUnsafe()
        replies.push({ reply: next, tookMillis: now - since })
        since = now
        if (replies.length === commands.length)
          return end(mayTrail ? undefined : surplus(state.reader))
      }
    }
    const before = commands[0]?.text === undefined ? undefined : surplus(state.reader)
    if (before !== undefined) return end(before)
    state.send(commands, thenQuit)
    wait()
    state.onEvent()
    return Effect.sync(() => {
      clearTimeout(timer)
      state.onEvent = () => {}
    })
  }).pipe(Effect.tap(replyTurns.turn))

const connectionOf = (state: ConnectionState, clock: Clock.Clock): SmtpConnection => ({
  exchange: (commands, options) => exchange(state, commands, options, clock),
  startTls: (host, timeout) => startTls(state, host, timeout)
})

/** Hangs up and returns at once. The reply to QUIT is awaited in the background. */
const hangUp = (
  { socket, isGreeted, hasQuit, fault, onData }: ConnectionState,
  quitTimeout: Duration.Duration
): void => {
  if (!isGreeted || fault !== undefined || !socket.writable) return void socket.destroy()
  const cut = setTimeout(() => socket.destroy(), Duration.toMillis(quitTimeout))
  socket.once("close", () => clearTimeout(cut))
  // Octets that still come are read and dropped: an unread socket never reports its end.
  socket.removeListener("data", onData)
  socket.resume()
  if (hasQuit) socket.end()
  else socket.end("QUIT\r\n")
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
  options: ConnectionOptions
): Effect.fn.Return<SmtpConnection, ConnectionError, Scope.Scope> {
  const { port, proxy, sourceAddress, isPublic, usePermit, connectTimeout, quitTimeout } = options
  if (isIP(ip) === 0 || !isPublic(ip)) return yield* closed("not a public address")
  const to = proxy === undefined ? { host: ip, port } : { host: proxy.host, port: proxy.port }
  const state = yield* hungUpWithScope(quitTimeout, () => {
    const socket = connect({
      ...to,
      noDelay: true,
      ...(sourceAddress && { localAddress: sourceAddress })
    })
    if (usePermit !== undefined) socket.once("close", usePermit())
    return new ConnectionState(socket)
  })
  yield* connected(state, connectTimeout)
  if (proxy !== undefined) yield* tunnel(state.socket, proxy, { ip, port }, connectTimeout)
  state.socket.on("data", state.onData)
  return connectionOf(state, yield* Clock.Clock)
})
