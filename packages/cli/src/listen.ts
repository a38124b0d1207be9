/**
 * `rcpt listen`: prints what a webhook of the account is sent, as it happens, and forwards it to a program
 * on this machine, signed. The account needs no webhook, and the program no public address.
 */
import { createHmac } from "node:crypto"

import { WebhookEventType } from "@rcpt/api/Webhook"
import { signedHeaders } from "@rcpt/service/webhooks/signature"
import {
  Clock,
  Console,
  Duration,
  Effect,
  Option,
  Redacted,
  Schedule,
  Schema,
  Stream
} from "effect"
import { Command, Flag } from "effect/cli"
import { makeParser } from "effect/encoding/Sse"
import type { Event } from "effect/encoding/Sse"

import { CommandFailed, failed, unavailableCode, usageCode } from "./exitCodes.ts"
import { counted, creditsText, printable } from "./report.ts"
import type { Server } from "./requestServer.ts"
import { isForPeople } from "./rows.ts"
import { booleanFlag, serverFlags, serverOf, withoutSlash } from "./serverFlags.ts"

/** An event that a webhook of the account is sent. */
interface AccountEvent {
  /** Its `webhook-id`. */
  readonly id: string
  readonly body: string
}

interface Follower {
  /** The stream is open, for the first time or again after a cut. */
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
const followEvents = (server: Server, { begun, take, cut }: Follower) =>
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

/** The service waits this long for a webhook, too. */
const answerWaitMax = Duration.seconds(15)

/** The same for an API key each time, so that it can stay in the program's settings. */
const secretOf = (apiKey: Redacted.Redacted): string =>
  `whsec_${createHmac("sha256", Redacted.value(apiKey)).update("rcpt listen").digest("base64")}`

/** `localhost:3000`, `3000/hook` and `https://…` alike. */
export const targetOf = (text: string): Effect.Effect<URL, CommandFailed> => {
  const address = /^:?\d+(?:\/|$)/.test(text) ? `localhost:${text.replace(/^:/, "")}` : text
  const url = URL.parse(/^https?:\/\//i.test(address) ? address : `http://${address}`)
  return url === null || /^\w+:\/\/(?!\/)/.test(text.replace(/^https?:\/\//i, ""))
    ? Effect.fail(
        new CommandFailed({
          code: usageCode,
          sentence: `--forward must look like localhost:3000/hook, not ${printable(text)}`
        })
      )
    : Effect.succeed(url)
}

interface Answer {
  /** `error`: why there is none. */
  readonly status?: number
  readonly error?: string
  readonly milliseconds: number
}

const reasonOf = (cause: unknown): string => {
  const { name, message, cause: inner } = Object(cause)
  if (name === "TimeoutError") return `no answer within ${Duration.toSeconds(answerWaitMax)} s`
  const { code, message: why = message } = Object(inner)
  return String(code ?? why)
}

const post = (target: URL, secret: string, { id, body }: AccountEvent, at: number) =>
  Effect.tryPromise({
    try: async (signal) => {
      const timeout = AbortSignal.timeout(Duration.toMillis(answerWaitMax))
      const response = await fetch(target, {
        method: "POST",
        // A redirect is an answer, and none that accepts.
        redirect: "manual",
        signal: AbortSignal.any([signal, timeout]),
        headers: {
          ...signedHeaders({ id, at, body }, [secret]),
          "content-type": "application/json",
          "user-agent": "rcpt-webhooks"
        },
        body
      })
      await response.body?.cancel()
      return response.status
    },
    catch: reasonOf
  })

/** Hands an event on to a program of the developer's, as a webhook would get it. */
const forwardEvent = (target: URL, secret: string, event: AccountEvent): Effect.Effect<Answer> =>
  Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    const answer = yield* Effect.match(post(target, secret, event, at), {
      onSuccess: (status) => ({ status }),
      onFailure: (error) => ({ error })
    })
    return { ...answer, milliseconds: (yield* Clock.currentTimeMillis) - at }
  })

/** A test is sent to a webhook that was set, and to nobody else. */
const types = WebhookEventType.literals.filter((type) => type !== "webhook.test")

const flags = {
  forward: Flag.String("forward").pipe(
    Flag.optional,
    Flag.withDescription("Where each event is posted, such as localhost:3000/hook.")
  ),
  events: Flag.String("events").pipe(
    Flag.optional,
    Flag.withDescription(`Only these types, separated by commas. All: ${types.join(",")}`)
  ),
  printJson: booleanFlag("print-json", "Print each event as a line of JSON, as in a pipe.")
}

const wantedTypes = (text: string | undefined) => {
  if (text === undefined) return Effect.succeed(new Set<string>(types))
  const wanted = text.split(",").map((type) => type.trim())
  const unknown = wanted.find((type) => !types.some((known) => known === type))
  return unknown === undefined
    ? Effect.succeed(new Set(wanted))
    : Effect.fail(
        new CommandFailed({
          code: usageCode,
          sentence: `--events must be of ${types.join(", ")}, not ${printable(unknown)}`
        })
      )
}

const Told = Schema.Struct({
  type: Schema.String,
  timestamp: Schema.String,
  data: Schema.Struct({
    credits: Schema.optionalKey(Schema.Int),
    filename: Schema.optionalKey(Schema.String),
    total_rows: Schema.optionalKey(Schema.Int)
  })
})
type Told = typeof Told.Type

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Told))

const subjectOf = ({ credits, filename, total_rows: rows = 0 }: Told["data"]): string =>
  filename === undefined
    ? creditsText(credits ?? 0)
    : `${printable(filename)}, ${counted(rows, "row")}`

const answerText = ({ status, error, milliseconds }: Answer): string =>
  `→ ${status ?? printable(error ?? "")} in ${milliseconds} ms`

/** `08:31:07  job.completed  list.csv, 3 rows  → 204 in 12 ms` */
const lineOf = ({ type, timestamp, data }: Told, answer: Answer | undefined): string =>
  [
    timestamp.slice("2026-11-21T".length, "2026-11-21T08:30:00".length),
    type.padEnd("job.completed".length),
    subjectOf(data),
    ...(answer === undefined ? [] : [answerText(answer)])
  ].join("  ")

/** The body as it came, byte for byte. */
const jsonLine = ({ id, body }: AccountEvent, forward: object | undefined): string =>
  `{"id":${JSON.stringify(id)},"event":${body}` +
  `${forward === undefined ? "" : `,"forward":${JSON.stringify(forward)}`}}`

const openingText = (target: URL | undefined, secret: string): string =>
  target === undefined
    ? "Events are printed as they happen; --forward localhost:3000/hook passes them on."
    : `Events go to ${target.href}, signed with\n${secret}`

export const listen = Command.make("listen", { ...flags, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    const wanted = yield* wantedTypes(Option.getOrUndefined(args.events))
    const forward = Option.getOrUndefined(args.forward)
    const target = forward === undefined ? undefined : yield* targetOf(forward)
    const server = yield* serverOf(args)
    const secret = secretOf(server.apiKey)
    const forPeople = isForPeople(args.printJson)
    const take = (event: AccountEvent) =>
      Effect.gen(function* () {
        const told = decode(event.body)
        if (told._tag === "None" || !wanted.has(told.value.type)) return
        const answer = target && (yield* forwardEvent(target, secret, event))
        yield* Console.log(
          forPeople
            ? lineOf(told.value, answer)
            : jsonLine(event, answer && { url: target?.href, ...answer })
        )
      })
    let isCut = false
    yield* followEvents(server, {
      begun: Effect.suspend(() => {
        const text = isCut ? "Connected again." : openingText(target, secret)
        isCut = false
        return Console.error(text)
      }),
      take,
      cut: Effect.suspend(() => {
        if (isCut) return Effect.void
        isCut = true
        return Console.error(`No connection to ${server.url}: it is tried again every 2 s.`)
      })
    })
  })
).pipe(
  Command.withDescription(
    "Print the account's events as they happen, and forward them like webhooks."
  ),
  Command.withExamples([
    { command: "rcpt listen --forward localhost:3000/hook", description: "for a program here" },
    { command: "rcpt listen --events job.completed | jq .event.data", description: "in a pipe" }
  ])
)
