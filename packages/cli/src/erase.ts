/**
 * `rcpt erase`: the right to erasure, on the service's database without its server. Every account is looked
 * through, unless one is named.
 */
import { emailCharsMax } from "@rcpt/domain/limits"
import { accountsNamed } from "@rcpt/service/erasure/accountsNamed"
import { eraseAddress } from "@rcpt/service/erasure/eraseAddress"
import { erasedPersonOf } from "@rcpt/service/erasure/ErasedPerson"
import { eraseSignUps } from "@rcpt/service/erasure/eraseKept"
import { receiptOf } from "@rcpt/service/erasure/receipt"
import * as Secrets from "@rcpt/service/platform/Secrets"
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"

import { eraseReport } from "./eraseReport.ts"
import type { ErasedIn } from "./eraseReport.ts"
import { CommandFailed, misused, unavailableCode } from "./exitCodes.ts"
import { printable } from "./report.ts"
import { booleanFlag } from "./serverFlags.ts"
import { writeDatabase } from "./writeDatabase.ts"

const address = Argument.String("address").pipe(
  Argument.withDescription("The address to erase, in any spelling of its mailbox.")
)

const account = Flag.String("account").pipe(
  Flag.optional,
  Flag.withDescription("Only in the account with this id or email address. Default: in all.")
)

const json = booleanFlag("json", "Print one line of JSON.")

const checked = (text: string): Effect.Effect<void, CommandFailed> =>
  text.trim() === "" || text.length > emailCharsMax
    ? Effect.fail(misused(`The address must have 1 to ${emailCharsMax} characters.`))
    : Effect.void

type Outcome = ErasedIn | { readonly account: string; readonly running: ReadonlyArray<string> }

const eraseIn = (id: string, email: string) =>
  eraseAddress(id, email).pipe(
    Effect.provide(Secrets.layer),
    Effect.map((erasure): ReadonlyArray<Outcome> => [{ account: id, receipt: receiptOf(erasure) }]),
    Effect.catchTags({
      JobsRunning: ({ jobs }) => Effect.succeed([{ account: id, running: jobs }]),
      // Closed meanwhile, and erased with that.
      NoSuchAccount: () => Effect.succeed([]),
      AccountNotOpen: () => Effect.succeed([])
    })
  )

const eraseEverywhere = Effect.fnUntraced(function* (email: string, name: Option.Option<string>) {
  const ids = yield* accountsNamed(Option.getOrUndefined(name))
  if (ids.length === 0 && Option.isSome(name))
    return yield* misused(`No account found for ${printable(name.value)}.`)
  return (yield* Effect.forEach(ids, (id) => eraseIn(id, email))).flat()
})

/** A sign-up that was not confirmed belongs to no account. */
const eraseWithoutAccount = (email: string) =>
  Effect.gen(function* () {
    const count = yield* eraseSignUps(erasedPersonOf(email))
    if (count > 0)
      yield* Console.error(`Also erased, outside of accounts: sign-ups and mail, ${count}.`)
  })

const isErased = (outcome: Outcome): outcome is ErasedIn => "receipt" in outcome

/** Other accounts are done all the same; the command did not do all that it was asked for. */
const refuseRunning = (outcomes: ReadonlyArray<Outcome>) => {
  const running = outcomes.flatMap((outcome) => (isErased(outcome) ? [] : outcome.running))
  return running.length === 0
    ? Effect.void
    : Effect.fail(
        new CommandFailed({
          sentence: `Not erased where jobs with the address are not finished: ${running.join(", ")}. Cancel them or wait, and run this again.`,
          code: unavailableCode
        })
      )
}

export const erase = Command.make("erase", { address, account, json }, (flags) =>
  Effect.gen(function* () {
    yield* checked(flags.address)
    const outside = Option.isNone(flags.account) ? eraseWithoutAccount(flags.address) : Effect.void
    const outcomes = yield* writeDatabase(
      Effect.tap(eraseEverywhere(flags.address, flags.account), () => outside)
    )
    const erased = outcomes.filter(isErased)
    yield* Console.log(flags.json ? JSON.stringify(erased) : eraseReport(erased))
    yield* refuseRunning(outcomes)
  })
).pipe(
  Command.withDescription(
    "Erase an address from all stored data. The ledger has no addresses. Needs only the database, no server."
  )
)
