/** `rcpt inlets`: URLs for the events of mail services, and what became of the last events. */
import { allInletKinds, Inlet, InletDetails, inletKinds, Inlets } from "@rcpt/api/Inlet"
import type { InletEvent } from "@rcpt/api/Inlet"
import { isMessage } from "@rcpt/api/Message"
import { Console, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"

import { minuteOf } from "./report.ts"
import { isForPeople, printRows } from "./rows.ts"
import type { Column } from "./rows.ts"
import { sendAsAccount } from "./sendAsAccount.ts"
import { json, serverFlags } from "./serverFlags.ts"
import type { ServerFlags } from "./serverFlags.ts"
import { wholeId } from "./wholeId.ts"

const flags = { json, ...serverFlags }

const isInlets = Schema.is(Inlets)
const isInlet = Schema.is(Inlet)
const isDetails = Schema.is(InletDetails)
const path = "/inlets"

const columns: ReadonlyArray<Column<Inlet>> = [
  ["id", ({ id }) => id],
  ["name", ({ name }) => name],
  ["service", ({ kind }) => inletKinds[kind].service],
  ["status", ({ status }) => (status === "needs_key" ? "needs its signing key" : status)],
  ["recorded", ({ counts }) => String(counts.recorded)],
  ["last event", ({ last_event_at: at }) => (at === null ? "–" : minuteOf(at))]
]

const eventColumns: ReadonlyArray<Column<InletEvent>> = [
  ["at", ({ occurred_at: at }) => minuteOf(at)],
  ["email", ({ email }) => email ?? "–"],
  ["event", ({ type }) => type],
  ["outcome", ({ outcome }) => outcome],
  ["result", ({ result }) => result ?? "waits"]
]

const list = Command.make("list", flags, (args) =>
  Effect.gen(function* () {
    const request = { method: "GET", path, isResponse: isInlets } as const
    yield* printRows((yield* sendAsAccount(args, request)).inlets, columns, args.json)
  })
).pipe(Command.withDescription("List all inlets."))

const kind = Argument.Literals("kind", allInletKinds).pipe(
  Argument.withDescription("The service that sends the events.")
)
const name = Argument.String("name").pipe(Argument.withDescription("What you call it."))
const signingKey = Flag.String("signing-key").pipe(
  Flag.optional,
  Flag.withDescription(
    "The service's key, as rcpt's page about inlets says; user:password for others."
  )
)

const keyOf = (given: Option.Option<string>) =>
  Option.match(given, { onNone: () => ({}), onSome: (signing_key) => ({ signing_key }) })

/** Only the URL on standard output, for a script to read. */
const printMade = (inlet: Inlet, isJson: boolean) =>
  isJson
    ? Console.log(JSON.stringify(inlet))
    : Effect.andThen(
        Console.log(inlet.url ?? ""),
        Console.error(`URL of the inlet "${inlet.name}". It is shown only once: paste it now.`)
      )

const create = Command.make("create", { kind, name, signingKey, ...flags }, (args) =>
  Effect.gen(function* () {
    const body = { kind: args.kind, name: args.name, ...keyOf(args.signingKey) }
    const request = { method: "POST", path, body, isResponse: isInlet } as const
    yield* printMade(yield* sendAsAccount(args, request), args.json)
  })
).pipe(Command.withDescription("Make an inlet, and show its URL."))

const inlet = Argument.String("inlet").pipe(
  Argument.withDescription("The inlet, as rcpt inlets list shows it; the beginning is enough.")
)

const inletPath = (server: ServerFlags, given: string) => {
  const all = sendAsAccount(server, { method: "GET", path, isResponse: isInlets })
  const listed = Effect.map(all, ({ inlets }) =>
    inlets.map(({ id, name }) => ({ id, label: name }))
  )
  return Effect.map(wholeId(given, "inlet", listed), (id) => `${path}/${encodeURIComponent(id)}`)
}

const show = Command.make("show", { inlet, ...flags }, (args) =>
  Effect.gen(function* () {
    const path = yield* inletPath(args, args.inlet)
    const request = { method: "GET", path, isResponse: isDetails } as const
    const details = yield* sendAsAccount(args, request)
    if (!isForPeople(args.json)) return yield* Console.log(JSON.stringify(details))
    yield* printRows([details], columns, args.json)
    yield* printRows(details.events, eventColumns, args.json)
  })
).pipe(Command.withDescription("Show an inlet and its last events."))

const setKey = Command.make(
  "set-key",
  { inlet, key: Argument.String("key").pipe(Argument.withDescription("The key.")), ...flags },
  (args) =>
    Effect.gen(function* () {
      const path = yield* inletPath(args, args.inlet)
      const body = { signing_key: args.key }
      const request = { method: "PATCH", path, body, isResponse: isInlet } as const
      yield* printRows([yield* sendAsAccount(args, request)], columns, args.json)
    })
).pipe(Command.withDescription("Set the service's key, by which events prove where they are from."))

const rotate = Command.make("rotate", { inlet, ...flags }, (args) =>
  Effect.gen(function* () {
    const path = `${yield* inletPath(args, args.inlet)}/secret`
    const request = { method: "POST", path, isResponse: isInlet } as const
    yield* printMade(yield* sendAsAccount(args, request), args.json)
  })
).pipe(Command.withDescription("Give an inlet a new URL; the old one works for 24 hours more."))

const remove = Command.make("remove", { inlet, ...flags }, (args) =>
  Effect.gen(function* () {
    const path = yield* inletPath(args, args.inlet)
    const request = { method: "DELETE", path, isResponse: isMessage } as const
    const message = yield* sendAsAccount(args, request)
    yield* Console.log(args.json ? JSON.stringify(message) : message.message)
  })
).pipe(Command.withDescription("Remove an inlet: its URL works no more."))

export const inlets = Command.make("inlets").pipe(
  Command.withDescription(
    "Make, list, show and remove inlets: URLs for the events of mail services."
  ),
  Command.withSubcommands([list, create, show, setKey, rotate, remove])
)
