/** The endpoints of API keys. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { BadRequest, keyNotFound } from "@rcpt/api/Problem"
import { liveKeysMax } from "@rcpt/domain/AccountKeys"
import { Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { ApiKeys } from "../../accounts/ApiKeys.ts"
import type { ApiKey, Maker } from "../../accounts/ApiKeys.ts"
import * as apiKeyFormat from "../../platform/config/apiKeyFormat.ts"
import { readTimeout } from "../../platform/readTimeout.ts"

/** With the key lookup, below the 5 s within which every request gets its response. */
export const keysWaitMax = Duration.seconds(3)

const tooMany = new BadRequest({
  error: `an account can have at most ${liveKeysMax} API keys: revoke an unused one`
})

/** The scopes without duplicates, and sorted. */
const normalized = <A extends string>(scopes: ReadonlyArray<A> = []): ReadonlyArray<A> =>
  [...new Set(scopes)].toSorted()

type KeyFields = Omit<ApiKey, "lastUsedAt" | "madeBy">

const fieldsOf = ({ keyId, name, scopes, role, last4, createdAt }: KeyFields) => ({
  id: keyId,
  name,
  scopes,
  role,
  last4,
  created_at: createdAt.toISOString()
})

/** Addresses of people are for people only. */
const makerOf = ({ id, email }: Maker, authMode: "jwt" | "api_key") => ({
  id,
  ...(email !== null && authMode === "jwt" && { email })
})

export const keysHandlers = HttpApiBuilder.group(Api, "Keys", (handlers) =>
  handlers
    .handle("create", ({ payload }) =>
      Effect.gen(function* () {
        const { accountId, personId: madeBy, role } = yield* CurrentAccount
        const keys = yield* ApiKeys
        const key = apiKeyFormat.generate()
        const { name, scopes } = payload
        const newKey = { name: name.trim(), scopes: normalized(scopes), key, role, madeBy }
        return { ...fieldsOf(yield* keys.issue(accountId, newKey)), key }
      }).pipe(
        readTimeout(keysWaitMax),
        Effect.catchTag("TooManyApiKeys", () => Effect.fail(tooMany))
      )
    )
    .handle("list", () =>
      Effect.gen(function* () {
        const { accountId, authMode } = yield* CurrentAccount
        const keys = yield* ApiKeys.use(({ list }) => list(accountId))
        return keys.map((key) => ({
          ...fieldsOf(key),
          last_used_at: key.lastUsedAt?.toISOString() ?? null,
          ...(key.madeBy && { made_by: makerOf(key.madeBy, authMode) })
        }))
      }).pipe(readTimeout(keysWaitMax))
    )
    // Completes also when the caller disconnects: see readTimeout.ts.
    .handle("revoke", ({ params }) =>
      Effect.gen(function* () {
        const { accountId } = yield* CurrentAccount
        yield* ApiKeys.use(({ revoke }) => revoke(accountId, params.id))
        return { message: "the key is revoked" }
      }).pipe(
        readTimeout(keysWaitMax),
        Effect.catchTag("UnknownApiKey", () => Effect.fail(keyNotFound))
      )
    )
)
