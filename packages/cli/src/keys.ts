/**
 * `rcpt keys`: manages the API keys of an account on a server, with one of its keys. `create` writes
 * only the new key to standard output, so that a script can read it.
 */
import { IssuedKey, Key, keyScopes } from "@rcpt/api/Keys"
import { Message } from "@rcpt/api/Message"
import { Console, Duration, Effect, Schema } from "effect"
import { Argument, Command, Flag, TerminalCapabilities } from "effect/cli"

import { interruptedCode } from "./exitCodes.ts"
import { issuedNote, keysReport } from "./keysReport.ts"
import { requestServer } from "./requestServer.ts"
import type { Request } from "./requestServer.ts"
import { jsonFlag as json, serverFlags, serverOf } from "./serverFlags.ts"
import type { ServerFlags } from "./serverFlags.ts"

/** The server takes 5 s at most; it waits one of them until every node refuses a revoked key. */
const timeout = Duration.seconds(15)

const name = Argument.String("name").pipe(
  Argument.withDescription("A name to recognize the key by, such as the app that uses it.")
)

const scopes = Flag.Literals("scope", keyScopes).pipe(
  Flag.between(0, keyScopes.length),
  Flag.withDescription(
    "Restrict the key: fast (no deep mode) or read (no spending, no changes). Repeat for both."
  )
)

const id = Argument.String("id").pipe(
  Argument.withDescription("The key's id, as shown by rcpt keys list.")
)

const isIssued = Schema.is(IssuedKey)
const isList = Schema.is(Schema.Array(Key))
const isMessage = Schema.is(Message)

/** An interrupted command must not report success: the exit code is 0 only after the response. */
const send = <A>(flags: ServerFlags, request: Omit<Request<A>, "timeout">) =>
  Effect.gen(function* () {
    process.exitCode = interruptedCode
    const response = yield* requestServer(yield* serverOf(flags), { ...request, timeout })
    process.exitCode = 0
    return response
  })

const create = Command.make("create", { name, scopes, json, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    const body = { name: args.name, scopes: args.scopes }
    const issued = yield* send(args, { method: "POST", path: "/keys", body, isResponse: isIssued })
    if (args.json) return yield* Console.log(JSON.stringify(issued))
    yield* Console.error(issuedNote(issued))
    yield* Console.log(issued.key)
  })
).pipe(Command.withDescription("Create an API key. It is shown only once."))

const list = Command.make("list", { json, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    const keys = yield* send(args, { method: "GET", path: "/keys", isResponse: isList })
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    yield* Console.log(args.json ? JSON.stringify(keys) : keysReport(keys, canColor))
  })
).pipe(Command.withDescription("List active API keys, newest first."))

const revoke = Command.make("revoke", { id, json, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    const path = `/keys/${encodeURIComponent(args.id)}`
    const message = yield* send(args, { method: "DELETE", path, isResponse: isMessage })
    yield* Console.log(
      args.json ? JSON.stringify(message) : "API key revoked. No node of the server accepts it."
    )
  })
).pipe(Command.withDescription("Revoke an API key permanently, on every node."))

export const keys = Command.make("keys").pipe(
  Command.withDescription("Create, list and revoke API keys."),
  Command.withSubcommands([create, list, revoke])
)
