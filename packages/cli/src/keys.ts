/**
 * `rcpt keys`: manages the API keys of an account on a server, with one of its keys. `create` writes
 * only the new key to standard output, so that a script can read it.
 */
import { IssuedKey, Key, keyListsMax, keyScopes } from "@rcpt/api/Keys"
import { isMessage } from "@rcpt/api/Message"
import { creditsOf, heldFor } from "@rcpt/domain/prices"
import { Console, Duration, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag, TerminalCapabilities } from "effect/cli"

import { CommandFailed, interruptedCode, usageCode } from "./exitCodes.ts"
import { minuteOf, painter, printable, wrapped } from "./report.ts"
import { requestServer } from "./requestServer.ts"
import type { Request } from "./requestServer.ts"
import { json, serverFlags, serverOf } from "./serverFlags.ts"
import type { ServerFlags } from "./serverFlags.ts"
import { wholeId } from "./wholeId.ts"

const indent = "  "

const restrictions: Readonly<Record<Key["scopes"][number], string>> = {
  fast: "no deep mode",
  read: "read only, no spending and no changes",
  manage: "manages keys and webhooks"
}

const restrictionOf = (scopes: Key["scopes"]): string =>
  scopes.length === 0 ? "none" : scopes.map((scope) => restrictions[scope] ?? scope).join("; ")

const row = (label: string, value: string): string => {
  const first = `${indent}${label.padEnd("restriction".length)}  `
  return wrapped(value, first, " ".repeat(first.length))
}

const creditLimitOf = ({ credit_limit, credits_used }: Partial<Key>): string => {
  if (credit_limit === undefined) return ""
  const limit = `${credit_limit.credits} a ${credit_limit.per}`
  return credits_used === undefined ? limit : `${limit}, ${credits_used} used`
}

/** The limits that a key has. */
const limitRows = (key: Key | IssuedKey): ReadonlyArray<string> => {
  const { origins, allow_deep, visitor_limit: visitor, networks, expires_at } = key
  const rows = [
    ["websites", origins?.join(", ")],
    ["mode", origins && (allow_deep ? "fast and deep" : "fast")],
    ["per visitor", visitor && `${visitor.per_minute} a minute, ${visitor.per_day} a day`],
    ["credits", creditLimitOf(key)],
    ["networks", networks?.join(", ")],
    ["ends", expires_at && minuteOf(expires_at)]
  ] as const
  return rows.flatMap(([label, value]) => (value ? [row(label, value)] : []))
}

const restrictionRow = ({ kind, scopes }: Pick<Key, "kind" | "scopes">): string =>
  row("restriction", kind === "browser" ? "browser key: GET /verify only" : restrictionOf(scopes))

const card = (key: Key, title: string): string =>
  [
    title,
    row("id", key.id),
    key.key === undefined ? row("ends with", key.last4) : row("key", key.key),
    restrictionRow(key),
    ...limitRows(key),
    row("created", minuteOf(key.created_at)),
    row("last used", key.last_used_at === null ? "never" : minuteOf(key.last_used_at))
  ].join("\n")

/** API keys as text of 80 columns, for `rcpt keys`. */
const keysReport = (keys: ReadonlyArray<Key>, canColor: boolean): string => {
  const paint = painter(canColor)
  return keys.map((key) => card(key, paint("bold", printable(key.name)))).join("\n\n")
}

const issuedNote = (key: IssuedKey): string =>
  [
    key.kind === "browser"
      ? wrapped(`Browser key "${key.name}" created. It is public: put it into your page.`, "", "")
      : wrapped(`API key "${key.name}" created. It is shown only once: store it now.`, "", ""),
    row("id", key.id),
    restrictionRow(key),
    ...limitRows(key)
  ].join("\n")

/** The server takes 5 s at most; it waits one of them until every node refuses a revoked key. */
const timeout = Duration.seconds(15)

const name = Argument.String("name").pipe(
  Argument.withDescription(
    "A name to recognize the key by, such as the app that uses it. Optional with --origin."
  ),
  Argument.optional
)

const newName = Flag.String("name").pipe(Flag.withDescription("A new name."), Flag.optional)

const origins = Flag.String("origin").pipe(
  Flag.between(0, keyListsMax.origins),
  Flag.withDescription(
    "Make a browser key for the pages of this website: https://shop.example, or https://*.shop.example " +
      "for every name below. Repeat for several."
  )
)

const deep = Flag.Boolean("deep").pipe(
  Flag.optional,
  Flag.withDescription(
    `Allow a browser key deep mode, at ${heldFor.fast} or ${creditsOf(heldFor.deep)} a check (--no-deep: not).`
  )
)

const visitor = Flag.String("visitor").pipe(
  Flag.optional,
  Flag.withDescription(
    "Limit each visitor with a browser key: 10/minute,50/day (checks of one client address)."
  )
)

const credits = Flag.String("credits").pipe(
  Flag.optional,
  Flag.withDescription("Limit the credits that the key may use: 1000/day or 20000/month, or none.")
)

const expires = Flag.String("expires").pipe(
  Flag.optional,
  Flag.withDescription("End the key: 2027-01-31 (midnight, UTC), 2027-01-31T12:00:00Z, or never.")
)

const networks = Flag.String("network").pipe(
  Flag.between(0, keyListsMax.networks),
  Flag.withDescription(
    "Limit the key to this network: 203.0.113.0/24 or an address, or any. Repeat for several."
  )
)

const limitFlags = { origins, deep, visitor, credits, expires, networks }

/** A flag that does not have the form that its description shows. */
const badFlag = (flag: string, form: string) =>
  new CommandFailed({ sentence: `--${flag} must be ${form}.`, code: usageCode })

const creditsForm = /^(\d{1,13})\/(day|month)$/u
const visitorForm = /^(\d{1,7})\/minute,(\d{1,7})\/day$/u
const dateForm = /^\d{4}-\d\d-\d\d$/u

const creditLimitIn = (text: string) => {
  if (text === "none") return Effect.succeed(null)
  const [, most, per] = creditsForm.exec(text) ?? []
  return most === undefined
    ? Effect.fail(badFlag("credits", "such as 1000/day or 20000/month, or none"))
    : Effect.succeed({ credits: Number(most), per })
}

const visitorLimitIn = (text: string) => {
  const [, perMinute, perDay] = visitorForm.exec(text) ?? []
  return perMinute === undefined
    ? Effect.fail(badFlag("visitor", "such as 10/minute,50/day"))
    : Effect.succeed({ per_minute: Number(perMinute), per_day: Number(perDay) })
}

const endIn = (text: string): string | null => {
  if (text === "never") return null
  return dateForm.test(text) ? `${text}T00:00:00Z` : text
}

interface LimitFlags {
  readonly origins: ReadonlyArray<string>
  readonly deep: Option.Option<boolean>
  readonly visitor: Option.Option<string>
  readonly credits: Option.Option<string>
  readonly expires: Option.Option<string>
  readonly networks: ReadonlyArray<string>
  readonly scopes: ReadonlyArray<string>
}

const isSome = <A>(option: Option.Option<A>): option is Option.Some<A> => Option.isSome(option)

/** The fields of the API for the flags that were given. */
const limitsIn = (flags: LimitFlags) =>
  Effect.gen(function* () {
    const { deep, visitor, credits, expires, networks, origins, scopes } = flags
    return {
      ...(scopes.length > 0 && { scopes }),
      ...(origins.length > 0 && { origins }),
      ...(isSome(deep) && { allow_deep: deep.value }),
      ...(isSome(visitor) && { visitor_limit: yield* visitorLimitIn(visitor.value) }),
      ...(isSome(credits) && { credit_limit: yield* creditLimitIn(credits.value) }),
      ...(isSome(expires) && { expires_at: endIn(expires.value) }),
      ...(networks.length > 0 && { networks: networks.join() === "any" ? null : networks })
    }
  })

const scopes = Flag.Literals("scope", keyScopes).pipe(
  Flag.between(0, keyScopes.length),
  Flag.withDescription(
    "Restrict the key: fast (no deep mode) or read (no spending, no changes). manage: it may manage keys and " +
      "webhooks; only the dashboard gives it. Repeat for several."
  )
)

const id = Argument.String("id").pipe(
  Argument.withDescription("The key's id, as rcpt keys list shows it; the beginning is enough.")
)

const isIssued = Schema.is(IssuedKey)
const isList = Schema.is(Schema.Array(Key))
/** An interrupted command must not report success: the exit code is 0 only after the response. */
const send = <A>(flags: ServerFlags, request: Omit<Request<A>, "timeout">) =>
  Effect.gen(function* () {
    process.exitCode = interruptedCode
    const response = yield* requestServer(yield* serverOf(flags), { ...request, timeout })
    process.exitCode = 0
    return response
  })

const create = Command.make(
  "create",
  { name, scopes, ...limitFlags, json, ...serverFlags },
  (args) =>
    Effect.gen(function* () {
      const named = isSome(args.name) ? { name: args.name.value } : {}
      const body = { ...named, ...(yield* limitsIn(args)) }
      const issued = yield* send(args, {
        method: "POST",
        path: "/keys",
        body,
        isResponse: isIssued
      })
      if (args.json) return yield* Console.log(JSON.stringify(issued))
      yield* Console.error(issuedNote(issued))
      yield* Console.log(issued.key)
    })
).pipe(
  Command.withDescription(
    "Create an API key, which is shown only once; with --origin, a browser key."
  )
)

/** Also for other commands that name a key. */
export const keyId = (server: ServerFlags, given: string) => {
  const all = send(server, { method: "GET", path: "/keys", isResponse: isList })
  return wholeId(
    given,
    "key",
    Effect.map(all, (keys) => keys.map(({ id, name }) => ({ id, label: name })))
  )
}

const isKey = Schema.is(Key)

const change = Command.make(
  "change",
  { id, name: newName, scopes, ...limitFlags, json, ...serverFlags },
  (args) =>
    Effect.gen(function* () {
      const named = isSome(args.name) ? { name: args.name.value } : {}
      const body = { ...named, ...(yield* limitsIn(args)) }
      const path = `/keys/${encodeURIComponent(yield* keyId(args, args.id))}`
      const key = yield* send(args, { method: "PATCH", path, body, isResponse: isKey })
      const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
      yield* Console.log(args.json ? JSON.stringify(key) : keysReport([key], canColor))
    })
).pipe(Command.withDescription("Change the given fields of an API key. Effective on every node."))

const list = Command.make("list", { json, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    const keys = yield* send(args, { method: "GET", path: "/keys", isResponse: isList })
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    yield* Console.log(args.json ? JSON.stringify(keys) : keysReport(keys, canColor))
  })
).pipe(Command.withDescription("List active API keys, newest first."))

const revoke = Command.make("revoke", { id, json, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    const path = `/keys/${encodeURIComponent(yield* keyId(args, args.id))}`
    const message = yield* send(args, { method: "DELETE", path, isResponse: isMessage })
    yield* Console.log(
      args.json ? JSON.stringify(message) : "API key revoked. No node of the server accepts it."
    )
  })
).pipe(Command.withDescription("Revoke an API key permanently, on every node."))

export const keys = Command.make("keys").pipe(
  Command.withDescription("Create, change, list and revoke API keys."),
  Command.withSubcommands([create, change, list, revoke])
)
