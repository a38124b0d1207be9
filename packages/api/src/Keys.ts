/**
 * API keys: make one, list them, revoke one. A key is shown once, when it is made; of those in the
 * list nobody knows more than the last four characters.
 */
import { ApiKeyScope, isKeyName, keyNameCharsMax } from "@rcpt/domain/Account"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

import { Authentication } from "./Authentication.ts"
import { Message } from "./Message.ts"
import { Permissions, Requires } from "./Permissions.ts"
import { BadRequest, NotFound } from "./Problem.ts"
import { RateLimited, WrongKeys } from "./RateLimited.ts"
import { RequestErrors } from "./RequestErrors.ts"

/** For who offers them to a person. */
export const keyScopes = ApiKeyScope.literals

const dateTime = Schema.String.annotate({ format: "date-time" })

const nameLimits = `must be 1 to ${keyNameCharsMax} visible characters`

export const NewKey = Schema.Struct({
  name: Schema.String.annotate({ message: nameLimits })
    .check(Schema.makeFilter((name) => isKeyName(name.trim()) || nameLimits))
    .annotate({ description: `To know it by, ${keyNameCharsMax} characters at most.` }),
  scopes: Schema.optionalKey(
    Schema.Array(ApiKeyScope.annotate({ message: 'must be "fast" or "read"' }))
      .annotate({ message: 'must be a list of "fast" and "read"' })
      .annotate({
        description:
          "What the key is kept from: `fast` no deep mode, `read` nothing that costs credits or " +
          "changes anything; with either it cannot manage keys. Default: it may do everything."
      })
  )
}).annotate({ identifier: "NewKey" })
export type NewKey = typeof NewKey.Type

const known = {
  id: Schema.String.annotate({ format: "uuid" }),
  name: Schema.String,
  scopes: Schema.Array(ApiKeyScope).annotate({ description: "Empty: it may do everything." }),
  last4: Schema.String.annotate({ description: "Its last four characters." }),
  created_at: dateTime
}

export const Key = Schema.Struct({
  ...known,
  last_used_at: Schema.NullOr(dateTime).annotate({
    description: "About when it was last used, a minute late at most; null: never."
  })
}).annotate({ identifier: "Key" })
export type Key = typeof Key.Type

export const IssuedKey = Schema.Struct({
  ...known,
  key: Schema.String.annotate({ description: "The key itself. It is not shown again." })
}).annotate({ identifier: "IssuedKey" })
export type IssuedKey = typeof IssuedKey.Type

const create = HttpApiEndpoint.post("create", "/keys", {
  payload: NewKey,
  success: IssuedKey.pipe(HttpApiSchema.status(201)),
  error: BadRequest
}).annotateMerge(OpenApi.annotations({ summary: "Make an API key" }))

const list = HttpApiEndpoint.get("list", "/keys", { success: Schema.Array(Key) }).annotateMerge(
  OpenApi.annotations({
    summary: "API keys that are in force",
    description: "The newest first. Revoked ones are not listed."
  })
)

const revoke = HttpApiEndpoint.delete("revoke", "/keys/:id", {
  params: { id: Schema.String },
  success: Message,
  error: NotFound
}).annotateMerge(
  OpenApi.annotations({
    summary: "Revoke an API key",
    description:
      "Answers when no node accepts the key any more, after a second or so. A key may revoke itself."
  })
)

export class Keys extends HttpApiGroup.make("Keys")
  .add(create, list, revoke)
  .annotateEndpoints(Requires, "manage")
  .middleware(RequestErrors)
  .middleware(Permissions)
  .middleware(RateLimited)
  .middleware(Authentication)
  .middleware(WrongKeys)
  .prefix("/api/v1") {}
