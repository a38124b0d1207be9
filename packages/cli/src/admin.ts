/**
 * `rcpt admin`: commands for owners of the service. `accounts`, `grant`, `suspend` and `resume` are sent to the server;
 * `close`, `reset-password` and `change-email` work on the service's database without it. Of a new password only the password goes to
 * standard output, so that a script can read it.
 */
import { randomUUID } from "node:crypto"

import type { AdminAccount } from "@rcpt/api/Admin"
import { AdminAccounts, Posted } from "@rcpt/api/Admin"
import { isMessage } from "@rcpt/api/Message"
import { replaceEmail } from "@rcpt/service/accounts/people/changeEmail"
import { resetPassword as reset } from "@rcpt/service/accounts/sessions/passwords"
import { accountsNamed } from "@rcpt/service/erasure/accountsNamed"
import { closeAccount } from "@rcpt/service/erasure/closeAccount"
import * as Outbox from "@rcpt/service/mail/Outbox"
import * as operatorDatabase from "@rcpt/service/operations/audit/operatorDatabase"
import { Config, load } from "@rcpt/service/platform/Config"
import * as log from "@rcpt/service/platform/log"
import * as Secrets from "@rcpt/service/platform/Secrets"
import { Console, Duration, Effect, Layer, Schema } from "effect"
import { Argument, Command, Flag, TerminalCapabilities } from "effect/cli"

import { closedReport } from "./eraseReport.ts"
import { CommandFailed, interruptedCode, unavailableCode, usageCode } from "./exitCodes.ts"
import { lost } from "./readDatabase.ts"
import { creditsText, minuteOf, painter, printable } from "./report.ts"
import { requestServer } from "./requestServer.ts"
import type { Request, Server } from "./requestServer.ts"
import { booleanFlag, json, serverFlags, serverOf } from "./serverFlags.ts"
import type { ServerFlags } from "./serverFlags.ts"
import { wholeId } from "./wholeId.ts"
import { writeDatabase } from "./writeDatabase.ts"

const failed = (sentence: string, code: number = usageCode) => new CommandFailed({ sentence, code })

const indent = "  "

const row = (label: string, value: string): string =>
  `${indent}${label.padEnd("last used".length)}  ${value}`

const card = (account: AdminAccount, title: string): string =>
  [
    title,
    row("id", account.id),
    row("credits", String(account.credits)),
    row("created", minuteOf(account.created_at)),
    row("last used", account.last_used_at === null ? "never" : minuteOf(account.last_used_at)),
    ...(account.is_admin ? [row("role", "owner of the service")] : []),
    ...(account.suspended_at === null ? [] : [row("suspended", minuteOf(account.suspended_at))]),
    ...(account.closed_at === null ? [] : [row("closed", minuteOf(account.closed_at))])
  ].join("\n")

/** The accounts of a service, as text of 80 columns. */
const accountsReport = (accounts: ReadonlyArray<AdminAccount>, canColor: boolean): string => {
  const paint = painter(canColor)
  return accounts
    .map((account) => card(account, paint("bold", printable(account.email ?? "closed account"))))
    .join("\n\n")
}

/** The server takes 5 s at most; it waits one of them until no node lets the account in any more. */
const timeout = Duration.seconds(15)

const account = Argument.String("account").pipe(
  Argument.withDescription("The account's email address, its id, or the beginning of the id.")
)

const isAccounts = Schema.is(AdminAccounts)
const isPosted = Schema.is(Posted)
type Send = <A>(request: Omit<Request<A>, "timeout">) => Effect.Effect<A, CommandFailed>

const sendTo =
  (server: Server): Send =>
  (request) =>
    requestServer(server, { ...request, timeout })

/** An interrupted command must not report success: the exit code is 0 only after the response. */
const withServer = <A>(
  flags: ServerFlags,
  work: (send: Send) => Effect.Effect<A, CommandFailed>
): Effect.Effect<A, CommandFailed> =>
  Effect.gen(function* () {
    process.exitCode = interruptedCode
    const result = yield* work(sendTo(yield* serverOf(flags)))
    process.exitCode = 0
    return result
  })

const pageOf = (send: Send, urlParams: Readonly<Record<string, string>>) =>
  send({ method: "GET", path: "/admin/accounts", urlParams, isResponse: isAccounts })

const pageSize = "100"

const allAccounts = (send: Send): Effect.Effect<ReadonlyArray<AdminAccount>, CommandFailed> =>
  Effect.gen(function* () {
    const all: Array<AdminAccount> = []
    let page = yield* pageOf(send, { limit: pageSize })
    all.push(...page.accounts)
    while (page.next !== null) {
      page = yield* pageOf(send, { limit: pageSize, cursor: page.next })
      all.push(...page.accounts)
    }
    return all
  })

const idOf = (send: Send, name: string): Effect.Effect<string, CommandFailed> =>
  name.includes("@")
    ? Effect.flatMap(pageOf(send, { email: name }), ({ accounts: [account] }) =>
        account === undefined
          ? failed(`No account found for ${printable(name)}.`)
          : Effect.succeed(account.id)
      )
    : wholeId(
        name,
        "account",
        Effect.map(allAccounts(send), (all) =>
          all.map(({ id, email }) => ({ id, label: email ?? "closed" }))
        )
      )

const pathOf = (id: string, action: string): string =>
  `/admin/accounts/${encodeURIComponent(id)}/${action}`

const accounts = Command.make("accounts", { json, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    const all = yield* withServer(args, allAccounts)
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    yield* Console.log(args.json ? JSON.stringify(all) : accountsReport(all, canColor))
  })
).pipe(Command.withDescription("List all accounts, newest first."))

const grantFlags = {
  account,
  credits: Argument.Int("credits").pipe(Argument.withDescription("Number of credits, 1 or more.")),
  reason: Flag.String("reason").pipe(
    Flag.withDescription("Reason for the grant. It stays in the ledger, where the account sees it.")
  ),
  key: Flag.String("key").pipe(
    Flag.optional,
    Flag.withDescription("Idempotency key: retries with one key grant once. Default: a new key.")
  ),
  json
}

const grant = Command.make("grant", { ...grantFlags, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    const { credits, reason } = args
    const key = args.key._tag === "Some" ? args.key.value : randomUUID()
    const posted = yield* withServer(args, (send) =>
      Effect.flatMap(idOf(send, args.account), (id) =>
        send({
          method: "POST",
          path: pathOf(id, "grants"),
          headers: { "idempotency-key": key },
          body: { credits, reason },
          isResponse: isPosted
        })
      )
    ).pipe(
      // The server may have posted the grant: a retry with the same key does not grant twice.
      Effect.tapError(({ code }) =>
        code === unavailableCode
          ? Console.error(`To retry without granting twice, pass --key ${key}`)
          : Effect.void
      )
    )
    const text = `Granted ${creditsText(posted.credits)} to ${posted.account_id}.`
    yield* Console.log(args.json ? JSON.stringify(posted) : text)
  })
).pipe(Command.withDescription("Grant credits to an account."))

const accessCommand = (name: "suspend" | "resume", description: string, success: string) =>
  Command.make(name, { account, json, ...serverFlags }, (args) =>
    Effect.gen(function* () {
      const message = yield* withServer(args, (send) =>
        Effect.flatMap(idOf(send, args.account), (id) =>
          send({ method: "POST", path: pathOf(id, name), isResponse: isMessage })
        )
      )
      yield* Console.log(args.json ? JSON.stringify(message) : success)
    })
  ).pipe(Command.withDescription(description))

/** The commands that are sent to the server. An account is named by its email address or its id. */
const adminAccounts = [
  accounts,
  grant,
  accessCommand(
    "suspend",
    "Suspend an account: its API keys and sessions stop working.",
    "Account suspended. No node of the server accepts its API keys or sessions."
  ),
  accessCommand(
    "resume",
    "Resume a suspended account.",
    "Account resumed. Its API keys work again; its users have to sign in again."
  )
] as const

const yes = booleanFlag("yes", "Close it. Without this flag nothing is done.")

const oneLine = booleanFlag("json", "Print one line of JSON.")

const closeNamed = Effect.fnUntraced(function* (name: string, isMeant: boolean) {
  const [id] = yield* accountsNamed(name)
  if (id === undefined) return yield* failed(`No account found for ${printable(name)}.`)
  if (!isMeant)
    return yield* failed(`Account ${id} would be closed permanently. To do so, add --yes.`)
  return yield* closeAccount(id).pipe(
    Effect.catchTags({
      NoSuchAccount: () => failed(`No account found for ${printable(name)}.`),
      LastOwner: () => failed("The last account that owns the service cannot be closed."),
      WorkUnfinished: ({ jobs, checks }) =>
        failed(
          `Not closed: ${jobs} jobs and ${checks} checks are not finished. Cancel them or wait.`,
          unavailableCode
        )
    })
  )
})

/** `rcpt admin close` closes an account on the service's database, without its server. */
const adminClose = Command.make("close", { account, yes, json: oneLine }, (flags) =>
  Effect.gen(function* () {
    const closed = yield* writeDatabase(closeNamed(flags.account, flags.yes))
    yield* Console.log(flags.json ? JSON.stringify(closed) : closedReport(closed))
  })
).pipe(
  Command.withDescription(
    "Close an account permanently and erase its data. Needs only the database, no server."
  )
)

const email = Argument.String("email").pipe(
  Argument.withDescription("The email address that the account signs in with.")
)

const note =
  "New password set. It is shown only once. All sessions are signed out; API keys keep working."

/** The database of the service, for a person that is named by `email`. */
const operatorLayer = Effect.gen(function* () {
  // An interrupted command must not report success.
  process.exitCode = interruptedCode
  const { config, warnings } = yield* load().pipe(
    Effect.mapError(({ message }) => failed(message, usageCode))
  )
  yield* Effect.forEach(warnings, (warning) => Console.error(warning))
  return Outbox.layer.pipe(
    Layer.provide(Secrets.layer),
    Layer.provideMerge(operatorDatabase.layer),
    Layer.provide(log.layer),
    Layer.provide(Layer.succeed(Config, config))
  )
})

const noAccountOf = (name: string) => failed(`No account found for ${printable(name)}.`, usageCode)

const resetPassword = Command.make("reset-password", { email }, (args) =>
  Effect.gen(function* () {
    const password = yield* reset(args.email).pipe(
      Effect.provide(yield* operatorLayer),
      Effect.catchTags({
        UnknownAccount: () => noAccountOf(args.email),
        NoLedger: ({ message }) => failed(message, unavailableCode),
        SqlError: lost,
        StoreUnavailable: lost
      })
    )
    yield* Console.error(note)
    yield* Console.log(password)
    process.exitCode = 0
  })
).pipe(
  Command.withDescription(
    "Set a new password for an account and sign out its sessions. Needs only the database, no server."
  )
)

const newEmail = Argument.String("new-email").pipe(
  Argument.withDescription("The email address that the person will sign in with.")
)

const changeEmail = Command.make("change-email", { email, newEmail }, (args) =>
  Effect.gen(function* () {
    yield* replaceEmail(args.email, args.newEmail).pipe(
      Effect.provide(yield* operatorLayer),
      Effect.catchTags({
        UnknownAccount: () => noAccountOf(args.email),
        NoAddress: ({ reason }) =>
          failed(`${printable(args.newEmail)} is not an email address: ${reason}.`),
        EmailTaken: () => failed(`Somebody signs in with ${printable(args.newEmail)} already.`),
        NoLedger: ({ message }) => failed(message, unavailableCode),
        SqlError: lost,
        StoreUnavailable: lost
      })
    )
    yield* Console.log("Email changed. The password and the sessions stay as they are.")
    process.exitCode = 0
  })
).pipe(
  Command.withDescription(
    "Change the email that a person signs in with. Needs only the database, no server."
  )
)

export const admin = Command.make("admin").pipe(
  Command.withDescription("Manage accounts as an owner of the service."),
  Command.withSubcommands([...adminAccounts, resetPassword, changeEmail, adminClose])
)
