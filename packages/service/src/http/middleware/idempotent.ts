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

/** The body is text and not octets: Node then writes headers and body in one piece. */
export const respond = (status: number, body: string, replay = false) =>
  HttpServerResponse.text(body, {
    status,
    contentType: "application/json",
    headers: replay ? { [replayHeader]: "true" } : {}
  })

/** Length prefixes keep ("ab", "c") and ("a", "bc") apart. */
const hmac = (key: Uint8Array, parts: ReadonlyArray<string | Uint8Array>): string => {
  const digest = addressHmac(key)
  for (const part of parts) digest.update(`${Buffer.byteLength(part)}:`).update(part)
  return digest.digest("hex")
}

/** Two requests are the same if these are: method, path with query, and body, as they were sent. */
const partsOfRequest = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const body = request.method === "GET" ? new Uint8Array() : yield* request.arrayBuffer
  return [request.method, request.url, new Uint8Array(body)]
})

interface IdempotentOptions {
  readonly status: 200 | 201
  readonly key: string | undefined
  /** Identify the request instead of its URL and body, when its body has been read already. */
  readonly requestParts?: ReadonlyArray<string>
}

/**
 * Stores only successful responses. `work` may fail only with refusals that had no effect; for any
 * other failure it must die.
 */
export const idempotent = <E, R>(
  { status, key, requestParts }: IdempotentOptions,
  work: (command: IdempotentCommand | undefined) => Effect.Effect<StoredReply, E, R>
): Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  E | RequestInFlight | KeyReused,
  R | CurrentAccount | HttpServerRequest.HttpServerRequest | Idempotency
> =>
  Effect.gen(function* () {
    if (key === undefined) return respond(status, (yield* work(undefined)).body)
    const { accountId, addressKey } = yield* CurrentAccount
    const idempotency = yield* Idempotency
    const keyedRequest = {
      account: accountId,
      keyHmac: hmac(addressKey, [key]),
      requestHmac: hmac(addressKey, requestParts ?? (yield* Effect.orDie(partsOfRequest)))
    }
    const outcome = yield* idempotency.once(keyedRequest, work)
    switch (outcome._tag) {
      case "Reply":
        if (outcome.replay) yield* noteChecks({ body: outcome.body, checks: [], isReplay: true })
        return respond(status, outcome.body, outcome.replay)
      case "InFlight":
        return yield* Effect.fail(requestInFlight)
      case "Reused":
        return yield* Effect.fail(keyReused)
    }
  })
