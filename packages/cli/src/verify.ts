/**
 * `rcpt verify <address>`: one address, asked of a server or verified in this process. The verdict
 * is the exit code too, so that a shell can branch on it.
 */
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { Config, Console, Effect } from "effect"
import { Argument, Command, Flag, TerminalCapabilities } from "effect/cli"

import { askServer } from "./askServer.ts"
import { CommandFailed, interruptedCode, usageCode, verdictCodes } from "./ending.ts"
import { report } from "./report.ts"
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
  ),
  url: Flag.String("url").pipe(
    Flag.withFallbackConfig(Config.String("RCPT_URL")),
    Flag.withDefault("http://localhost:8080"),
    Flag.withDescription("Where the server is. Default: RCPT_URL, else http://localhost:8080")
  ),
  apiKey: Flag.Redacted("api-key").pipe(
    Flag.withFallbackConfig(Config.Redacted("RCPT_API_KEY")),
    Flag.optional,
    Flag.withDescription("Default: RCPT_API_KEY, which other users of the machine cannot see.")
  )
}

const noKey = new CommandFailed({
  sentence: "No API key: set RCPT_API_KEY or pass --api-key; or verify here with --local.",
  code: usageCode
})

const print = (result: VerifyResult, json: boolean) =>
  Effect.gen(function* () {
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    yield* Console.log(json ? JSON.stringify(result) : report(result, canColor))
  })

export const verify = Command.make("verify", { address, ...flags }, (given) =>
  Effect.gen(function* () {
    // Until there is a verdict: whoever interrupts us must not read "valid".
    process.exitCode = interruptedCode
    const mode = given.deep ? "deep" : "fast"
    const { address, url } = given
    const result = given.local
      ? yield* verifyHere({ address, mode })
      : yield* askServer({
          url,
          apiKey: yield* Effect.mapError(Effect.fromOption(given.apiKey), () => noKey),
          address,
          mode
        })
    yield* print(result, given.json)
    process.exitCode = verdictCodes[result.status]
  })
).pipe(
  Command.withDescription(
    "Verify one address. Exit code: 0 valid, 1 risky, 2 invalid, 3 unknown; 64 and up: no verdict."
  )
)
