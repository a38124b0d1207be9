/**
 * `rcpt listen`: prints what a webhook of the account is sent, as it happens, and forwards it to a program
 * on this machine, signed. The account needs no webhook, and the program no public address.
 */
import { WebhookEventType } from "@rcpt/api/Webhook"
import { Console, Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"

import { CommandFailed, usageCode } from "./exitCodes.ts"
import { followEvents } from "./followEvents.ts"
import type { AccountEvent } from "./followEvents.ts"
import { forwardEvent, secretOf, targetOf } from "./forwardEvent.ts"
import type { Answer } from "./forwardEvent.ts"
import { counted, creditsText, printable } from "./report.ts"
import { isForPeople } from "./rows.ts"
import { serverFlags, serverOf } from "./serverFlags.ts"

/** A test is sent to a webhook that was set, and to nobody else. */
const types = WebhookEventType.literals.filter((type) => type !== "webhook.test")

const flags = {
  forward: Flag.String("forward").pipe(
    Flag.optional,
    Flag.withDescription("Where each event is posted, such as localhost:3000/hook.")
  ),
  events: Flag.String("events").pipe(
    Flag.optional,
    Flag.withDescription(`Only these types, with commas between. All: ${types.join(",")}`)
  ),
  printJson: Flag.Boolean("print-json").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Print each event as a line of JSON, as in a pipe.")
  )
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
    "Print the account's events as they happen, and forward them as a webhook gets them."
  ),
  Command.withExamples([
    { command: "rcpt listen --forward localhost:3000/hook", description: "for a program here" },
    { command: "rcpt listen --events job.completed | jq .event.data", description: "in a pipe" }
  ])
)
