/**
 * `rcpt keys`: manages the API keys of an account on a server, with one of its keys. `create` writes
 * only the new key to standard output, so that a script can read it.
 */
import { IssuedKey, Key, keyScopes } from "@rcpt/api/Keys"
import { Message } from "@rcpt/api/Message"
import { Console, Duration, Effect, Schema } from "effect"
import { Argument, Command, Flag, TerminalCapabilities } from "effect/cli"

import { interruptedCode } from "./exitCodes.ts"
import { minuteOf, painter, printable, wrapped } from "./report.ts"
import { requestServer } from "./requestServer.ts"
import type { Request } from "./requestServer.ts"
import { json, serverFlags, serverOf } from "./serverFlags.ts"
import type { ServerFlags } from "./serverFlags.ts"

const indent = "  "

const restrictions: Readonly<Record<Key["scopes"][number], string>> = {
  fast: "no deep mode",
  read: "read only, no spending and no changes"
}

const restrictionOf = (scopes: Key["scopes"]): string =>
  scopes.length === 0 ? "none" : scopes.map((scope) => restrictions[scope] ?? scope).join("; ")

const row = (label: string, value: string): string => {
  const first = `${indent}${label.padEnd("restriction".length)}  `
  return wrapped(value, first, " ".repeat(first.length))
}

const card = (key: Key, title: string): string =>
  [
    title,
    row("id", key.id),
    row("ends with", key.last4),
    row("restriction", restrictionOf(key.scopes)),
    row("created", minuteOf(key.created_at)),
    row("last used", key.last_used_at === null ? "never" : minuteOf(key.last_used_at))
  ].join("\n")

/** API keys as text of 80 columns, for `rcpt keys`. */
const keysReport = (keys: ReadonlyArray<Key>, canColor: boolean): string => {
  const paint = painter(canColor)
  return keys.map((key) => card(key, paint("bold", printable(key.name)))).join("\n\n")
}

const issuedNote = ({ id, name, scopes }: IssuedKey): string =>
  [
    wrapped(`API key "${name}" created. It is shown only once: store it now.`, "", ""),
    row("id", id),
    row("restriction", restrictionOf(scopes))
  ].join("\n")

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
