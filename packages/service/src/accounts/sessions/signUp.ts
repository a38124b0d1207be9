/**
 * Opens an account for a new user, if the operator has opened sign-up. It does not prove that the email
 * address is theirs: the service sends no mail.
 */
import { randomUUIDv7 } from "node:crypto"

import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { Duration, Effect, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"

import * as seals from "../../ledger/checkpoints/seals.ts"
import { commitCommands } from "../../ledger/commitCommands.ts"
import { Config } from "../../platform/Config.ts"
import { WriteSql } from "../../platform/Database.ts"
import { Accounts } from "../Accounts.ts"
import { hashPassword, checkNewPassword } from "../password.ts"
import { failIfOverloaded, normalizeEmail } from "./signIn.ts"
import { SignInLimiter } from "./SignInLimiter.ts"

class SignUpClosed extends Schema.TaggedError<SignUpClosed>()("SignUpClosed", {}) {}

export class NoAddress extends Schema.TaggedError<NoAddress>()("NoAddress", {
  reason: Schema.String
}) {}

interface SignUp {
  readonly email: string
  readonly password: string
  /** Client address, as it is counted. */
  readonly address: string
}

/** An answer takes longer than the work: response times do not reveal whether an account exists. */
const responseTimeMin = Duration.millis(400)

const open = (email: string, passwordHash: string) =>
  Effect.gen(function* () {
    const { signUpCredits } = yield* Config
    const accounts = yield* Accounts
    const account = yield* accounts.open({ email, passwordHash, owner: false })
    if (signUpCredits === 0) return
    const grantId = randomUUIDv7()
    const options = { grantId, credits: signUpCredits, reason: "sign-up" }
    const grant = yield* Effect.provideService(
      seals.grant(account, options),
      SqlClient.SqlClient,
      yield* WriteSql
    )
    yield* commitCommands(account, [grant])
  })

/** If the address has an account already, that stays unchanged, and the response is the same. */
export const signUp = Effect.fnUntraced(function* ({ email, password, address }: SignUp) {
  const { signUp: rule } = yield* Config
  if (rule === "closed") return yield* new SignUpClosed()
  const limiter = yield* SignInLimiter
  yield* failIfOverloaded
  const refusal = limiter.signUp(address, performance.now())
  if (refusal !== undefined) return yield* refusal
  const parsed = parseAddress(normalizeEmail(email))
  if (Result.isFailure(parsed)) return yield* new NoAddress({ reason: parsed.failure })
  yield* checkNewPassword(password, normalizeEmail(email))

  const sql = yield* WriteSql
  const work = Effect.gen(function* () {
    const passwordHash = yield* hashPassword(password)
    yield* open(normalizeEmail(email), passwordHash).pipe(sql.withTransaction)
  }).pipe(
    Effect.catchReason("SqlError", "UniqueViolation", () => Effect.void),
    Effect.catchTag(["SqlError", "StoreUnavailable"], Effect.die)
  )
  yield* Effect.all([work, Effect.sleep(responseTimeMin)], { concurrency: 2, discard: true })
})
