/** `rcpt credits` and `rcpt usage`: what the account can spend, and what it has verified this month. */
import { Account } from "@rcpt/api/Account"
import type { Usage } from "@rcpt/api/Account"
import { Console, Effect, Schema } from "effect"
import { Command } from "effect/cli"

import { creditsText } from "./report.ts"
import { isForPeople, printRows } from "./rows.ts"
import type { Column } from "./rows.ts"
import { sendAsAccount } from "./sendAsAccount.ts"
import { json, serverFlags } from "./serverFlags.ts"

const isAccount = Schema.is(Account)

const columns: ReadonlyArray<Column<Usage>> = [
  ["month (UTC)", ({ year, month }) => `${year}-${String(month).padStart(2, "0")}`],
  ["checks", (usage) => String(usage.total_checks)],
  ["API", (usage) => String(usage.api_checks)],
  ["bulk", (usage) => String(usage.bulk_checks)],
  ["dashboard", (usage) => String(usage.single_checks)]
]

/** `rcpt usage`: the checks of the current month. */
export const usage = Command.make("usage", { json, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    const request = { method: "GET", path: "/account", isResponse: isAccount } as const
    const account = yield* sendAsAccount(args, request)
    yield* printRows([account.usage], columns, args.json)
  })
).pipe(Command.withDescription("Show the checks of the current month."))

export const credits = Command.make("credits", { json, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    const request = { method: "GET", path: "/account", isResponse: isAccount } as const
    const account = yield* sendAsAccount(args, request)
    const line = JSON.stringify({ credits: account.credits, checked_at: account.checked_at })
    yield* Console.log(isForPeople(args.json) ? `${creditsText(account.credits)} available` : line)
  })
).pipe(Command.withDescription("Show the account's credits, without those held."))
