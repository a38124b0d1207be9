/**
 * `rcpt verify <address>`: one address, asked of a server or verified in this process. The verdict
 * is the exit code too, so that a shell can branch on it.
 */
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { Console, Effect } from "effect"
import { Argument, Command, Flag, TerminalCapabilities } from "effect/cli"

import { askServer } from "./askServer.ts"
import { interruptedCode, verdictCodes } from "./ending.ts"
import { report } from "./report.ts"
import { serverFlags, serverOf } from "./serverFlags.ts"
import { verifyHere } from "./verifyHere.ts"

const address = Argument.String("address").pipe(
  Argument.withDescription("The e-mail address; after -- when it begins with a dash.")
)

const flags = {
  json: Flag.Boolean("json").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Print the answer of the API, on one line.")
  ),
  deep: Flag.Boolean("deep").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Ask the recipient's mail server too: slower, and up to 5 credits.")
  ),
  local: Flag.Boolean("local").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Verify in this process: no server, no key, no credits.")
  )
}

const print = (result: VerifyResult, json: boolean) =>
  Effect.gen(function* () {
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    yield* Console.log(json ? JSON.stringify(result) : report(result, canColor))
  })

export const verify = Command.make("verify", { address, ...flags, ...serverFlags }, (given) =>
  Effect.gen(function* () {
    // Until there is a verdict: whoever interrupts us must not read "valid".
    process.exitCode = interruptedCode
    const mode = given.deep ? "deep" : "fast"
    const { address } = given
    const result = given.local
      ? yield* verifyHere({ address, mode })
      : yield* askServer(yield* serverOf(given, "; or verify here with --local"), { address, mode })
    yield* print(result, given.json)
    process.exitCode = verdictCodes[result.status]
  })
).pipe(
  Command.withDescription(
    "Verify one address. Exit code: 0 valid, 1 risky, 2 invalid, 3 unknown; 64 and up: no verdict."
  )
)
