/** The endpoints of API keys. */
import { isIP } from "node:net"

import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { codedText } from "@rcpt/api/errors/codedTexts"
import { fieldFault } from "@rcpt/api/errors/errorTexts"
import type { AnySentence } from "@rcpt/api/errors/Sentence"
import type { Key, KeyChange, NewKey } from "@rcpt/api/Keys"
import { BadRequest, beyondMaker, keyNotFound, notItsKey } from "@rcpt/api/Problem"
import { liveKeysMax } from "@rcpt/domain/AccountKeys"
import type { BeyondMaker, OtherKindOfKey } from "@rcpt/domain/AccountKeys"
import {
  browserCreditLimit,
  isBrowserKey,
  originPatternIn,
  visitorLimitDefault,
  wildcardBaseOf
} from "@rcpt/domain/KeyTerms"
import type { KeyTerms } from "@rcpt/domain/KeyTerms"
import { isPublicSuffix } from "@rcpt/verifier/lists/domainLists"
import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { authorOf } from "../../accounts/accountStream.ts"
import { ApiKeys } from "../../accounts/ApiKeys.ts"
import type { ApiKey, ApiKeyChange, IssuedApiKey, Maker } from "../../accounts/ApiKeys.ts"
import * as apiKeyFormat from "../../platform/config/apiKeyFormat.ts"
import { readTimeout, readWaitMax } from "../../platform/readTimeout.ts"
import { failForbidden } from "../middleware/permissions.ts"

const refused = (error: AnySentence) => new BadRequest({ error })

const tooMany = refused(codedText("too_many_keys", "limit", { n: liveKeysMax }))

/** Without duplicates, and sorted. */
const normalized = <A extends string>(texts: ReadonlyArray<A>): ReadonlyArray<A> =>
  [...new Set(texts)].toSorted()

const creditsAndManage = refused(
  "credit_limit must not be given with the scope manage: keys that it makes would have credits of their own"
)

/** The names of the fields in requests. */
const fieldNames: Readonly<
  Record<Exclude<OtherKindOfKey["field"] | BeyondMaker["field"], "role">, string>
> = {
  origins: "origins",
  allowDeep: "allow_deep",
  visitorLimit: "visitor_limit",
  scopes: "scopes",
  creditLimit: "credit_limit",
  expiresAt: "expires_at",
  networks: "networks"
}

const otherKind = ({ field, isBrowser }: OtherKindOfKey) =>
  refused(
    isBrowser
      ? `${fieldNames[field]} must not be given for a browser key, which has origins`
      : `${fieldNames[field]} must be given for a browser key alone: make one with origins`
  )

/** With a wildcard below `co.uk` or `github.io`, anybody could make a page that may use the key. */
const publicWildcard = (pattern: string): boolean => {
  const base = wildcardBaseOf(pattern)
  return base !== undefined && isPublicSuffix(base, base)
}

const originsIn = (texts: ReadonlyArray<string>) =>
  Effect.forEach(texts, (text, index) => {
    const pattern = originPatternIn(text)!
    return publicWildcard(pattern)
      ? Effect.fail(refused(`origins[${index}] ${fieldFault("publicWildcard")}`))
      : Effect.succeed(pattern)
    // In the order that was given: the first one names the key.
  }).pipe(Effect.map((patterns) => [...new Set(patterns)]))

/** Bits of an address of the family. */
const prefixMax: Readonly<Record<number, number>> = { 4: 32, 6: 128 }

const isNetwork = (cidr: string): boolean => {
  const [address = "", prefix] = cidr.split("/")
  const most = prefixMax[isIP(address)]
  return most !== undefined && (prefix === undefined || Number(prefix) <= most)
}

const networksIn = (cidrs: ReadonlyArray<string>) => {
  const wrong = cidrs.findIndex((cidr) => !isNetwork(cidr))
  return wrong < 0
    ? Effect.succeed(normalized(cidrs.map((cidr) => cidr.toLowerCase())))
    : Effect.fail(
        refused(`networks[${wrong}] ${fieldFault("network", { example: "203.0.113.0/24" })}`)
      )
}

const futureIn = (text: string) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const millis = Date.parse(text)
    return millis > now
      ? Effect.succeed(millis)
      : Effect.fail(refused(`expires_at ${fieldFault("future")}`))
  })

/** `undefined` and `null` stay what they are. */
const each = <A, B, E>(
  value: A | null | undefined,
  read: (value: A) => Effect.Effect<B, E>
): Effect.Effect<B | null | undefined, E> => {
  if (value === null) return Effect.succeed(null)
  return value === undefined ? Effect.undefined : read(value)
}

/** What a request says, checked as far as the schema could not. */
const changeIn = (given: KeyChange) =>
  Effect.gen(function* () {
    const { name, scopes, origins, allow_deep: allowDeep, visitor_limit: ofVisitor } = given
    return {
      name: name?.trim(),
      scopes: scopes && normalized(scopes.filter((scope) => scope !== "manage")),
      manages: scopes?.includes("manage"),
      origins: origins && (yield* originsIn(origins)),
      allowDeep,
      visitorLimit: ofVisitor && { perMinute: ofVisitor.per_minute, perDay: ofVisitor.per_day },
      creditLimit: given.credit_limit,
      expiresAt: yield* each(given.expires_at, futureIn),
      networks: yield* each(given.networks, networksIn)
    } satisfies ApiKeyChange
  })

/** The terms of a new key; a browser key always has limits, unless it is made without. */
const termsOf = (given: ApiKeyChange) => {
  const { origins, allowDeep, visitorLimit, creditLimit, expiresAt, manages } = given
  const isBrowser = origins !== undefined
  const visitors = visitorLimit ?? (isBrowser ? visitorLimitDefault : undefined)
  const credits = creditLimit === undefined && isBrowser ? browserCreditLimit : creditLimit
  return {
    ...(isBrowser && { origins }),
    ...(allowDeep && { allowDeep }),
    ...(manages && { manages }),
    ...(visitors && { visitorLimit: visitors }),
    ...(credits && { creditLimit: credits }),
    ...(typeof expiresAt === "number" && { expiresAt })
  } satisfies KeyTerms
}

const nameOf = (name: string | undefined, { origins }: KeyTerms) => {
  if (name !== undefined) return Effect.succeed(name)
  const [first] = origins ?? []
  return first === undefined
    ? Effect.fail(refused(`name ${fieldFault("required")}`))
    : Effect.succeed(`Browser key of ${first.replace(/^https?:\/\//, "")}`)
}

const newKeyIn = (payload: NewKey) =>
  Effect.gen(function* () {
    const change = yield* changeIn(payload)
    const terms = termsOf(change)
    const { scopes = [], networks } = change
    const kind = isBrowserKey(terms) ? "browser" : "secret"
    const key = apiKeyFormat.generate(kind)
    const name = yield* nameOf(change.name, terms)
    return { name, scopes, terms, networks: networks ?? [], key }
  })

const limitsOf = ({ terms, networks }: Pick<ApiKey, "terms" | "networks">) => {
  const { origins, allowDeep, visitorLimit, creditLimit, expiresAt } = terms
  return {
    kind: isBrowserKey(terms) ? ("browser" as const) : ("secret" as const),
    ...(origins && { origins, allow_deep: allowDeep ?? false }),
    ...(visitorLimit && {
      visitor_limit: { per_minute: visitorLimit.perMinute, per_day: visitorLimit.perDay }
    }),
    ...(creditLimit && { credit_limit: creditLimit }),
    ...(expiresAt !== undefined && { expires_at: new Date(expiresAt).toISOString() }),
    ...(networks && { networks })
  }
}

const fieldsOf = (key: IssuedApiKey) => ({
  id: key.keyId,
  name: key.name,
  scopes: key.terms.manages ? normalized([...key.scopes, "manage" as const]) : key.scopes,
  role: key.role,
  last4: key.last4,
  created_at: key.createdAt.toISOString(),
  ...(key.madeByKey !== null && { made_by_key: key.madeByKey }),
  ...limitsOf(key)
})

/** Addresses of people are for people only. */
const makerOf = ({ id, email }: Maker, authMode: "jwt" | "api_key") => ({
  id,
  ...(email !== null && authMode === "jwt" && { email })
})

const listed = (key: ApiKey, authMode: "jwt" | "api_key"): Key => ({
  ...fieldsOf(key),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  ...(key.terms.creditLimit && { credits_used: key.creditsUsed ?? 0 }),
  ...(key.publicKey !== null && { key: key.publicKey }),
  ...(key.madeBy && { made_by: makerOf(key.madeBy, authMode) })
})

// How the refusals of decisions (domain/AccountKeys.ts) are told.

const ofPowers = { BeyondPowers: failForbidden("key"), NotPermitted: failForbidden("key") }

const ofLimits = {
  ...ofPowers,
  BeyondMaker: ({ field, made }: BeyondMaker) =>
    Effect.fail(beyondMaker(field === "role" ? "scopes" : fieldNames[field], made)),
  ManagesWithCredits: () => Effect.fail(creditsAndManage),
  OtherKindOfKey: (error: OtherKindOfKey) => Effect.fail(otherKind(error))
}

const unknownKey = () => Effect.fail(keyNotFound)

export const keysHandlers = HttpApiBuilder.group(Api, "Keys", (handlers) =>
  handlers
    .handle("create", ({ payload }) =>
      Effect.gen(function* () {
        const caller = yield* CurrentAccount
        const newKey = yield* newKeyIn(payload)
        const issued = yield* ApiKeys.use(({ issue }) =>
          issue(caller.accountId, { ...newKey, by: authorOf(caller) })
        )
        return { ...fieldsOf(issued), key: newKey.key }
      }).pipe(
        readTimeout(readWaitMax),
        Effect.catchTags({ ...ofLimits, TooManyApiKeys: () => Effect.fail(tooMany) })
      )
    )
    // Completes also when the caller disconnects: see readTimeout.ts.
    .handle("change", ({ params, payload }) =>
      Effect.gen(function* () {
        const caller = yield* CurrentAccount
        const change = yield* changeIn(payload)
        const named = { account: caller.accountId, keyId: params.id, by: authorOf(caller) }
        const key = yield* ApiKeys.use((keys) => keys.change(named, change))
        return listed(key, caller.authMode)
      }).pipe(
        readTimeout(readWaitMax),
        Effect.catchTags({
          ...ofLimits,
          NotItsKey: () => Effect.fail(notItsKey),
          UnknownApiKey: unknownKey
        })
      )
    )
    .handle("list", () =>
      Effect.gen(function* () {
        const { accountId, authMode } = yield* CurrentAccount
        const keys = yield* ApiKeys.use(({ list }) => list(accountId))
        return keys.map((key) => listed(key, authMode))
      }).pipe(readTimeout(readWaitMax))
    )
    // Completes also when the caller disconnects: see readTimeout.ts.
    .handle("revoke", ({ params }) =>
      Effect.gen(function* () {
        const caller = yield* CurrentAccount
        const named = { account: caller.accountId, keyId: params.id, by: authorOf(caller) }
        yield* ApiKeys.use(({ revoke }) => revoke(named))
        return { message: "the key is revoked" }
      }).pipe(
        readTimeout(readWaitMax),
        Effect.catchTags({ ...ofPowers, UnknownApiKey: unknownKey })
      )
    )
)
