/**
 * Endpoints of API keys: create, change, list, revoke. A secret key is shown only once, when it is created;
 * after that only its last four characters are known. A browser key is public.
 */
import { ApiKeyScope } from "@rcpt/domain/Account"
import { creditsMax } from "@rcpt/domain/Credits"
import { keyNameCharsMax } from "@rcpt/domain/keptTexts"
import {
  browserCreditLimit,
  CreditPeriod,
  networksMax,
  originPatternIn,
  originsMax,
  visitorLimitDefault,
  visitorLimitMax
} from "@rcpt/domain/KeyTerms"
import { creditsOf, heldFor } from "@rcpt/domain/prices"
import { Role } from "@rcpt/domain/Role"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

import { fieldFault } from "./errors/errorTexts.ts"
import { boolean, described, integer, string } from "./fields.ts"
import { dateTime } from "./formats.ts"
import { Message } from "./Message.ts"
import { nameField } from "./nameField.ts"
import { EndsItself, managed, NeedsFreshPassword, Requires } from "./Permissions.ts"
import { PersonNamed } from "./PersonNamed.ts"
import { BadRequest, NotFound } from "./Problem.ts"
import { secured } from "./secured.ts"

/** What a key is restricted to, and whether it manages others (`KeyTerms.manages`). */
const KeyScope = Schema.Literals([...ApiKeyScope.literals, "manage"])

/** All scopes, for user interfaces that list them. */
export const keyScopes = KeyScope.literals

/** The most that a key may have of each. */
export const keyListsMax = { origins: originsMax, networks: networksMax }

const NameField = nameField("keptAddress")

const scopesLimits = 'must be a list of "fast", "read" and "manage"'

const ScopesField = Schema.Array(
  KeyScope.annotate({ message: 'must be "fast", "read" or "manage"' })
)
  .annotate({ message: scopesLimits })
  .annotate({
    description:
      "`fast`: no deep mode. `read`: nothing that costs credits or changes data. `manage`: it may manage keys and " +
      "webhooks, which no key may without. Only a person gives `manage`, in the dashboard. Not for a browser key. " +
      "Default: no restrictions, without `manage`."
  })

const originLimits = fieldFault("origin", {
  examples: "https://shop.example or https://*.shop.example"
})
const originsLimits = fieldFault("origins", { n: originsMax })

const OriginsField = Schema.Array(
  Schema.String.annotate({ message: originLimits }).check(
    Schema.makeFilter((text) => originPatternIn(text) !== undefined || originLimits)
  )
)
  .annotate({ message: originsLimits })
  .check(Schema.makeFilter(({ length }) => (length > 0 && length <= originsMax) || originsLimits))

const dateLimits = fieldFault("dateTime", { example: "2027-01-31T00:00:00Z" })

/** With an offset: a time without one would mean another one to everybody. */
const isoWithOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/u

/** `Date` takes the 31st of February for the 3rd of March. */
const isDateTime = (text: string): boolean => {
  const date = text.slice(0, "2027-01-31".length)
  return (
    isoWithOffset.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
  )
}

const ExpiryField = Schema.NullOr(
  Schema.String.annotate({ message: dateLimits, format: "date-time" }).check(
    Schema.makeFilter((text) => isDateTime(text) || dateLimits)
  )
).annotate({
  message: dateLimits,
  description: "When the key ends: in the future. null: it does not end by itself."
})

const networkLimits = fieldFault("network", { example: "203.0.113.0/24" })
const networksLimits = fieldFault("networks", { n: networksMax })

/** The characters of a CIDR; whether they are one, the service decides. */
const cidrShape = /^[0-9A-Fa-f.:]{2,45}(?:\/\d{1,3})?$/u

const NetworksField = Schema.NullOr(
  Schema.Array(
    Schema.String.annotate({ message: networkLimits }).check(
      Schema.isPattern(cidrShape, { message: networkLimits })
    )
  )
    .annotate({ message: networksLimits })
    .check(Schema.makeFilter(({ length }) => length <= networksMax || networksLimits))
).annotate({
  message: networksLimits,
  description:
    "The only networks from which the key works, as IP addresses or CIDR blocks, such as `203.0.113.0/24`. " +
    "Not for a browser key. null or empty: from all."
})

const countUpTo = (most: number, description: string) => {
  const message = fieldFault("wholeNumber", { from: 1, to: most })
  return Schema.Int.annotate({ message })
    .check(Schema.isBetween({ minimum: 1, maximum: most }, { message }))
    .annotate({ description })
}

const creditLimits = 'must be an object with "credits" and "per"'

const CreditLimitField = Schema.Struct({
  credits: countUpTo(creditsMax, "Credits."),
  per: CreditPeriod.annotate({
    message: 'must be "day" or "month"',
    description: "A day or a month begins at midnight, UTC."
  })
}).annotate({
  identifier: "CreditLimit",
  message: creditLimits,
  description: "The most credits that the key may use in a day or a month."
})

const VisitorLimitField = Schema.Struct({
  per_minute: countUpTo(visitorLimitMax.perMinute, "Checks in a minute."),
  per_day: countUpTo(visitorLimitMax.perDay, "Checks in a day, UTC.")
}).annotate({
  identifier: "VisitorLimit",
  message: 'must be an object with "per_minute" and "per_day"',
  description:
    "The most checks of one client address (IPv6: of its /64) with the browser key. Each node counts by itself."
})

const DeepField = Schema.Boolean.annotate({
  message: fieldFault("boolean"),
  description: `Whether the browser key may use deep mode, at ${heldFor.fast} or ${creditsOf(heldFor.deep)} for a check. Default: false.`
})

const { credits: defaultCredits, per: defaultPer } = browserCreditLimit
const { perMinute, perDay } = visitorLimitDefault

/** What can be given of a key, and changed. */
const changeable = {
  origins: described(
    Schema.optionalKey(OriginsField),
    "The websites whose pages may use the key, such as `https://shop.example`; `https://*.shop.example` " +
      `allows every name below. 1 to ${originsMax}. A key with origins is a browser key: it is public, and only for \`GET /verify\`.`
  ),
  allow_deep: Schema.optionalKey(DeepField),
  visitor_limit: described(
    Schema.optionalKey(VisitorLimitField),
    `Of a browser key. Default: ${perMinute} in a minute and ${perDay} in a day.`
  ),
  credit_limit: described(
    Schema.optionalKey(Schema.NullOr(CreditLimitField).annotate({ message: creditLimits })),
    "The most credits that the key may use in a day or a month; null: no limit. Default: none; of a " +
      `browser key ${defaultCredits} in a ${defaultPer}.`
  ),
  expires_at: Schema.optionalKey(ExpiryField),
  networks: Schema.optionalKey(NetworksField),
  scopes: Schema.optionalKey(ScopesField)
}

export const NewKey = Schema.Struct({
  name: described(
    Schema.optionalKey(NameField),
    `To recognise the key, at most ${keyNameCharsMax} characters. Required, except for a browser key: ` +
      "default `Browser key of` its first origin."
  ),
  ...changeable
}).annotate({ identifier: "KeyRequest" })
export type NewKey = typeof NewKey.Type

export const KeyChange = Schema.Struct({
  name: described(
    Schema.optionalKey(NameField),
    `Its name, at most ${keyNameCharsMax} characters.`
  ),
  ...changeable
}).annotate({ identifier: "KeyChange" })
export type KeyChange = typeof KeyChange.Type

const keyFields = {
  id: described(Schema.String.annotate({ format: "uuid" }), "Its id."),
  name: string("Its name."),
  scopes: Schema.Array(KeyScope).annotate({
    description: "`fast` and `read` restrict it; `manage` lets it manage keys and webhooks."
  }),
  last4: string("The last four characters of the key."),
  created_at: described(dateTime, "When it was made."),
  role: Role.annotate({
    description:
      "The role of the person who made it, at that time: the key may do no more than they might."
  }),
  made_by_key: Schema.optionalKey(
    Schema.String.annotate({
      format: "uuid",
      description: "The API key that made it, and with which it ends."
    })
  ),
  kind: Schema.Literals(["secret", "browser"]).annotate({
    description: "`browser`: it is public, works on `origins`, and only for `GET /verify`."
  }),
  origins: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({ description: "Of a browser key: its websites." })
  ),
  allow_deep: Schema.optionalKey(boolean("Of a browser key: whether it may use deep mode.")),
  visitor_limit: Schema.optionalKey(VisitorLimitField),
  credit_limit: Schema.optionalKey(CreditLimitField),
  expires_at: Schema.optionalKey(
    dateTime.annotate({ description: "When it ends, or has ended. Absent: it does not end." })
  ),
  networks: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({
      description: "The networks from which it works. Absent: from all."
    })
  )
}

export const Key = Schema.Struct({
  ...keyFields,
  last_used_at: Schema.NullOr(dateTime).annotate({
    description: "Last use, up to a minute late; null if it was never used."
  }),
  credits_used: Schema.optionalKey(
    integer("Of a key with a `credit_limit`: its credits of this day or month (UTC).")
  ),
  key: Schema.optionalKey(string("Of a browser key, which is public: the key itself.")),
  made_by: Schema.optionalKey(PersonNamed)
}).annotate({ identifier: "Key" })
export type Key = typeof Key.Type

export const IssuedKey = Schema.Struct({
  ...keyFields,
  key: string("The key itself. It is shown only once.")
}).annotate({ identifier: "IssuedKey" })
export type IssuedKey = typeof IssuedKey.Type

const create = HttpApiEndpoint.post("create", "/keys", {
  payload: NewKey,
  success: IssuedKey.pipe(HttpApiSchema.status(201)),
  error: BadRequest
}).annotateMerge(
  managed({
    identifier: "createKey",
    summary: "Create an API key",
    description:
      "The response has the key; of a secret key only a digest is stored, so this is the only time. With " +
      "`origins` it is a browser key, for forms in web pages. An API key needs the scope `manage`: it gives no " +
      "more than it may do itself, and the key ends with it."
  })
)

const change = HttpApiEndpoint.patch("change", "/keys/:id", {
  params: {
    id: string("The API key's `id`, which is not the key.")
  },
  payload: KeyChange,
  success: Key,
  error: [BadRequest, NotFound]
}).annotateMerge(
  managed({
    identifier: "changeKey",
    summary: "Change an API key",
    description:
      "Changes the fields that are given: everything but the kind of key. Returns when no node uses the " +
      "former limits, after about a second. 403 for a key that may do more than you. An API key changes only " +
      "keys that it made."
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
    id: string("The API key's `id`, which is not the key.")
  },
  success: Message,
  error: NotFound
})
  .annotate(Requires, "manage")
  .annotate(NeedsFreshPassword, true)
  .annotate(EndsItself, true)
  .annotateMerge(
    OpenApi.annotations({
      identifier: "revokeKey",
      summary: "Revoke an API key",
      description:
        "Returns when no node accepts the key or those that it made, after about a second. 403 for a key that may " +
        "do more than you. Every secret key may revoke itself, whatever its scopes."
    })
  )

export class Keys extends secured(HttpApiGroup.make("Keys").add(create, change, list, revoke)) {}
