/** `rcpt`: what an operator types. Each command is a file of its own. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"

import { admin } from "./admin.ts"
import { doctor } from "./doctor.ts"
import { exitCodeOf, lastWords } from "./ending.ts"
import { guards } from "./guards.ts"
import { keys } from "./keys.ts"
import { ledger } from "./ledger.ts"
import { lists } from "./lists.ts"
import { parentWatch } from "./parentWatch.ts"
import { smtp } from "./smtp.ts"
import { start } from "./start.ts"
import { verify } from "./verify.ts"

parentWatch()

const rcpt = Command.make("rcpt").pipe(
  Command.withDescription("Email verification with a ledger that anybody can audit."),
  Command.withSubcommands([start, verify, keys, lists, ledger, smtp, guards, doctor, admin])
)

Command.run(rcpt, { version: "1.0.0" }).pipe(
  Effect.provide(NodeServices.layer),
  Effect.tapCause((cause) => {
    const words = lastWords(cause)
    return words === undefined ? Effect.void : Console.error(words)
  }),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(exitCodeOf(exit))
  })
)
