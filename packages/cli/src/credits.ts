/** `rcpt credits`: what the account can spend. */
import { Account } from "@rcpt/api/Account"
import { Console, Effect, Schema } from "effect"
import { Command } from "effect/cli"

import { creditsText } from "./report.ts"
import { isForPeople } from "./rows.ts"
import { sendAsAccount } from "./sendAsAccount.ts"
import { jsonFlag as json, serverFlags } from "./serverFlags.ts"

const isAccount = Schema.is(Account)

export const credits = Command.make("credits", { json, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    const request = { method: "GET", path: "/account", isResponse: isAccount } as const
    const account = yield* sendAsAccount(args, request)
    const line = JSON.stringify({ credits: account.credits, checked_at: account.checked_at })
    yield* Console.log(isForPeople(args.json) ? `${creditsText(account.credits)} available` : line)
  })
).pipe(Command.withDescription("Show the account's credits, without those on hold."))
