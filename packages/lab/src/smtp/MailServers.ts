/**
 * Mail servers on loopback, in one process and on one port. The address that a client connects to selects the
 * script. They stop when the scope closes.
 *
 * Each address has its own listening socket, because the lab must not be reachable from outside. An address that
 * the machine does not have (macOS has only 127.0.0.1) gets no server and is reported as unavailable.
 */
import { createServer, isIP, type AddressInfo, type Server, type Socket } from "node:net"

import { Effect, Exit, Schema, Scope } from "effect"

import type { ServerScript } from "./MailScript.ts"
import { RuleBook } from "./RuleBook.ts"
import { SmtpSession } from "./SmtpSession.ts"
import { Traffic } from "./Traffic.ts"

/** The scripts cannot be served: a host has no address, or two scripts have the same one. */
class MailHostsUnclear extends Schema.TaggedError<MailHostsUnclear>()("MailHostsUnclear", {
  at: Schema.String,
  problem: Schema.String
}) {
  override get message(): string {
    return `${this.at}: ${this.problem}`
  }
}

class MailPortTaken extends Schema.TaggedError<MailPortTaken>()("MailPortTaken", {
  address: Schema.String,
  port: Schema.Int,
  why: Schema.String
}) {
  override get message(): string {
    return `the lab's mail servers cannot have ${this.address} port ${this.port}: ${this.why}`
  }
}

export interface MailServers {
  /** The port, as in `RCPT_SMTP_PORT`. */
  readonly port: number
  /** The traffic of a host's server so far. Hosts of one `server` statement are one server. */
  readonly traffic: (host: string) => Traffic
  /** The traffic of all servers, each once. */
  readonly all: ReadonlyArray<Traffic>
  /** The addresses that this machine does not have. */
  readonly unavailable: ReadonlyArray<string>
}

export interface Options {
  readonly scripts: ReadonlyArray<ServerScript>
  /** The addresses that DNS has for a host name. */
  readonly addressesOf: (host: string) => ReadonlyArray<string>
  /** The port. Absent or 0 means any free port. */
  readonly port?: number
  /** The clock of the conditions `within` and `over`, in milliseconds. */
  readonly now?: () => number
}

/**
 * Tries to find a port. One that is free on the first address may be taken on another; a retry almost surely
 * finds one.
 */
const portTriesMax = 10

/** Connections that wait in the kernel: some tests open thousands at once. */
const backlog = 4_096

/** Whether an address is on loopback. A zone must not be able to make the lab listen on the machine's network. */
const isLoopback = (address: string): boolean => address === "::1" || address.startsWith("127.")

/**
 * Errors of a missing address. Linux has all of 127.0.0.0/8; elsewhere, and for `::1` without IPv6, one may be
 * missing.
 */
const missingAddress: ReadonlySet<string> = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"])

interface AddressBinding {
  readonly host: string
  readonly script: ServerScript
  readonly rules: RuleBook
  readonly traffic: Traffic
  readonly delayMillis: number
}

/** Finds the script that serves each address. */
const bindingsOf = ({ scripts, addressesOf, now = () => performance.now() }: Options) => {
  const bindings = new Map<string, AddressBinding>()
  const byHost = new Map<string, Traffic>()
  for (const script of scripts) {
    const traffic = new Traffic()
    const { delayMillis } = script
    const rules = new RuleBook(script.rules, traffic, now)
    for (const host of script.hosts) {
      const addresses = isIP(host) > 0 ? [host] : addressesOf(host)
      if (addresses.length === 0)
        throw new MailHostsUnclear({ at: script.at, problem: `"${host}" has no address` })
      byHost.set(host, traffic)
      for (const address of addresses) {
        if (!isLoopback(address))
          throw new MailHostsUnclear({ at: script.at, problem: `${address} is not on loopback` })
        const other = bindings.get(address)
        if (other !== undefined && other.script !== script)
          throw new MailHostsUnclear({
            at: script.at,
            problem: `"${host}" has ${address}, as "${other.host}" of ${other.script.at} has`
          })
        if (other === undefined)
          bindings.set(address, { host, script, rules, traffic, delayMillis })
      }
    }
  }
  return { bindings, byHost }
}

const serve =
  (binding: AddressBinding, now: () => number, open: Set<SmtpSession>) => (socket: Socket) => {
    const session = new SmtpSession(binding, binding.host, socket, () => open.delete(session))
    open.add(session)
    binding.traffic.start(now(), socket.remoteAddress ?? "")
    session.start()
  }

/** Listens on an address. The result is `undefined` if this machine does not have the address. */
const listen = (
  address: string,
  port: number,
  connected: (socket: Socket) => void
): Effect.Effect<Server | undefined, MailPortTaken, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Server | undefined, MailPortTaken>((resume) => {
      const server = createServer(connected)
      server.once("error", (error: NodeJS.ErrnoException) =>
        resume(
          missingAddress.has(error.code ?? "")
            ? Effect.succeed(undefined)
            : Effect.fail(new MailPortTaken({ address, port, why: error.message }))
        )
      )
      server.listen({ host: address, port, backlog }, () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        if (server === undefined) return resume(Effect.void)
        server.close()
        resume(Effect.void)
      })
  )

/** Listens on all addresses. The first one determines the port of all. */
const listenAll = Effect.fnUntraced(function* (
  bindings: ReadonlyMap<string, AddressBinding>,
  requestedPort: number,
  connected: (binding: AddressBinding) => (socket: Socket) => void
) {
  const unavailable: Array<string> = []
  let port = requestedPort
  for (const [address, binding] of bindings) {
    const server = yield* listen(address, port, connected(binding))
    if (server === undefined) unavailable.push(address)
    else port = (server.address() as AddressInfo).port
  }
  return { port, unavailable }
})

/** Closes everything that `acquire` has opened if it fails, so that it can be retried. */
const allOrNothing = Effect.fnUntraced(function* <A, E>(acquire: Effect.Effect<A, E, Scope.Scope>) {
  const scope = yield* Scope.fork(yield* Effect.scope)
  return yield* acquire.pipe(
    Scope.provide(scope),
    Effect.tapError(() => Scope.close(scope, Exit.void))
  )
})

export const start: (
  options: Options
) => Effect.Effect<MailServers, MailHostsUnclear | MailPortTaken, Scope.Scope> = Effect.fn(
  "MailServers.start"
)(function* (options: Options) {
  const { now = () => performance.now(), port: requestedPort = 0 } = options
  const { bindings, byHost } = yield* Effect.try({
    try: () => bindingsOf(options),
    catch: (thrown) => {
      if (!(thrown instanceof MailHostsUnclear)) throw thrown
      return thrown
    }
  })
  const open = new Set<SmtpSession>()
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const session of open) session.destroy()
    })
  )
  const connected = (binding: AddressBinding) => serve(binding, now, open)
  const { port, unavailable } = yield* listenAll(bindings, requestedPort, connected).pipe(
    allOrNothing,
    Effect.retry({ times: requestedPort === 0 ? portTriesMax : 0 })
  )
  const traffic = (host: string): Traffic => {
    const found = byHost.get(host.toLowerCase())
    if (found === undefined) throw new RangeError(`the lab has no mail server "${host}"`)
    return found
  }
  return { port, traffic, all: [...new Set(byHost.values())], unavailable }
})
