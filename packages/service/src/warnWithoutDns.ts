/**
 * Without DNS every answer is `unknown`: whoever starts us on a closed network hears it at once, and
 * not from the first answer.
 */
import { Resolver } from "@rcpt/verifier/Resolver"
import { Effect } from "effect"

/** Has had mail exchangers for as long as there is anything to verify. */
const known = "gmail.com"

export const warnWithoutDns: Effect.Effect<void, never, Resolver> = Effect.gen(function* () {
  const { mx } = yield* Resolver
  const answer = yield* mx(known)
  if (answer._tag === "Unanswered")
    yield* Effect.logWarning(
      `DNS does not answer (${answer.why}): every answer will be "unknown" until it does. ` +
        "RCPT_DNS_SERVERS names other servers; --lab brings a small internet along."
    )
})
