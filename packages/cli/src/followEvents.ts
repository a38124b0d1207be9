/**
 * The events of an account as they happen (`GET /events/stream`). After a cut the stream goes on where it
 * was: nothing is missed while the server is started anew.
 */
import { Duration, Effect, Redacted, Schedule, Stream } from "effect"
import { makeParser } from "effect/encoding/Sse"
import type { Event } from "effect/encoding/Sse"

import { CommandFailed, unavailableCode, usageCode } from "./exitCodes.ts"
import type { Server } from "./requestServer.ts"
import { withoutSlash } from "./serverFlags.ts"

/** What a webhook of the account is sent. */
export interface AccountEvent {
  /** Its `webhook-id`. */
  readonly id: string
  readonly body: string
}

export interface Follower {
  /** The stream stands; after a cut again. */
  readonly begun: Effect.Effect<void>
  /** Nothing follows before it is done. */
  readonly take: (event: AccountEvent) => Effect.Effect<void>
  /** The stream was cut, and is opened again. */
  readonly cut: Effect.Effect<void>
}

/** The server says every 15 s that it is there. */
const silenceMax = Duration.seconds(45)

/** A server that is started anew is back within seconds, and is not asked more often. */
const reconnectAfter = Duration.seconds(2)

const failed = (code: number, sentence: string) => new CommandFailed({ code, sentence })

/** The same request would be refused again. */
const refusals: Readonly<Record<number, string>> = {
  400: "The server refused the request. Is it an rcpt server?",
  401: "The server does not accept this API key.",
  403: "This API key has no permission to read.",
  404: "The server has no stream of events: it is older than this command."
}

const open = ({ url, apiKey }: Server, lastId: string | undefined) =>
  Effect.tryPromise({
    try: (signal) =>
      fetch(`${withoutSlash(url)}/api/v1/events/stream`, {
        signal,
        headers: {
          "x-api-key": Redacted.value(apiKey),
          ...(lastId !== undefined && { "last-event-id": lastId })
        }
      }),
    catch: () => failed(unavailableCode, `No response from ${url}. Is it running?`)
  }).pipe(
    Effect.timeoutOrElse({
      duration: silenceMax,
      orElse: () => Effect.fail(failed(unavailableCode, `No response from ${url}.`))
    }),
    Effect.flatMap(({ status, body }) => {
      if (status === 200 && body !== null) return Effect.succeed(body)
      const refusal = refusals[status]
      return Effect.fail(
        refusal === undefined
          ? failed(unavailableCode, `The server refused the stream (${status}).`)
          : failed(usageCode, refusal)
      )
    })
  )

/** Without data, and not for who listens: its id is where the stream begins. */
const opening = "begun"

/** It ends when the connection does, however that is. */
const eventsOf = (body: ReadableStream<Uint8Array>) => {
  const found: Array<Event> = []
  const parser = makeParser((event) => void (event._tag === "Event" && found.push(event)), {
    dispatchEmptyNamedEvents: true
  })
  return Stream.fromReadableStream({ evaluate: () => body, onError: () => "cut" as const }).pipe(
    Stream.decodeText,
    Stream.timeout(silenceMax),
    Stream.mapEffect((text) =>
      Effect.sync(() => {
        parser.feed(text)
        return found.splice(0)
      })
    ),
    Stream.flatMap((events) => Stream.fromIterable(events)),
    Stream.catch(() => Stream.empty)
  )
}

/** Runs until it is interrupted or refused. A server that is not there at the beginning is an error. */
export const followEvents = (server: Server, { begun, take, cut }: Follower) =>
  Effect.gen(function* () {
    let lastId: string | undefined
    let hasBegun = false
    const connection = Effect.gen(function* () {
      const stream = eventsOf(yield* open(server, lastId))
      yield* Stream.runForEach(stream, ({ event, id = "", data }) =>
        Effect.gen(function* () {
          hasBegun = true
          yield* event === opening ? begun : take({ id, body: data })
          lastId = id
        })
      )
    })
    yield* connection.pipe(
      Effect.catchIf(
        ({ code }) => hasBegun && code === unavailableCode,
        () => Effect.void
      ),
      Effect.andThen(cut),
      Effect.repeat(Schedule.spaced(reconnectAfter))
    )
  })
