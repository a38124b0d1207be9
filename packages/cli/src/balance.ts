/** `rcpt ledger balance`: what an account had, now or at an earlier moment, from the facts alone. */
import { accountAt } from "@rcpt/service/operations/audit/pointInTime"
import type { Moment } from "@rcpt/service/operations/audit/pointInTime"
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"

import { balanceReport } from "./balanceReport.ts"
import { CommandFailed, usageCode } from "./exitCodes.ts"
import { unreachable, withDatabase } from "./readDatabase.ts"

const account = Argument.String("account").pipe(
  Argument.withDescription("Its id, or the email address that it signs in with.")
)

const at = Flag.String("at").pipe(
  Flag.optional,
  Flag.withDescription(
    "An instant such as 2026-11-23T21:00:00Z, or a number of commits of the log. Default: now."
  )
)

const json = Flag.Boolean("json").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Print one line of JSON.")
)

const misused = (sentence: string) => new CommandFailed({ sentence, code: usageCode })

const digits = /^\d{1,15}$/
/** With a time zone: an hour more or less is another balance. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/

const momentOf = (text: string): Effect.Effect<Moment, CommandFailed> => {
  if (digits.test(text)) return Effect.succeed({ seq: Number(text) })
  const date = new Date(instant.test(text) ? text : NaN)
  if (Number.isNaN(date.getTime()))
    return Effect.fail(
      misused(`--at must be an instant such as 2026-11-23T21:00:00Z or a number, not ${text}`)
    )
  return date.getTime() > Date.now()
    ? Effect.fail(misused(`--at: ${text} is in the future`))
    : Effect.succeed({ instant: date })
}

export const balance = Command.make("balance", { account, at, json }, (flags) =>
  Effect.gen(function* () {
    const moment = yield* Option.match(flags.at, {
      onNone: () => Effect.succeed<Moment>({}),
      onSome: momentOf
    })
    const found = yield* withDatabase(accountAt(flags.account, moment)).pipe(
      Effect.catchTag("UnknownAccount", () =>
        Effect.fail(misused(`There is no account ${flags.account}`))
      ),
      Effect.catchTag("NotInLog", ({ head }) =>
        Effect.fail(misused(`--at: the log has ${head} commits`))
      ),
      Effect.catchTag("SqlError", () =>
        Effect.fail(unreachable("The ledger of this database cannot be read."))
      )
    )
    yield* Console.log(flags.json ? JSON.stringify(found) : balanceReport(found))
  })
).pipe(
  Command.withDescription(
    "Show what an account had: available credits, open holds, and jobs that were not finished."
  )
)
