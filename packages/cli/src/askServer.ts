/** `GET /api/v1/verify` of a server. */
import { timeoutMillis } from "@rcpt/api/query"
import { VerifyResult } from "@rcpt/api/VerifyResult"
import { Duration, Schema } from "effect"
import type { Effect } from "effect"

import type { CommandFailed } from "./ending.ts"
import { requestServer } from "./requestServer.ts"
import type { Server } from "./requestServer.ts"

/** A fast answer takes 5 s at most, a deep one a minute; the rest is for the way there. */
const answerWaits: Readonly<Record<VerifyResult["mode"], Duration.Duration>> = {
  fast: Duration.seconds(15),
  deep: Duration.sum(Duration.millis(timeoutMillis.max), Duration.seconds(15))
}

export interface Question {
  readonly address: string
  readonly mode: VerifyResult["mode"]
}

const isResult = Schema.is(VerifyResult)

export const askServer = (
  server: Server,
  { address, mode }: Question
): Effect.Effect<VerifyResult, CommandFailed> =>
  requestServer(server, {
    method: "GET",
    path: "/verify",
    urlParams: { email: address, mode },
    isAnswer: isResult,
    waitMax: answerWaits[mode]
  })
