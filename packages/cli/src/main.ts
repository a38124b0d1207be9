/** `rcpt`: what an operator types. Each command is a file of its own. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit } from "effect"
import { Command } from "effect/cli"

import { parentWatch } from "./parentWatch.ts"
import { start } from "./start.ts"

parentWatch()

const rcpt = Command.make("rcpt").pipe(
  Command.withDescription("Email verification with a ledger that anybody can audit."),
  Command.withSubcommands([start])
)

/** What an operator can mend is one sentence; only a bug of ours shows where it happened. */
const sentenceOf = (cause: Cause.Cause<unknown>): string => {
  const failure = cause.reasons.find((reason) => reason._tag === "Fail")
  return failure?.error instanceof Error ? failure.error.message : Cause.pretty(cause)
}

Command.run(rcpt, { version: "1.0.0" }).pipe(
  Effect.provide(NodeServices.layer),
  Effect.tapCause((cause) =>
    Cause.hasInterruptsOnly(cause) ? Effect.void : Console.error(sentenceOf(cause))
  ),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    // Stopped in order is not a failure, whatever signal asked for it.
    teardown: (exit, onExit) =>
      onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
  })
)
