/**
 * `rcpt admin accounts`, `grant`, `suspend` and `resume`: what an owner of the service asks of its
 * server. An account is named by its e-mail address or its id.
 */
import { randomUUID } from "node:crypto"

import { AdminAccounts, Posted } from "@rcpt/api/Admin"
import type { AdminAccount } from "@rcpt/api/Admin"
import { Message } from "@rcpt/api/Message"
import { Console, Duration, Effect, Schema } from "effect"
import { Argument, Command, Flag, TerminalCapabilities } from "effect/cli"

import { accountsReport } from "./adminReport.ts"
import { CommandFailed, interruptedCode, unavailableCode, usageCode } from "./ending.ts"
import { printable } from "./report.ts"
import { requestServer } from "./requestServer.ts"
import type { Request, Server } from "./requestServer.ts"
import { serverFlags, serverOf } from "./serverFlags.ts"
import type { ServerGiven } from "./serverFlags.ts"

/** The server takes 5 s at most, of which it waits one to be sure that nobody is let in any more. */
const waitMax = Duration.seconds(15)

const json = Flag.Boolean("json").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Print the answer of the API, on one line.")
)

const account = Argument.String("account").pipe(
  Argument.withDescription("Its e-mail address or its id.")
)

const isAccounts = Schema.is(AdminAccounts)
const isPosted = Schema.is(Posted)
const isMessage = Schema.is(Message)

type Ask = <A>(request: Omit<Request<A>, "waitMax">) => Effect.Effect<A, CommandFailed>

const asking =
  (server: Server): Ask =>
  (request) =>
    requestServer(server, { ...request, waitMax })

/** Until there is an answer: whoever interrupts us must not take it for done. */
const asOwner = <A>(
  given: ServerGiven,
  work: (ask: Ask) => Effect.Effect<A, CommandFailed>
): Effect.Effect<A, CommandFailed> =>
  Effect.gen(function* () {
    process.exitCode = interruptedCode
    const done = yield* work(asking(yield* serverOf(given)))
    process.exitCode = 0
    return done
  })

const pageOf = (ask: Ask, urlParams: Readonly<Record<string, string>>) =>
  ask({ method: "GET", path: "/admin/accounts", urlParams, isAnswer: isAccounts })

const pageSize = "100"

const allOf = (ask: Ask): Effect.Effect<ReadonlyArray<AdminAccount>, CommandFailed> =>
  Effect.gen(function* () {
    const found: Array<AdminAccount> = []
    let page = yield* pageOf(ask, { limit: pageSize })
    found.push(...page.accounts)
    while (page.next !== null) {
      page = yield* pageOf(ask, { limit: pageSize, cursor: page.next })
      found.push(...page.accounts)
    }
    return found
  })

const idOf = (ask: Ask, name: string): Effect.Effect<string, CommandFailed> =>
  name.includes("@")
    ? Effect.flatMap(pageOf(ask, { email: name }), ({ accounts: [found] }) =>
        found === undefined
          ? new CommandFailed({
              code: usageCode,
              sentence: `There is no account of ${printable(name)}.`
            })
          : Effect.succeed(found.id)
      )
    : Effect.succeed(name)

const pathOf = (id: string, deed: string): string =>
  `/admin/accounts/${encodeURIComponent(id)}/${deed}`

const accounts = Command.make("accounts", { json, ...serverFlags }, (given) =>
  Effect.gen(function* () {
    const found = yield* asOwner(given, allOf)
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    yield* Console.log(given.json ? JSON.stringify(found) : accountsReport(found, canColor))
  })
).pipe(Command.withDescription("All accounts, the newest first."))

const grantFlags = {
  account,
  credits: Argument.Int("credits").pipe(Argument.withDescription("How many, 1 or more.")),
  reason: Flag.String("reason").pipe(
    Flag.withDescription("What for. The account reads it in its ledger, where it stays.")
  ),
  key: Flag.String("key").pipe(
    Flag.optional,
    Flag.withDescription("The same key grants once, however often it is tried. Default: a new one.")
  ),
  json
}

const grant = Command.make("grant", { ...grantFlags, ...serverFlags }, (given) =>
  Effect.gen(function* () {
    const { credits, reason } = given
    const key = given.key._tag === "Some" ? given.key.value : randomUUID()
    const posted = yield* asOwner(given, (ask) =>
      Effect.flatMap(idOf(ask, given.account), (id) =>
        ask({
          method: "POST",
          path: pathOf(id, "grants"),
          headers: { "idempotency-key": key },
          body: { credits, reason },
          isAnswer: isPosted
        })
      )
    ).pipe(
      // Whether it was done may not be known: with the same key it is not done twice.
      Effect.tapError(({ code }) =>
        code === unavailableCode
          ? Console.error(`To try again without granting twice: --key ${key}`)
          : Effect.void
      )
    )
    const says = `${posted.credits} credits are granted to ${posted.account_id}.`
    yield* Console.log(given.json ? JSON.stringify(posted) : says)
  })
).pipe(Command.withDescription("Give an account credits."))

const deed = (name: "suspend" | "resume", description: string, says: string) =>
  Command.make(name, { account, json, ...serverFlags }, (given) =>
    Effect.gen(function* () {
      const done = yield* asOwner(given, (ask) =>
        Effect.flatMap(idOf(ask, given.account), (id) =>
          ask({ method: "POST", path: pathOf(id, name), isAnswer: isMessage })
        )
      )
      yield* Console.log(given.json ? JSON.stringify(done) : says)
    })
  ).pipe(Command.withDescription(description))

export const adminAccounts = [
  accounts,
  grant,
  deed(
    "suspend",
    "Accept no key and no session of an account any more.",
    "The account is suspended: no node of the server accepts its keys or sessions."
  ),
  deed(
    "resume",
    "Let an account in again.",
    "The account is let in again: its keys are good as before, and people sign in anew."
  )
] as const
