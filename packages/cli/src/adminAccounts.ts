/**
 * `rcpt admin accounts`, `grant`, `suspend` and `resume`: commands for owners, sent to the server. An
 * account is named by its email address or its id.
 */
import { randomUUID } from "node:crypto"

import { AdminAccounts, Posted } from "@rcpt/api/Admin"
import type { AdminAccount } from "@rcpt/api/Admin"
import { Message } from "@rcpt/api/Message"
import { Console, Duration, Effect, Schema } from "effect"
import { Argument, Command, Flag, TerminalCapabilities } from "effect/cli"

import { accountsReport } from "./adminReport.ts"
import { CommandFailed, interruptedCode, unavailableCode, usageCode } from "./exitCodes.ts"
import { creditsText, printable } from "./report.ts"
import { requestServer } from "./requestServer.ts"
import type { Request, Server } from "./requestServer.ts"
import { jsonFlag as json, serverFlags, serverOf } from "./serverFlags.ts"
import type { ServerFlags } from "./serverFlags.ts"

/** The server takes 5 s at most; it waits one of them until no node lets the account in any more. */
const timeout = Duration.seconds(15)

const account = Argument.String("account").pipe(
  Argument.withDescription("The account's email address or id.")
)

const isAccounts = Schema.is(AdminAccounts)
const isPosted = Schema.is(Posted)
const isMessage = Schema.is(Message)

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
          ? new CommandFailed({
              code: usageCode,
              sentence: `No account found for ${printable(name)}.`
            })
          : Effect.succeed(account.id)
      )
    : Effect.succeed(name)

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

export const adminAccounts = [
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
