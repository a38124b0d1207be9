/**
 * Endpoints of API keys: create, list, revoke. A key is shown only once, when it is created; after
 * that only its last four characters are known.
 */
import { ApiKeyScope } from "@rcpt/domain/Account"
import { holdsAddress, isKeyName, keyNameCharsMax } from "@rcpt/domain/keptTexts"
import { Role } from "@rcpt/domain/Role"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

import { Message } from "./Message.ts"
import { NeedsFreshPassword, Requires } from "./Permissions.ts"
import { PersonNamed } from "./PersonNamed.ts"
import { BadRequest, NotFound } from "./Problem.ts"
import { secured } from "./secured.ts"

/** All scopes, for user interfaces that list them. */
export const keyScopes = ApiKeyScope.literals

const dateTime = Schema.String.annotate({ format: "date-time" })

const nameLimits = `must be 1 to ${keyNameCharsMax} visible characters`
const nameHoldsAddress = "must not contain an email address: it is kept forever"

export const NewKey = Schema.Struct({
  name: Schema.String.annotate({ message: nameLimits })
    .check(
      Schema.makeFilter(
        (name) => isKeyName(name.trim()) || (holdsAddress(name) ? nameHoldsAddress : nameLimits)
      )
    )
    .pipe(
      Schema.annotateKey({
        description: `To recognise the key, at most ${keyNameCharsMax} characters.`
      })
    ),
  scopes: Schema.optionalKey(
    Schema.Array(ApiKeyScope.annotate({ message: 'must be "fast" or "read"' }))
      .annotate({ message: 'must be a list of "fast" and "read"' })
      .annotate({
        description:
          "Restrictions. `fast`: no deep mode. `read`: nothing that costs credits or changes " +
          "anything. A key with a scope cannot manage keys. Default: no restrictions."
      })
  )
}).annotate({ identifier: "KeyRequest" })
export type NewKey = typeof NewKey.Type

const keyFields = {
  id: Schema.String.annotate({ format: "uuid" }).pipe(
    Schema.annotateKey({ description: "Its id." })
  ),
  name: Schema.String.annotate({ description: "Its name." }),
  scopes: Schema.Array(ApiKeyScope).annotate({ description: "Empty if it has no restrictions." }),
  last4: Schema.String.annotate({ description: "The last four characters of the key." }),
  created_at: dateTime.pipe(Schema.annotateKey({ description: "When it was made." })),
  role: Role.annotate({
    description:
      "The role of the person who made it, at that time: the key may do no more than they might."
  })
}

export const Key = Schema.Struct({
  ...keyFields,
  last_used_at: Schema.NullOr(dateTime).annotate({
    description: "Last use, up to a minute late; null if it was never used."
  }),
  made_by: Schema.optionalKey(PersonNamed)
}).annotate({ identifier: "Key" })
export type Key = typeof Key.Type

export const IssuedKey = Schema.Struct({
  ...keyFields,
  key: Schema.String.annotate({ description: "The key itself. It is shown only once." })
}).annotate({ identifier: "IssuedKey" })
export type IssuedKey = typeof IssuedKey.Type

const create = HttpApiEndpoint.post("create", "/keys", {
  payload: NewKey,
  success: IssuedKey.pipe(HttpApiSchema.status(201)),
  error: BadRequest
})
  .annotate(Requires, "manage")
  .annotate(NeedsFreshPassword, true)
  .annotateMerge(
    OpenApi.annotations({
      identifier: "createKey",
      summary: "Create an API key",
      description: "The response has the key, once: only a digest of it is stored."
    })
  )

const list = HttpApiEndpoint.get("list", "/keys", { success: Schema.Array(Key) })
  .annotate(Requires, "inspect")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "listKeys",
      summary: "List the active API keys",
      description: "Newest first. Revoked keys are not listed."
    })
  )

const revoke = HttpApiEndpoint.delete("revoke", "/keys/:id", {
  params: {
    id: Schema.String.annotate({ description: "The API key's `id`, which is not the key." })
  },
  success: Message,
  error: NotFound
})
  .annotate(Requires, "manage")
  .annotate(NeedsFreshPassword, true)
  .annotateMerge(
    OpenApi.annotations({
      identifier: "revokeKey",
      summary: "Revoke an API key",
      description:
        "Returns when no node accepts the key any more, after about a second. A key may revoke itself."
    })
  )

export class Keys extends secured(HttpApiGroup.make("Keys").add(create, list, revoke)) {}
