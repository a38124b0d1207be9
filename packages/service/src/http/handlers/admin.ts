/** The endpoints for owners of the service. */
import { Posted } from "@rcpt/api/Admin"
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { errorText, fieldFault } from "@rcpt/api/errors/errorTexts"
import { accountNotFound, BadRequest, keyReused } from "@rcpt/api/Problem"
import { creditsMax } from "@rcpt/domain/Credits"
import { uuid } from "@rcpt/domain/limits"
import { Effect, Schema, Semaphore } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { health } from "../../operations/admin/health.ts"
import { listAccounts } from "../../operations/admin/listAccounts.ts"
import { postCredits } from "../../operations/admin/postCredits.ts"
import type { Posting } from "../../operations/admin/postCredits.ts"
import { resume, suspend, UnknownAccount } from "../../operations/admin/suspension.ts"
import { Doctor } from "../../operations/doctor/Doctor.ts"
import { readTimeout, readWaitMax } from "../../platform/readTimeout.ts"
import { accuracyOf } from "../../views/accuracy.ts"
import { idempotent } from "../middleware/idempotent.ts"

/** A malformed id is the id of no account. */
const accountIdOf = ({ id }: { readonly id: string }): Effect.Effect<string, UnknownAccount> =>
  uuid.test(id) ? Effect.succeed(id.toLowerCase()) : Effect.fail(new UnknownAccount())

const notFound = () => Effect.fail(accountNotFound)

const cannotSuspendOwner = new BadRequest({
  error: errorText("ownerNotSuspended")
})

const belowZero = ({ available }: { readonly available: number }) =>
  Effect.fail(
    new BadRequest({
      error: `credits ${fieldFault("creditsMin", { n: -available, credits: available })}`
    })
  )

const aboveMax = ({ available }: { readonly available: number }) =>
  Effect.fail(
    new BadRequest({
      error: `credits ${fieldFault("creditsMax", { n: creditsMax - available, most: creditsMax })}`
    })
  )

const encodePosted = Schema.encodeSync(Schema.fromJsonString(Posted))

interface PostingRequest extends Pick<Posting, "kind" | "credits" | "reason" | "key"> {
  readonly id: string
}

/** A repeated posting is recognized by the ledger, so the reply need not be stored with it. */
const post = ({ id, reason, ...request }: PostingRequest) =>
  Effect.gen(function* () {
    const account = yield* accountIdOf({ id })
    const { accountId: by } = yield* CurrentAccount
    const posting = { ...request, account, by, reason: reason.trim() }
    return yield* idempotent({ status: 201, key: request.key, meaning: posting }, () =>
      Effect.map(postCredits(posting), (posted) => ({
        body: encodePosted(posted),
        kept: "no" as const
      }))
    )
  }).pipe(
    Effect.catchTags({
      UnknownAccount: notFound,
      InsufficientCredits: belowZero,
      TooManyCredits: aboveMax,
      IdReused: () => Effect.fail(keyReused),
      LedgerUnavailable: Effect.die
    })
  )

const suspendAccount = (id: string) =>
  Effect.gen(function* () {
    const account = yield* accountIdOf({ id })
    const { accountId: by } = yield* CurrentAccount
    yield* suspend({ account, by }).pipe(readTimeout(readWaitMax))
    return { message: "the account is suspended" }
  })

const resumeAccount = (id: string) =>
  Effect.gen(function* () {
    const account = yield* accountIdOf({ id })
    const { accountId: by } = yield* CurrentAccount
    yield* resume({ account, by }).pipe(readTimeout(readWaitMax))
    return { message: "the account is resumed" }
  })

const oneRun = Semaphore.makeUnsafe(1)

/** A request during a run starts no other: its caller sees the findings of that run. */
const startDoctor = Effect.gen(function* () {
  const { examine } = yield* Doctor
  yield* Effect.forkDetach(oneRun.withPermitsIfAvailable(1)(examine))
  return { message: "the doctor is running: check again in a few seconds" }
})

export const adminHandlers = HttpApiBuilder.group(Api, "Admin", (handlers) =>
  handlers
    .handle("accounts", ({ query: { cursor, ...query } }) =>
      listAccounts({ ...query, cursor: cursor?.toLowerCase() }).pipe(readTimeout(readWaitMax))
    )
    .handle("grant", ({ params, payload, headers }) =>
      post({ kind: "grant", ...params, ...payload, key: headers["idempotency-key"] })
    )
    .handle("adjust", ({ params, payload, headers }) =>
      post({ kind: "adjust", ...params, ...payload, key: headers["idempotency-key"] })
    )
    // Completes also when the caller disconnects: see readTimeout.ts.
    .handle("suspend", ({ params }) =>
      suspendAccount(params.id).pipe(
        Effect.catchTag("UnknownAccount", notFound),
        Effect.catchTag("OwnerNotSuspended", () => Effect.fail(cannotSuspendOwner))
      )
    )
    .handle("resume", ({ params }) =>
      resumeAccount(params.id).pipe(Effect.catchTag("UnknownAccount", notFound))
    )
    .handle("health", () => health.pipe(readTimeout(readWaitMax)))
    .handle("examine", () => startDoctor)
    .handle("accuracyOfAll", ({ query: { days } }) =>
      accuracyOf({ account: undefined, days: Number(days) }).pipe(readTimeout(readWaitMax))
    )
)
