/**
 * The connection of this process to NATS, which is optional and may come and go at any time. It is made
 * beside everything else: nothing waits for it, and no request fails without it. While there is none it is
 * tried again each second, also after a refused password: an operator may set it right on the server.
 */
import { Context, Deferred, Duration, Effect, Layer, Redacted, Schedule } from "effect"
import type { NatsConnection } from "nats"

import { Config } from "../Config.ts"
import type { NatsServers } from "../config/parse.ts"
import { metricTable } from "../metrics/metricTable.ts"
import { authenticating, connect } from "./connect.ts"

export type NatsState = "absent" | "up" | "down"

export class Nats extends Context.Service<
  Nats,
  {
    /** `absent`: not configured. */
    readonly state: () => NatsState
    /** After the first time that it was there. The connection restores itself and its subscriptions. */
    readonly connection: Effect.Effect<NatsConnection>
  }
>()("@rcpt/service/platform/nats/Nats") {}

const retryEvery = Duration.seconds(1)

/** Milliseconds, of which a process that is told to stop may wait for one. */
const connectWaitMax = 2_000

/** Milliseconds. A server that freezes is given up after two that it does not answer. */
const pingEvery = 5_000
const pingsUnansweredMax = 2

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

/** By the name that the client gives to its errors. */
const advice: Readonly<Record<string, string>> = {
  AuthorizationError: "It refuses us: see RCPT_NATS_CREDENTIALS, or the name in RCPT_NATS_URL.",
  UserAuthenticationExpiredError: "Our credentials have expired: see RCPT_NATS_CREDENTIALS.",
  ConnectionError: "See RCPT_NATS_URL; over TLS also RCPT_NATS_CA."
}

/** One sentence for the log. Without the URL's password: only hosts are named. */
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
