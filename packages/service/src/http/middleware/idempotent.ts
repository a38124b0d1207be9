/**
 * Handles requests with an Idempotency-Key: the body of the response is encoded once and stored, and
 * every retry gets the stored bytes.
 */
import { CurrentAccount } from "@rcpt/api/Authentication"
import { replayHeader } from "@rcpt/api/IdempotencyKey"
import { keyReused, requestInFlight } from "@rcpt/api/Problem"
import type { KeyReused, RequestInFlight } from "@rcpt/api/Problem"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"

import { addressHmac } from "../../accounts/addressHmac.ts"
import { noteChecks } from "../../activity/CurrentActivity.ts"
import { Idempotency } from "../../ledger/idempotency/Idempotency.ts"
import type { IdempotentCommand, StoredReply } from "../../ledger/idempotency/Reply.ts"
import { refusalOf } from "./permissions.ts"

/** The body is text and not octets: Node then writes headers and body in one piece. */
export const respond = (status: number, body: string, replay = false) =>
  HttpServerResponse.text(body, {
    status,
    contentType: "application/json",
    headers: replay ? { [replayHeader]: "true" } : {}
  })

/** Length prefixes keep ("ab", "c") and ("a", "bc") apart. */
const hmac = (key: Uint8Array, parts: ReadonlyArray<string>): string => {
  const digest = addressHmac(key)
  for (const part of parts) digest.update(`${Buffer.byteLength(part)}:`).update(part)
  return digest.digest("hex")
}

/**
 * Whose key it is. Callers who may read the account's data share its keys, so that a request can be repeated with the
 * next API key. Each visitor of a page has keys of their own: no answer to one depends on what others have sent.
 */
const keyPartsOf = (caller: CurrentAccount["Service"], key: string): ReadonlyArray<string> =>
  refusalOf("read", caller) === undefined ? [key] : [key, caller.keyId ?? "", caller.visitor ?? ""]

/** The order of fields has no meaning; that of items has. */
const withSortedFields = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withSortedFields)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, field]) => [name, withSortedFields(field)])
  )
}

/** Two requests are the same if these are. */
const partsOf = (meaning: object) =>
  Effect.map(HttpServerRequest.HttpServerRequest, ({ method, url }) => [
    method,
    url.split("?", 1)[0]!,
    JSON.stringify(withSortedFields(meaning))
  ])

interface Repeatable {
  readonly key: string | undefined
  /**
   * What the contract has decoded of the query and the body: how they are escaped, the order of parameters and
   * fields, and defaults that are said make no other request.
   */
  readonly meaning: object
}

interface IdempotentOptions extends Repeatable {
  readonly status: 200 | 201
  /** What the client is sent of the body. Default: all of it. */
  readonly shown?: ((body: string) => string) | undefined
}

/**
 * Does the work once. Only successful answers are stored. `work` may fail only with refusals that had no effect; for any
 * other failure it must die.
 */
export const once = <E, R>(
  { key, meaning }: Repeatable,
  work: (command: IdempotentCommand | undefined) => Effect.Effect<StoredReply, E, R>
): Effect.Effect<
  { readonly body: string; readonly replay: boolean },
  E | RequestInFlight | KeyReused,
  R | CurrentAccount | HttpServerRequest.HttpServerRequest | Idempotency
> =>
  Effect.gen(function* () {
    if (key === undefined) return { body: (yield* work(undefined)).body, replay: false }
    const caller = yield* CurrentAccount
    const { accountId, addressKey } = caller
    const idempotency = yield* Idempotency
    const keyedRequest = {
      account: accountId,
      keyHmac: hmac(addressKey, keyPartsOf(caller, key)),
      requestHmac: hmac(addressKey, yield* partsOf(meaning))
    }
    const outcome = yield* idempotency.once(keyedRequest, work)
    switch (outcome._tag) {
      case "Reply":
        if (outcome.replay) yield* noteChecks({ body: outcome.body, checks: [], isReplay: true })
        return outcome
      case "InFlight":
        return yield* Effect.fail(requestInFlight)
      case "Reused":
        return yield* Effect.fail(keyReused)
    }
  })

/** The response of work that is done once. */
export const idempotent = <E, R>(
  { status, shown = (body) => body, ...repeatable }: IdempotentOptions,
  work: (command: IdempotentCommand | undefined) => Effect.Effect<StoredReply, E, R>
) => Effect.map(once(repeatable, work), ({ body, replay }) => respond(status, shown(body), replay))
