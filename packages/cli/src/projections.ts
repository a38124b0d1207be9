/**
 * `rcpt projections`: the views that are made of the log, rebuilt while the service serves, and compared
 * with the log without changing anything. Exit code: 0, or 1 where a view differs.
 */
import {
  differences,
  listProjections,
  rebuildProjection
} from "@rcpt/service/operations/audit/views/projections"
import type { Listed, Rebuilt } from "@rcpt/service/operations/audit/views/projections"
import { comparedViews } from "@rcpt/service/views/viewsOf"
import { Console, Effect } from "effect"
import { Argument, Command } from "effect/cli"

import { CommandFailed, interruptedCode, usageCode } from "./exitCodes.ts"
import { brokenLines } from "./ledgerReport.ts"
import { lost, readDatabase, unreachable, withOperatorDatabase } from "./readDatabase.ts"
import { booleanFlag } from "./serverFlags.ts"

const json = booleanFlag("json", "Print it as one line of JSON.")

const name = Argument.String("name").pipe(
  Argument.withDescription("The view, as rcpt projections list shows it.")
)

const exitCodes = { same: 0, differs: 1 }
const octetsPerMib = 1_048_576

const nameWidth = "checkedAddresses".length

const headings = `${"view".padEnd(nameWidth)}  gen  state       position    behind  parked       size`

const lineOf = ({ name, generation, live, position, behind, parked, octets }: Listed): string =>
  [
    name.padEnd(nameWidth),
    String(generation).padStart(5),
    `  ${(live ? "live" : "rebuilding").padEnd(10)}`,
    String(position).padStart(10),
    String(behind).padStart(10),
    String(parked).padStart(8),
    `${(octets / octetsPerMib).toFixed(1)} MiB`.padStart(11)
  ].join("")

const list = Command.make("list", { json }, (flags) =>
  Effect.gen(function* () {
    process.exitCode = interruptedCode
    const listed = yield* readDatabase("views", listProjections)
    yield* Console.log(
      flags.json ? JSON.stringify(listed) : [headings, ...listed.map(lineOf)].join("\n")
    )
    process.exitCode = exitCodes.same
  })
).pipe(
  Command.withDescription(
    "Show the views: generation, position in the log, commits behind, parked commits, size."
  )
)

export const rebuiltLine = (name: string, { before, now, goneOn }: Rebuilt): string =>
  `${name}: generation ${now} has replaced ${before}${goneOn ? "; the rebuild had begun before" : ""}.`

/** A wrong name is misuse; a store that goes away can be tried again. */
export const rebuilding = (name: string) =>
  rebuildProjection(name).pipe(
    Effect.catchTag("UnknownProjection", ({ known }) =>
      Effect.fail(
        new CommandFailed({
          sentence: `There is no view "${name}". Choose one of: ${known.join(", ")}.`,
          code: usageCode
        })
      )
    ),
    Effect.catchTag("StoreUnavailable", lost)
  )

const rebuild = Command.make("rebuild", { name }, (args) =>
  Effect.gen(function* () {
    process.exitCode = interruptedCode
    const rebuilt = yield* withOperatorDatabase(rebuilding(args.name))
    yield* Console.log(rebuiltLine(args.name, rebuilt))
    process.exitCode = exitCodes.same
  })
).pipe(
  Command.withDescription(
    "Rebuild a view from the log. The old one is used until the new one is ready. Services go on " +
      "serving, and end the rebuild if this command is stopped."
  )
)

const diff = Command.make("diff", { name, json }, (args) =>
  Effect.gen(function* () {
    process.exitCode = interruptedCode
    const found = yield* readDatabase("views", differences(args.name))
    if (found === undefined)
      return yield* new CommandFailed({
        sentence: `There is no view "${args.name}" whose rows can be compared. Choose one of: ${comparedViews.map(({ name }) => name).join(", ")}.`,
        code: usageCode
      })
    if (found.skipped !== undefined) return yield* unreachable(`${args.name}: ${found.skipped}.`)
    const { examined, differing } = found
    const text =
      differing.length === 0
        ? [`${args.name}: its rows are what ${examined} events say.`]
        : differing.flatMap((one) => brokenLines(one, ""))
    yield* Console.log(
      args.json ? JSON.stringify({ ok: differing.length === 0, ...found }) : text.join("\n")
    )
    process.exitCode = differing.length === 0 ? exitCodes.same : exitCodes.differs
  })
).pipe(
  Command.withDescription(
    "Compare the rows of a view with the log and show the first that differs in each of its tables. " +
      "Changes nothing. Exit code: 0 no difference, 1 a difference."
  )
)

export const projections = Command.make("projections").pipe(
  Command.withDescription("Show, rebuild or compare the views that are built from the ledger."),
  Command.withSubcommands([list, rebuild, diff])
)
