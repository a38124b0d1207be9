/**
 * `rcpt verify <address>`: verifies one address, by a server or in this process. The exit code is the
 * verdict, so that a shell can branch on it.
 */
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { Console, Effect, Option } from "effect"
import { Argument, Command, TerminalCapabilities } from "effect/cli"

import { askServer } from "./askServer.ts"
import type { VerifyRequest } from "./askServer.ts"
import { interruptedCode, verdictCodes } from "./exitCodes.ts"
import { report } from "./report.ts"
import {
  booleanFlag,
  json,
  maxAge,
  modeFlags,
  modeOf,
  serverFlags,
  serverOf
} from "./serverFlags.ts"

const address = Argument.String("address").pipe(
  Argument.withDescription("The email address. Put -- before one that starts with a dash.")
)

const flags = {
  json: json,
  ...modeFlags,
  maxAge,
  local: booleanFlag("local", "Verify in this process: no server, no API key, no credits.")
}

/** Loaded only with `--local`: it is most of what a verification by a server need not wait for. */
const verifyLocally = (request: VerifyRequest) =>
  Effect.flatMap(
    Effect.promise(() => import("./verifyHere.ts")),
    ({ verifyHere }) => verifyHere(request)
  )

const print = (result: VerifyResult, json: boolean) =>
  Effect.gen(function* () {
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    yield* Console.log(json ? JSON.stringify(result) : report(result, canColor))
  })

export const verify = Command.make("verify", { address, ...flags, ...serverFlags }, (args) =>
  Effect.gen(function* () {
    // An interrupted command must not report "valid".
    process.exitCode = interruptedCode
    const mode = yield* modeOf(args)
    const { address } = args
    const result = args.local
      ? yield* verifyLocally({ address, mode })
      : yield* askServer(yield* serverOf(args, ", or verify in this process with --local"), {
          address,
          mode,
          maxAge: Option.getOrUndefined(args.maxAge)
        })
    yield* print(result, args.json)
    process.exitCode = verdictCodes[result.status]
  })
).pipe(
  Command.withDescription(
    "Verify one address. Exit code: 0 valid, 1 risky, 2 invalid, 3 unknown; 64 and up: no verdict."
  )
)
