/** `rcpt`, the operator's command line. Each command is a file of its own. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { version } from "@rcpt/service/platform/version"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"

import { errorText, exitCodeOf } from "./exitCodes.ts"
import { parentWatch } from "./parentWatch.ts"

parentWatch()

/** In the order of the help. `start` loads the whole service, which the others need not wait for. */
const commands = {
  start: () => import("./start.ts").then(({ start }) => start),
  verify: () => import("./verify.ts").then(({ verify }) => verify),
  mcp: () => import("./mcp.ts").then(({ mcp }) => mcp),
  keys: () => import("./keys.ts").then(({ keys }) => keys),
  lists: () => import("./lists.ts").then(({ lists }) => lists),
  ledger: () => import("./ledger.ts").then(({ ledger }) => ledger),
  erase: () => import("./erase.ts").then(({ erase }) => erase),
  projections: () => import("./projections.ts").then(({ projections }) => projections),
  events: () => import("./events.ts").then(({ events }) => events),
  smtp: () => import("./smtp.ts").then(({ smtp }) => smtp),
  guards: () => import("./guards.ts").then(({ guards }) => guards),
  nodes: () => import("./nodes.ts").then(({ nodes }) => nodes),
  drain: () => import("./drain.ts").then(({ drain }) => drain),
  backup: () => import("./backup.ts").then(({ backup }) => backup),
  restore: () => import("./restore.ts").then(({ restore }) => restore),
  doctor: () => import("./doctor.ts").then(({ doctor }) => doctor),
  admin: () => import("./admin.ts").then(({ admin }) => admin)
}

const isCommand = (word: string | undefined): word is keyof typeof commands =>
  word !== undefined && Object.hasOwn(commands, word)

/** Only the command that the first word names; all of them for the help and for a wrong word. */
const loadCommands = (word: string | undefined) =>
  Promise.all((isCommand(word) ? [commands[word]] : Object.values(commands)).map((load) => load()))

const rcpt = Command.make("rcpt").pipe(
  Command.withDescription("Email verification with a ledger that anyone can audit."),
  Command.withSubcommands(await loadCommands(process.argv[2]))
)

/**
 * Ends the process once its output is written. Left to itself, it would stay until the last timer of a
 * verification, 5 s after the answer.
 */
const endProcess = (code: number): void => void process.stdout.write("", () => process.exit(code))

Command.run(rcpt, { version }).pipe(
  Effect.provide(NodeServices.layer),
  Effect.tapCause((cause) => {
    const text = errorText(cause)
    return text === undefined ? Effect.void : Console.error(text)
  }),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit) => endProcess(exitCodeOf(exit))
  })
)
