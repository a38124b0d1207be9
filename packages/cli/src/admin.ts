/**
 * `rcpt admin`: what an operator does on the service's own database, past its server. A new password
 * is all that goes to standard output, so that a script can take it from there.
 */
import { Config, load } from "@rcpt/service/Config"
import * as operatorDatabase from "@rcpt/service/ledger/operatorDatabase"
import * as log from "@rcpt/service/log"
import { resetPassword as reset } from "@rcpt/service/sessions/passwords"
import { Console, Effect, Layer } from "effect"
import { Argument, Command } from "effect/cli"

import { adminAccounts } from "./adminAccounts.ts"
import { CommandFailed, interruptedCode, unavailableCode, usageCode } from "./ending.ts"
import { printable } from "./report.ts"

const email = Argument.String("email").pipe(
  Argument.withDescription("Whose password it is: the address that he signs in with.")
)

const failed = (sentence: string, code: number) => new CommandFailed({ sentence, code })

const note =
  "This is the new password, shown this one time. All sessions have ended; API keys stay as they are."

const goneAway = failed("The database has gone away: ask again.", unavailableCode)

const resetPassword = Command.make("reset-password", { email }, (given) =>
  Effect.gen(function* () {
    // Whoever interrupts us must not take it for done.
    process.exitCode = interruptedCode
    const { config, warnings } = yield* load().pipe(
      Effect.mapError(({ message }) => failed(message, usageCode))
    )
    yield* Effect.forEach(warnings, (warning) => Console.error(warning))
    const database = operatorDatabase.layer.pipe(
      Layer.provide(log.layer),
      Layer.provide(Layer.succeed(Config, config))
    )
    const password = yield* reset(given.email).pipe(
      Effect.provide(database),
      Effect.catchTags({
        UnknownAccount: () =>
          failed(`There is no account of ${printable(given.email)}.`, usageCode),
        NoLedger: ({ message }) => failed(message, unavailableCode),
        SqlError: () => goneAway,
        StoreUnavailable: () => goneAway
      })
    )
    yield* Console.error(note)
    yield* Console.log(password)
    process.exitCode = 0
  })
).pipe(
  Command.withDescription(
    "Give an account a new password, and end its sessions. Needs no server, only its database."
  )
)

export const admin = Command.make("admin").pipe(
  Command.withDescription("What an owner of the service does with its accounts."),
  Command.withSubcommands([...adminAccounts, resetPassword])
)
