/** One verification by a server: `GET /api/v1/verify`. */
import { timeoutMillis } from "@rcpt/api/query"
import { VerifyResult } from "@rcpt/api/VerifyResult"
import { Duration, Schema } from "effect"
import type { Effect } from "effect"

import type { CommandFailed } from "./exitCodes.ts"
import { requestServer } from "./requestServer.ts"
import type { Server } from "./requestServer.ts"

/** A fast verification takes 5 s at most, a deep one a minute; the rest is for the network. */
const timeouts: Readonly<Record<VerifyResult["mode"], Duration.Duration>> = {
  fast: Duration.seconds(15),
  deep: Duration.sum(Duration.millis(timeoutMillis.max), Duration.seconds(15))
}

export interface VerifyRequest {
  readonly address: string
  readonly mode: VerifyResult["mode"]
  /** A result of the account that is not older is given again: `30d`. */
  readonly maxAge?: string | undefined
}

const isResult = Schema.is(VerifyResult)

export const askServer = (
  server: Server,
  { address, mode, maxAge }: VerifyRequest
): Effect.Effect<VerifyResult, CommandFailed> =>
  requestServer(server, {
    method: "GET",
    path: "/verify",
    urlParams: { email: address, mode, ...(maxAge !== undefined && { max_age: maxAge }) },
    isResponse: isResult,
    timeout: timeouts[mode]
  })
