/**
 * Answers in the words that were kept, where a request carries an Idempotency-Key: the bytes of the
 * body are made once, and sent as they are by whoever answers.
 */
import { CurrentAccount } from "@rcpt/api/Authentication"
import { replayHeader } from "@rcpt/api/IdempotencyKey"
import { keyReused, requestInFlight } from "@rcpt/api/Problem"
import type { KeyReused, RequestInFlight } from "@rcpt/api/Problem"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"

import { addressHmac } from "../accounts/addressHmac.ts"
import type { Command, Told } from "../idempotency/Command.ts"
import { Idempotency } from "../idempotency/Idempotency.ts"

const respond = (status: number, body: string, replay = false) =>
  HttpServerResponse.uint8Array(new TextEncoder().encode(body), {
    status,
    contentType: "application/json",
    headers: replay ? { [replayHeader]: "true" } : {}
  })

/** Lengths keep ("ab", "c") and ("a", "bc") apart. */
const hmac = (key: Uint8Array, parts: ReadonlyArray<string | Uint8Array>): string => {
  const digest = addressHmac(key)
  for (const part of parts) digest.update(`${Buffer.byteLength(part)}:`).update(part)
  return digest.digest("hex")
}

/** What makes two requests the same: method, path, query and body, as they were sent. */
const requestOf = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const body = request.method === "GET" ? new Uint8Array() : yield* request.arrayBuffer
  return [request.method, request.url, new Uint8Array(body)]
})

interface Asked {
  readonly status: 200 | 201
  readonly key: string | undefined
  /** What the request is told by, where its body has been read already. */
  readonly sameAs?: ReadonlyArray<string>
}

/**
 * Only answers of success are kept: work that fails must have been refused before it had any effect,
 * and must die of everything else.
 */
export const answerOnce = <E, R>(
  { status, key, sameAs }: Asked,
  work: (command: Command | undefined) => Effect.Effect<Told, E, R>
): Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  E | RequestInFlight | KeyReused,
  R | CurrentAccount | HttpServerRequest.HttpServerRequest | Idempotency
> =>
  Effect.gen(function* () {
    if (key === undefined) return respond(status, (yield* work(undefined)).body)
    const { accountId, addressKey } = yield* CurrentAccount
    const idempotency = yield* Idempotency
    const question = {
      account: accountId,
      key: hmac(addressKey, [key]),
      request: hmac(addressKey, sameAs ?? (yield* Effect.orDie(requestOf)))
    }
    const once = yield* idempotency.once(question, work)
    switch (once._tag) {
      case "Answer":
        return respond(status, once.body, once.replay)
      case "InFlight":
        return yield* Effect.fail(requestInFlight)
      case "Reused":
        return yield* Effect.fail(keyReused)
    }
  })
