/**
 * `rcpt admin`, with `reset-password`, which works on the service's database without its server. Only
 * the new password goes to standard output, so that a script can read it.
 */
import { resetPassword as reset } from "@rcpt/service/accounts/sessions/passwords"
import * as operatorDatabase from "@rcpt/service/operations/audit/operatorDatabase"
import { Config, load } from "@rcpt/service/platform/Config"
import * as log from "@rcpt/service/platform/log"
import { Console, Effect, Layer } from "effect"
import { Argument, Command } from "effect/cli"

import { adminAccounts } from "./adminAccounts.ts"
import { adminClose } from "./adminClose.ts"
import { CommandFailed, interruptedCode, unavailableCode, usageCode } from "./exitCodes.ts"
import { printable } from "./report.ts"

const email = Argument.String("email").pipe(
  Argument.withDescription("The email address that the account signs in with.")
)

const failed = (sentence: string, code: number) => new CommandFailed({ sentence, code })

const note =
  "New password set. It is shown only once. All sessions are signed out; API keys keep working."

const connectionLost = failed("Lost the connection to the database. Try again.", unavailableCode)

const resetPassword = Command.make("reset-password", { email }, (args) =>
  Effect.gen(function* () {
    // An interrupted command must not report success.
    process.exitCode = interruptedCode
    const { config, warnings } = yield* load().pipe(
      Effect.mapError(({ message }) => failed(message, usageCode))
    )
    yield* Effect.forEach(warnings, (warning) => Console.error(warning))
    const database = operatorDatabase.layer.pipe(
      Layer.provide(log.layer),
      Layer.provide(Layer.succeed(Config, config))
    )
    const password = yield* reset(args.email).pipe(
      Effect.provide(database),
      Effect.catchTags({
        UnknownAccount: () => failed(`No account found for ${printable(args.email)}.`, usageCode),
        NoLedger: ({ message }) => failed(message, unavailableCode),
        SqlError: () => connectionLost,
        StoreUnavailable: () => connectionLost
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

export const admin = Command.make("admin").pipe(
  Command.withDescription("Manage accounts as an owner of the service."),
  Command.withSubcommands([...adminAccounts, resetPassword, adminClose])
)
