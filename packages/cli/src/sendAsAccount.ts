/** A request of a command that ends with it: an interrupted command must not report success. */
import { Duration, Effect } from "effect"

import { interruptedCode } from "./exitCodes.ts"
import { requestServer } from "./requestServer.ts"
import type { Request } from "./requestServer.ts"
import { serverOf } from "./serverFlags.ts"
import type { ServerFlags } from "./serverFlags.ts"

/** The server takes 5 s at most. */
export const answerWait = Duration.seconds(15)

/** The exit code is 0 only after the response. */
export const sendAsAccount = <A>(
  flags: ServerFlags,
  request: Omit<Request<A>, "timeout">,
  timeout = answerWait
) =>
  Effect.gen(function* () {
    process.exitCode = interruptedCode
    const response = yield* requestServer(yield* serverOf(flags), {
      ...request,
      timeout
    })
    process.exitCode = 0
    return response
  })
