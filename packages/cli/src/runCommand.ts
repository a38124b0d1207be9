/** Runs one command, and loads no other. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { version } from "@rcpt/service/platform/version"
import { Console, Effect, Layer } from "effect"
import { CliConfig, Command, GlobalFlag } from "effect/cli"

import { commandTable } from "./commandTable.ts"
import type { CommandName } from "./commandTable.ts"
import { errorText, exitCodeOf } from "./exitCodes.ts"
import { helpFormat } from "./helpFormat.ts"

/** Flags of every command; completions have a command of their own. */
const builtIns = CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version] })

/**
 * Ends the process once its output is written. Left to itself, it would stay until the last timer of a
 * verification, 5 s after the answer.
 */
const endProcess = (code: number): void => void process.stdout.write("", () => process.exit(code))

const asksForHelp = (args: ReadonlyArray<string>) => args.some((arg) => /^(-h|--help)$/.test(arg))

/** `rcpt jobs --limit 3` means `rcpt jobs list --limit 3`. */
const withSubcommand = ([name, ...rest]: readonly [CommandName, ...Array<string>]) => {
  const row = commandTable[name]
  const isAlone = rest[0] === undefined || rest[0].startsWith("-")
  return "alone" in row && isAlone && !asksForHelp(rest)
    ? [name, row.alone, ...rest]
    : [name, ...rest]
}

export const runCommand = async (args: readonly [CommandName, ...Array<string>]): Promise<void> => {
  const command = await commandTable[args[0]].load()
  const rcpt = Command.make("rcpt").pipe(Command.withSubcommands([command]))
  Command.runWith(rcpt, { version })(withSubcommand(args)).pipe(
    Effect.provide(Layer.mergeAll(NodeServices.layer, builtIns, helpFormat)),
    Effect.tapCause((cause) => {
      const text = errorText(cause)
      return text === undefined ? Effect.void : Console.error(text)
    }),
    NodeRuntime.runMain({
      disableErrorReporting: true,
      teardown: (exit) => endProcess(exitCodeOf(exit))
    })
  )
}
