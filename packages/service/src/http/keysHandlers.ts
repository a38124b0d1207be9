/** The endpoints of API keys. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { BadRequest, keyNotFound } from "@rcpt/api/Problem"
import { liveKeysMax } from "@rcpt/domain/Account"
import { Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import * as apiKey from "../accounts/apiKey.ts"
import { ApiKeys } from "../accounts/ApiKeys.ts"
import type { ApiKey } from "../accounts/ApiKeys.ts"
import { answerWithin } from "../answerWithin.ts"

/** With the look-up of the key, below the 5 s in which every request is answered. */
export const keysWaitMax = Duration.seconds(3)

const tooMany = new BadRequest({
  error: `an account has at most ${liveKeysMax} keys: revoke one that is not used any more`
})

/** Asked for twice is asked for once; in one order, whatever the caller's was. */
const settled = <A extends string>(scopes: ReadonlyArray<A> = []): ReadonlyArray<A> =>
  [...new Set(scopes)].toSorted()

const known = ({ keyId, name, scopes, last4, createdAt }: ApiKey) => ({
  id: keyId,
  name,
  scopes,
  last4,
  created_at: createdAt.toISOString()
})

export const layer = HttpApiBuilder.group(Api, "Keys", (handlers) =>
  handlers
    .handle("create", ({ payload }) =>
      Effect.gen(function* () {
        const { accountId } = yield* CurrentAccount
        const keys = yield* ApiKeys
        const key = apiKey.generate()
        const { name, scopes } = payload
        const order = { name: name.trim(), scopes: settled(scopes), key }
        return { ...known(yield* keys.issue(accountId, order)), key }
      }).pipe(
        answerWithin(keysWaitMax),
        Effect.catchTag("TooManyApiKeys", () => Effect.fail(tooMany)),
        Effect.catchTag(["StoreUnavailable", "TimeoutError"], Effect.die)
      )
    )
    .handle("list", () =>
      Effect.gen(function* () {
        const { accountId } = yield* CurrentAccount
        const keys = yield* ApiKeys.use(({ list }) => list(accountId))
        return keys.map((key) => ({
          ...known(key),
          last_used_at: key.lastUsedAt?.toISOString() ?? null
        }))
      }).pipe(answerWithin(keysWaitMax), Effect.orDie)
    )
    // A caller who goes away does not take the revocation back.
    .handle("revoke", ({ params }) =>
      Effect.gen(function* () {
        const { accountId } = yield* CurrentAccount
        yield* ApiKeys.use(({ revoke }) => revoke(accountId, params.id))
        return { message: "the key is revoked" }
      }).pipe(
        answerWithin(keysWaitMax),
        Effect.catchTag("UnknownApiKey", () => Effect.fail(keyNotFound)),
        Effect.catchTag(["StoreUnavailable", "TimeoutError"], Effect.die)
      )
    )
)
