/**
 * The connection of this process to NATS, which is optional and may come and go at any time. It is made
 * beside everything else: nothing waits for it, and no request fails without it. While there is none it is
 * tried again each second, also after a refused password: an operator may set it right on the server.
 */
import { Context, Deferred, Duration, Effect, Layer, Redacted, Schedule } from "effect"
import type { ConnectionOptions, NatsConnection } from "nats"

import { Config } from "../Config.ts"
import type { NatsServers } from "../config/parse.ts"
import { metricTable } from "../metrics/metricTable.ts"

export type NatsState = "absent" | "up" | "down"

export class Nats extends Context.Service<
  Nats,
  {
    /** The state is `absent` if NATS is not configured. */
    readonly state: () => NatsState
    /** Waits for the first connection, which restores itself and its subscriptions. */
    readonly connection: Effect.Effect<NatsConnection>
  }
>()("@rcpt/service/platform/nats/Nats") {}

const retryEvery = Duration.seconds(1)

/** Milliseconds of one attempt, for which a process that is told to stop may wait. */
const connectWaitMax = 2_000

/** Milliseconds between two pings. A server that freezes is given up after two that it does not answer. */
const pingEvery = 5_000
const pingsUnansweredMax = 2

/**
 * Loads the client of NATS only where it is used, since most installations have no NATS, with one repair. When
 * the server ends a connection, the client ends it as well, and what is written in between fails as an error
 * event of the socket. If the connection is closed in that moment, the listeners are gone by then, and an error
 * event without a listener ends the process: seen with 3.4.0 when a server stopped while hints were sent.
 * Destroyed at once, the socket takes no writes and has no error.
 */
const load = async () => {
  const [client, { NodeTransport, nodeResolveHost }] = await Promise.all([
    import("nats"),
    import("nats/lib/node_transport.js")
  ])
  class Transport extends NodeTransport {
    override setupHandlers(): void {
      super.setupHandlers()
      const { socket } = this
      socket.removeAllListeners("end").once("end", () => socket.destroy())
    }
  }
  return { client, factory: () => new Transport(), dnsResolveFn: nodeResolveHost }
}

/** Connects as `connect` of the client does, which would set its own transport at each call. */
export const connect = async (options: ConnectionOptions): Promise<NatsConnection> => {
  const { client, ...transport } = await load()
  client.setTransportFactory(transport)
  return client.NatsConnectionImpl.connect(options)
}

/** Returns the options for the `text` of a `.creds` file. */
const authenticating = async (text: string): Promise<ConnectionOptions> => {
  const { credsAuthenticator } = await import("nats")
  // The client wants the line break behind the last line, which settings have lost.
  return { authenticator: credsAuthenticator(new TextEncoder().encode(`${text}\n`)) }
}

interface Access {
  readonly servers: NatsServers
  readonly credentials: string | undefined
  readonly ca: string | undefined
}

const dialed = async ({ servers, credentials, ca }: Access): Promise<NatsConnection> => {
  const { isTls, user, password } = servers
  return connect({
    servers: [...servers.servers],
    name: "rcpt",
    // Our own hints have done their work here already.
    noEcho: true,
    timeout: connectWaitMax,
    reconnectTimeWait: Duration.toMillis(retryEvery),
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    pingInterval: pingEvery,
    maxPingOut: pingsUnansweredMax,
    ...(isTls && { tls: ca === undefined ? {} : { ca } }),
    ...(user !== undefined && { user }),
    ...(password !== undefined && { pass: password }),
    ...(credentials !== undefined && (await authenticating(credentials)))
  })
}

/** Advice by the name that the client gives to its errors. */
const advice: Readonly<Record<string, string>> = {
  AuthorizationError: "It refuses us: see RCPT_NATS_CREDENTIALS, or the name in RCPT_NATS_URL.",
  UserAuthenticationExpiredError: "Our credentials have expired: see RCPT_NATS_CREDENTIALS.",
  ConnectionError: "See RCPT_NATS_URL; over TLS also RCPT_NATS_CA."
}

/** Describes an error in one sentence for the log. It names hosts only, never the URL's password. */
const troubleOf = ({ servers }: NatsServers, error: unknown): string => {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return (
    `NATS at ${servers.join(", ")} cannot be used, and is tried again every second: ${message}. ` +
    `${advice[name] ?? advice["ConnectionError"]} All else works without it.`
  )
}

const absent: Nats["Service"] = { state: () => "absent", connection: Effect.never }

const make = (access: Access) =>
  Effect.gen(function* () {
    let state: NatsState = "down"
    const established = yield* Deferred.make<NatsConnection>()
    const become = (next: NatsState): void => {
      state = next
      metricTable.natsUp.set([[{}, next === "up" ? 1 : 0]])
    }
    become("down")

    let said = ""
    const warnOnce = (error: unknown) =>
      Effect.suspend(() => {
        const sentence = troubleOf(access.servers, error)
        if (sentence === said) return Effect.void
        said = sentence
        return Effect.logWarning(sentence)
      })

    const dial = Effect.tryPromise({ try: () => dialed(access), catch: (error) => error }).pipe(
      Effect.tapError(warnOnce),
      Effect.retry(Schedule.spaced(retryEvery))
    )
    const close = (connection: NatsConnection) =>
      Effect.promise(() => connection.close().catch(() => {}))

    /** Ends when the connection is closed for good. */
    const watch = async (
      connection: NatsConnection,
      onChange: (up: boolean, why: string) => void
    ) => {
      for await (const { type, ...what } of connection.status()) {
        if (type === "disconnect") onChange(false, "the connection was lost")
        if (type === "reconnect") onChange(true, "")
        if (type === "error" && "error" in what) onChange(state === "up", String(what.error))
      }
    }

    const run = Effect.gen(function* () {
      const connection = yield* Effect.acquireRelease(Effect.interruptible(dial), close)
      const context = yield* Effect.context()
      const say = Effect.runForkWith(context)
      become("up")
      yield* Effect.logInfo(`NATS is used at ${connection.getServer()}`)
      yield* Deferred.succeed(established, connection)
      yield* Effect.promise(() =>
        watch(connection, (up, why) => {
          become(up ? "up" : "down")
          if (why === "") {
            said = ""
            say(Effect.logInfo(`NATS is used again, at ${connection.getServer()}`))
          } else say(warnOnce(new Error(why)))
        })
      )
    })
    yield* Effect.forkScoped(Effect.scoped(run))
    return { state: () => state, connection: Deferred.await(established) }
  })

export const layer: Layer.Layer<Nats, never, Config> = Layer.effect(
  Nats,
  Effect.gen(function* () {
    const { natsServers, natsCredentials, natsCa } = yield* Config
    if (natsServers === undefined) return absent
    return yield* make({
      servers: Redacted.value(natsServers),
      credentials: natsCredentials && Redacted.value(natsCredentials),
      ca: natsCa
    })
  })
)
