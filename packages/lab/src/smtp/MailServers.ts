/**
 * Mail servers on loopback, in one process and on one port: the address that a client connects to
 * decides whose script answers it. Gone when the scope closes.
 *
 * One listening socket per address, for nothing of the lab may be reached from outside. An address
 * that the machine does not have (macOS has only 127.0.0.1) has no server, and is named.
 */
import { createServer, isIP, type AddressInfo, type Server, type Socket } from "node:net"

import { Effect, Exit, Schema, Scope } from "effect"

import { Conversation } from "./Conversation.ts"
import type { ServerScript } from "./MailScript.ts"
import { RuleBook } from "./RuleBook.ts"
import { Traffic } from "./Traffic.ts"

/** The scripts cannot be served: a host without address, or one address for two of them. */
export class MailHostsUnclear extends Schema.TaggedError<MailHostsUnclear>()("MailHostsUnclear", {
  at: Schema.String,
  problem: Schema.String
}) {
  override get message(): string {
    return `${this.at}: ${this.problem}`
  }
}

export class MailPortTaken extends Schema.TaggedError<MailPortTaken>()("MailPortTaken", {
  address: Schema.String,
  port: Schema.Int,
  why: Schema.String
}) {
  override get message(): string {
    return `the lab's mail servers cannot have ${this.address} port ${this.port}: ${this.why}`
  }
}

export interface MailServers {
  /** As in `RCPT_SMTP_PORT`. */
  readonly port: number
  /** What came to the server of this host so far; hosts of one `server` statement count together. */
  readonly traffic: (host: string) => Traffic
  /** Of each server once. */
  readonly all: ReadonlyArray<Traffic>
  /** Addresses that this machine does not have. */
  readonly unavailable: ReadonlyArray<string>
}

export interface Options {
  readonly scripts: ReadonlyArray<ServerScript>
  /** What DNS says; an address is its own. */
  readonly addressesOf: (host: string) => ReadonlyArray<string>
  /** Left out or 0: any that is free. */
  readonly port?: number
  /** Milliseconds; what `within` and `over` measure with. */
  readonly now?: () => number
}

/** A port that is free on the first address may be taken on another; another draw is almost surely free. */
const portDrawsMax = 10

/** Connections that wait in the kernel while we answer others: a burst of thousands is a test of ours. */
const backlog = 4_096

/** Whoever writes a zone must not choose what the machine shows to its network. */
const isLoopback = (address: string): boolean => address === "::1" || address.startsWith("127.")

/** Linux has all of 127.0.0.0/8; elsewhere, and for `::1` without IPv6, an address may be missing. */
const missingAddress: ReadonlySet<string> = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"])

interface Place {
  readonly host: string
  readonly script: ServerScript
  readonly rules: RuleBook
  readonly traffic: Traffic
}

/** Who serves which address. */
const placesOf = ({ scripts, addressesOf, now = () => performance.now() }: Options) => {
  const places = new Map<string, Place>()
  const byHost = new Map<string, Traffic>()
  for (const script of scripts) {
    const traffic = new Traffic()
    const rules = new RuleBook(script.rules, traffic, now)
    for (const host of script.hosts) {
      const addresses = isIP(host) > 0 ? [host] : addressesOf(host)
      if (addresses.length === 0)
        throw new MailHostsUnclear({ at: script.at, problem: `"${host}" has no address` })
      byHost.set(host, traffic)
      for (const address of addresses) {
        if (!isLoopback(address))
          throw new MailHostsUnclear({ at: script.at, problem: `${address} is not on loopback` })
        const other = places.get(address)
        if (other !== undefined && other.script !== script)
          throw new MailHostsUnclear({
            at: script.at,
            problem: `"${host}" has ${address}, as "${other.host}" of ${other.script.at} has`
          })
        if (other === undefined) places.set(address, { host, script, rules, traffic })
      }
    }
  }
  return { places, byHost }
}

const serve = (place: Place, now: () => number, open: Set<Conversation>) => (socket: Socket) => {
  const conversation = new Conversation(place, place.host, socket, () => open.delete(conversation))
  open.add(conversation)
  place.traffic.begin(now())
  conversation.start()
}

/** `undefined`: this machine has no such address. */
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

/** The first address decides the port, all others follow. */
const listenAll = Effect.fnUntraced(function* (
  places: ReadonlyMap<string, Place>,
  wanted: number,
  connected: (place: Place) => (socket: Socket) => void
) {
  const unavailable: Array<string> = []
  let port = wanted
  for (const [address, place] of places) {
    const server = yield* listen(address, port, connected(place))
    if (server === undefined) unavailable.push(address)
    else port = (server.address() as AddressInfo).port
  }
  return { port, unavailable }
})

/** A draw that fails on its last address gives back all before it. */
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
  const { now = () => performance.now(), port: wanted = 0 } = options
  const { places, byHost } = yield* Effect.try({
    try: () => placesOf(options),
    catch: (thrown) => {
      if (!(thrown instanceof MailHostsUnclear)) throw thrown
      return thrown
    }
  })
  const open = new Set<Conversation>()
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const conversation of open) conversation.destroy()
    })
  )
  const connected = (place: Place) => serve(place, now, open)
  const { port, unavailable } = yield* listenAll(places, wanted, connected).pipe(
    allOrNothing,
    Effect.retry({ times: wanted === 0 ? portDrawsMax : 0 })
  )
  const traffic = (host: string): Traffic => {
    const found = byHost.get(host.toLowerCase())
    if (found === undefined) throw new RangeError(`the lab has no mail server "${host}"`)
    return found
  }
  return { port, traffic, all: [...new Set(byHost.values())], unavailable }
})
