/** `rcpt accuracy`: how many addresses bounced that were mailed, by what rcpt had said of them. */
import { Accuracy, accuracyDays } from "@rcpt/api/Accuracy"
import type { AccuracySums } from "@rcpt/api/Accuracy"
import { Console, Effect, Schema } from "effect"
import { Command, Flag } from "effect/cli"

import { isForPeople, printRows } from "./rows.ts"
import type { Column } from "./rows.ts"
import { sendAsAccount } from "./sendAsAccount.ts"
import { booleanFlag, json, serverFlags } from "./serverFlags.ts"

const days = Flag.Literals("days", accuracyDays).pipe(
  Flag.withDefault("90" as const),
  Flag.withDescription("The last 30, 90 or 365 days. Default: 90.")
)

const all = booleanFlag("all", "Of all accounts, for owners of the service.")

const isAccuracy = Schema.is(Accuracy)

interface Row extends AccuracySums {
  readonly by: string
  readonly name: string
}

const groupsOf = (found: Accuracy): ReadonlyArray<Row> =>
  Object.entries({
    mode: found.by_mode,
    status: found.by_status,
    sub_status: found.by_sub_status,
    score: found.by_score,
    provider: found.by_provider,
    "catch-all confidence": found.by_catch_all_confidence
  }).flatMap(([by, groups]) => groups.map((group) => ({ by, ...group })))

const percentMax = 100

const percent = (share: number): string => (share * percentMax).toFixed(2)

const columns: ReadonlyArray<Column<Row>> = [
  ["by", ({ by }) => by],
  ["", ({ name }) => name],
  ["sent", ({ sent }) => String(sent)],
  ["delivered", ({ delivered }) => String(delivered)],
  ["bounced", ({ bounced }) => String(bounced)],
  ["complained", ({ complained }) => String(complained)],
  [
    "bounced, % (95 % interval)",
    ({ bounce_rate: rate }) =>
      rate === undefined
        ? "not enough mail to say"
        : `${percent(rate.share)} (${percent(rate.low)} to ${percent(rate.high)})`
  ]
]

export const accuracy = Command.make("accuracy", { days, all, json, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    const path = `${args.all ? "/admin/accuracy" : "/usage/accuracy"}?days=${args.days}`
    const found = yield* sendAsAccount(args, { method: "GET", path, isResponse: isAccuracy })
    if (!isForPeople(args.json)) return yield* Console.log(JSON.stringify(found))
    const rows = [{ by: "all mail", name: "", ...found.total }, ...groupsOf(found)]
    yield* printRows(rows, columns, args.json)
    if (found.deferred > 0)
      yield* Console.log(`\nPut off, and in no count above: ${found.deferred}`)
    if (!found.deliveries_reported)
      yield* Console.log("\nReport deliveries too: without them there is nothing to compare with.")
  })
).pipe(Command.withDescription("Show how many addresses bounced that you mailed, by verdict."))
