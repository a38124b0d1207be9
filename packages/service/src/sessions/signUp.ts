/**
 * Opens an account for whoever asks, where the operator lets everybody in. Nobody's address is proved
 * by it: we send no mail.
 */
import { randomUUIDv7 } from "node:crypto"

import { parseAddress } from "@rcpt/verifier/parseAddress"
import { Duration, Effect, Result, Schema } from "effect"

import { Accounts } from "../accounts/Accounts.ts"
import { hashPassword } from "../accounts/password.ts"
import { Config } from "../Config.ts"
import { WriteSql } from "../Database.ts"
import { commitOrders } from "../ledger/Ledger.ts"
import * as orders from "../ledger/orders.ts"
import { spelled, unlessCrowded } from "./signIn.ts"
import { Tries } from "./Tries.ts"

export class SignUpClosed extends Schema.TaggedError<SignUpClosed>()("SignUpClosed", {}) {}

export class NoAddress extends Schema.TaggedError<NoAddress>()("NoAddress", {
  reason: Schema.String
}) {}

export interface SignUp {
  readonly email: string
  readonly password: string
  /** Where he asks from, as it is counted. */
  readonly address: string
}

/** Longer than it takes: from how long nobody learns whether there was an account already. */
const answeredAfter = Duration.millis(400)

const open = (email: string, passwordHash: string) =>
  Effect.gen(function* () {
    const { signUpCredits } = yield* Config
    const accounts = yield* Accounts
    const account = yield* accounts.open({ email, passwordHash, owner: false })
    if (signUpCredits === 0) return
    const grantId = randomUUIDv7()
    const grant = orders.grant({ grantId, credits: signUpCredits, reason: "sign-up" })
    yield* commitOrders(account, [grant])
  })

/** Where there is an account of this address, nothing happens to it, and nobody is told. */
export const signUp = Effect.fn("signUp")(function* ({ email, password, address }: SignUp) {
  const { signUp: rule } = yield* Config
  if (rule === "closed") return yield* new SignUpClosed()
  const tries = yield* Tries
  yield* unlessCrowded
  const refusal = tries.signUp(address, performance.now())
  if (refusal !== undefined) return yield* refusal
  const parsed = parseAddress(spelled(email))
  if (Result.isFailure(parsed)) return yield* new NoAddress({ reason: parsed.failure })

  const sql = yield* WriteSql
  const work = Effect.gen(function* () {
    const passwordHash = yield* hashPassword(password)
    yield* open(spelled(email), passwordHash).pipe(sql.withTransaction)
  }).pipe(Effect.catchReason("SqlError", "UniqueViolation", () => Effect.void))
  yield* Effect.all([work, Effect.sleep(answeredAfter)], { concurrency: 2, discard: true })
})
