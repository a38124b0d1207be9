/** `rcpt admin close`: closes an account, on the service's database without its server. */
import { accountsNamed } from "@rcpt/service/erasure/accountsNamed"
import { closeAccount } from "@rcpt/service/erasure/closeAccount"
import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"

import { closedReport } from "./eraseReport.ts"
import { CommandFailed, unavailableCode, usageCode } from "./exitCodes.ts"
import { printable } from "./report.ts"
import { writeDatabase } from "./writeDatabase.ts"

const account = Argument.String("account").pipe(
  Argument.withDescription("The account's email address or id.")
)

const yes = Flag.Boolean("yes").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Close it. Without this flag nothing is done.")
)

const json = Flag.Boolean("json").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Print one line of JSON.")
)

const failed = (sentence: string, code: number = usageCode) => new CommandFailed({ sentence, code })

const closeNamed = Effect.fnUntraced(function* (name: string, isMeant: boolean) {
  const [id] = yield* accountsNamed(name)
  if (id === undefined) return yield* failed(`No account found for ${printable(name)}.`)
  if (!isMeant) return yield* failed(`Account ${id} would be closed for ever. To do so, add --yes.`)
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

export const adminClose = Command.make("close", { account, yes, json }, (flags) =>
  Effect.gen(function* () {
    const closed = yield* writeDatabase(closeNamed(flags.account, flags.yes))
    yield* Console.log(flags.json ? JSON.stringify(closed) : closedReport(closed))
  })
).pipe(
  Command.withDescription(
    "Close an account for ever and erase its data. Needs only the database, no server."
  )
)
