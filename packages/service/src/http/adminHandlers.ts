/** The endpoints for owners of the service. */
import { Posted } from "@rcpt/api/Admin"
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { uuid } from "@rcpt/api/ledgerQuery"
import { accountNotFound, BadRequest, keyReused } from "@rcpt/api/Problem"
import { creditsMax } from "@rcpt/domain/Credits"
import { Duration, Effect, Schema, Semaphore } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { health } from "../admin/health.ts"
import { listAccounts } from "../admin/listAccounts.ts"
import { postCredits } from "../admin/postCredits.ts"
import type { Posting } from "../admin/postCredits.ts"
import { resume, suspend, UnknownAccount } from "../admin/suspension.ts"
import { answerWithin } from "../answerWithin.ts"
import { Doctor } from "../doctor/Doctor.ts"
import { answerOnce } from "./answerOnce.ts"

/** With the look-up of the key, below the 5 s in which every request is answered. */
export const adminWaitMax = Duration.seconds(3)

/** What is no id is the id of no account. */
const accountIn = ({ id }: { readonly id: string }): Effect.Effect<string, UnknownAccount> =>
  uuid.test(id) ? Effect.succeed(id.toLowerCase()) : Effect.fail(new UnknownAccount())

const notFound = () => Effect.fail(accountNotFound)

const ownerStays = new BadRequest({ error: "an account that owns the service is not suspended" })

const tooFew = ({ available }: { readonly available: number }) =>
  Effect.fail(
    new BadRequest({ error: `credits must be -${available} or more: the account has no more` })
  )

const tooMany = ({ available }: { readonly available: number }) =>
  Effect.fail(
    new BadRequest({
      error: `credits must be ${creditsMax - available} or less: no account has over ${creditsMax}`
    })
  )

const postedText = Schema.encodeSync(Schema.fromJsonString(Posted))

interface Asked extends Pick<Posting, "kind" | "credits" | "reason" | "key"> {
  readonly id: string
}

/** The ledger knows what it has posted, so the answer need not be kept with it. */
const post = ({ id, reason, ...asked }: Asked) =>
  Effect.gen(function* () {
    const account = yield* accountIn({ id })
    const { accountId: by } = yield* CurrentAccount
    const posting = { ...asked, account, by, reason: reason.trim() }
    return yield* answerOnce({ status: 201, key: asked.key }, () =>
      Effect.map(postCredits(posting), (posted) => ({
        body: postedText(posted),
        kept: "no" as const
      }))
    )
  }).pipe(
    Effect.catchTags({
      UnknownAccount: notFound,
      InsufficientCredits: tooFew,
      TooManyCredits: tooMany,
      OrderAltered: () => Effect.fail(keyReused),
      LedgerUnavailable: Effect.die
    })
  )

const suspended = (id: string) =>
  Effect.gen(function* () {
    const account = yield* accountIn({ id })
    const { accountId: by } = yield* CurrentAccount
    yield* suspend({ account, by }).pipe(answerWithin(adminWaitMax))
    return { message: "the account is suspended" }
  })

const resumed = (id: string) =>
  Effect.gen(function* () {
    const account = yield* accountIn({ id })
    const { accountId: by } = yield* CurrentAccount
    yield* resume({ account, by }).pipe(answerWithin(adminWaitMax))
    return { message: "the account is let in again" }
  })

const oneAtATime = Semaphore.makeUnsafe(1)

/** Who asks while it is examined gets to see what that finds. */
const examined = Effect.gen(function* () {
  const { examine } = yield* Doctor
  yield* Effect.forkDetach(oneAtATime.withPermitsIfAvailable(1)(examine))
  return { message: "the service examines itself: look again in some seconds" }
})

export const layer = HttpApiBuilder.group(Api, "Admin", (handlers) =>
  handlers
    .handle("accounts", ({ query: { cursor, ...query } }) =>
      listAccounts({ ...query, cursor: cursor?.toLowerCase() }).pipe(
        answerWithin(adminWaitMax),
        Effect.orDie
      )
    )
    .handle("grant", ({ params, payload, headers }) =>
      post({ kind: "grant", ...params, ...payload, key: headers["idempotency-key"] })
    )
    .handle("adjust", ({ params, payload, headers }) =>
      post({ kind: "adjust", ...params, ...payload, key: headers["idempotency-key"] })
    )
    // A caller who goes away does not take it back.
    .handle("suspend", ({ params }) =>
      suspended(params.id).pipe(
        Effect.catchTag("UnknownAccount", notFound),
        Effect.catchTag("OwnerNotSuspended", () => Effect.fail(ownerStays)),
        Effect.catchTag(["StoreUnavailable", "TimeoutError"], Effect.die)
      )
    )
    .handle("resume", ({ params }) =>
      resumed(params.id).pipe(
        Effect.catchTag("UnknownAccount", notFound),
        Effect.catchTag(["StoreUnavailable", "TimeoutError"], Effect.die)
      )
    )
    .handle("health", () => health.pipe(answerWithin(adminWaitMax), Effect.orDie))
    .handle("examine", () => examined)
)
