/**
 * `rcpt`, the command line. Each command is a file of its own. Nothing is loaded before it is known
 * which: the overview needs none of them.
 */
import { version } from "@rcpt/service/platform/version"

import { bundleUrl } from "./builds.ts"
import { isCommandName } from "./commandTable.ts"
import { overview, unknownCommand } from "./commandTable.ts"
import { parentWatch } from "./parentWatch.ts"
import type { runCommand as RunCommand } from "./runCommand.ts"

parentWatch()

/** EX_USAGE, as in exitCodes.ts, which would load the framework. */
const usageCode = 64

const helpWords: ReadonlyArray<string | undefined> = [undefined, "--help", "-h", "help"]
const versionWords: ReadonlyArray<string | undefined> = ["--version", "-v"]

const loadCommands = async (): Promise<{ readonly runCommand: typeof RunCommand }> => {
  const bundle = bundleUrl()
  return bundle === undefined ? await import("./runCommand.ts") : await import(bundle)
}

const [word, ...rest] = process.argv.slice(2)

if (word !== undefined && isCommandName(word)) {
  const { runCommand } = await loadCommands()
  await runCommand([word, ...rest])
} else if (helpWords.includes(word)) {
  process.stdout.write(overview())
} else if (versionWords.includes(word)) {
  process.stdout.write(`rcpt v${version}\n`)
} else {
  process.stderr.write(unknownCommand(word ?? ""))
  process.exitCode = usageCode
}
