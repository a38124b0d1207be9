/**
 * `rcpt keys`: the API keys of the account whose key one has, asked of a server. A new key is all that
 * `create` writes to standard output, so that a script can take it from there.
 */
import { IssuedKey, Key, keyScopes } from "@rcpt/api/Keys"
import { Message } from "@rcpt/api/Message"
import { Console, Duration, Effect, Schema } from "effect"
import { Argument, Command, Flag, TerminalCapabilities } from "effect/cli"

import { interruptedCode } from "./ending.ts"
import { issuedNote, keysReport } from "./keysReport.ts"
import { requestServer } from "./requestServer.ts"
import type { Request } from "./requestServer.ts"
import { serverFlags, serverOf } from "./serverFlags.ts"
import type { ServerGiven } from "./serverFlags.ts"

/** The server takes 5 s at most, of which it waits one to be sure that a key is refused everywhere. */
const waitMax = Duration.seconds(15)

const json = Flag.Boolean("json").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Print the answer of the API, on one line.")
)

const name = Argument.String("name").pipe(
  Argument.withDescription("To know it by: what will use it, or who.")
)

const scopes = Flag.Literals("scope", keyScopes).pipe(
  Flag.between(0, keyScopes.length),
  Flag.withDescription(
    "Keep it from something: fast (no deep mode) or read (nothing that costs or changes). Twice for both."
  )
)

const id = Argument.String("id").pipe(
  Argument.withDescription("Its id, as rcpt keys list shows it.")
)

const isIssued = Schema.is(IssuedKey)
const isList = Schema.is(Schema.Array(Key))
const isMessage = Schema.is(Message)

/** Until there is an answer: whoever interrupts us must not take it for done. */
const ask = <A>(given: ServerGiven, request: Omit<Request<A>, "waitMax">) =>
  Effect.gen(function* () {
    process.exitCode = interruptedCode
    const answer = yield* requestServer(yield* serverOf(given), { ...request, waitMax })
    process.exitCode = 0
    return answer
  })

const create = Command.make("create", { name, scopes, json, ...serverFlags }, (given) =>
  Effect.gen(function* () {
    const body = { name: given.name, scopes: given.scopes }
    const issued = yield* ask(given, { method: "POST", path: "/keys", body, isAnswer: isIssued })
    if (given.json) return yield* Console.log(JSON.stringify(issued))
    yield* Console.error(issuedNote(issued))
    yield* Console.log(issued.key)
  })
).pipe(Command.withDescription("Make a key. It is shown this one time."))

const list = Command.make("list", { json, ...serverFlags }, (given) =>
  Effect.gen(function* () {
    const keys = yield* ask(given, { method: "GET", path: "/keys", isAnswer: isList })
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    yield* Console.log(given.json ? JSON.stringify(keys) : keysReport(keys, canColor))
  })
).pipe(Command.withDescription("The keys that are in force, the newest first."))

const revoke = Command.make("revoke", { id, json, ...serverFlags }, (given) =>
  Effect.gen(function* () {
    const path = `/keys/${encodeURIComponent(given.id)}`
    const done = yield* ask(given, { method: "DELETE", path, isAnswer: isMessage })
    yield* Console.log(
      given.json ? JSON.stringify(done) : "The key is revoked: no node of the server accepts it."
    )
  })
).pipe(Command.withDescription("Revoke a key, everywhere and for ever."))

export const keys = Command.make("keys").pipe(
  Command.withDescription("API keys: make one, list them, revoke one."),
  Command.withSubcommands([create, list, revoke])
)
