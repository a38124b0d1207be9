/** `rcpt nodes`: the processes of all nodes, and how far the views are behind. Read from the database. */
import { lag, members, missingRole } from "@rcpt/service/operations/admin/members"
import { Console, Effect } from "effect"
import { Command, Flag, TerminalCapabilities } from "effect/cli"

import { interruptedCode } from "./exitCodes.ts"
import { nodesReport } from "./nodesReport.ts"
import { readDatabase } from "./readDatabase.ts"

const json = Flag.Boolean("json").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Print all of it as one line of JSON.")
)

const read = Effect.all({ nodes: members, lag })

export const nodes = Command.make("nodes", { json }, (flags) =>
  Effect.gen(function* () {
    process.exitCode = interruptedCode
    const known = yield* readDatabase("nodes", read)
    const missing = missingRole(known.nodes)
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    yield* Console.log(
      flags.json
        ? JSON.stringify({ ...known, missing })
        : nodesReport(known.nodes, known.lag, missing, canColor)
    )
    process.exitCode = 0
  })
).pipe(
  Command.withDescription(
    "Show the nodes: their roles, versions, clocks and shares of the work, and how far the views are behind."
  )
)
