/**
 * One address, from request to receipt: hold, verify, charge. The answer is put into words before it
 * is paid for, so that the very text can be kept together with the charge.
 */
import type { Mode } from "@rcpt/domain/Verdict"
import { Duration, Effect } from "effect"

import type { Command } from "../idempotency/Command.ts"
import { withTab } from "./Tab.ts"
import type { Answered, Caller } from "./Tab.ts"

/**
 * Longer than any request lives (test/service/limits.test.ts), so that no live one loses its hold;
 * short enough that a crash keeps nobody's credits for long.
 */
export const requestHoldLifetime = Duration.minutes(10)

export interface Asked {
  readonly email: string
  readonly mode: Mode
  /** Of deep mode, for everything. */
  readonly timeout: Duration.Duration
}

export interface Telling<A> {
  /** The text that is sent. */
  readonly inWords: (answer: A) => string
  /** Under which the text is kept; `undefined`: it is not. */
  readonly command: Command | undefined
}

export const verifyAddress = Effect.fn("verifyAddress")(
  (caller: Caller, { email, mode, timeout }: Asked, { inWords, command }: Telling<Answered>) =>
    withTab(
      {
        caller,
        kind: "verification",
        mode,
        lifetime: requestHoldLifetime,
        keyed: command !== undefined
      },
      (tab) =>
        Effect.gen(function* () {
          const [held] = yield* tab.open([email])
          const body = inWords(yield* tab.check(held!, timeout))
          const kept = yield* tab.pay(command && { ...command, body })
          return { body, kept }
        })
    )
)
