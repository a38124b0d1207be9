/** Whatever takes from a caller the permission to ask ends each kind of answer that goes on. */
import type { CurrentAccount } from "@rcpt/api/Authentication"
import { Requires } from "@rcpt/api/Permissions"
import type { Permission } from "@rcpt/domain/rolePermissions"
import { ApiKeys } from "@rcpt/service/accounts/ApiKeys"
import { Revocations } from "@rcpt/service/accounts/Revocations"
import { Sessions } from "@rcpt/service/accounts/sessions/Sessions"
import { makeWhilePermitted } from "@rcpt/service/http/middleware/whilePermitted"
import { Config, load } from "@rcpt/service/platform/Config"
import { hashOf } from "@rcpt/service/platform/config/apiKeyFormat"
import { Cause, Effect, Exit, Fiber, Layer, Queue, Stream } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiEndpoint } from "effect/http-api"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../../support/vitest.ts"

type Caller = CurrentAccount["Service"]

const key = "rcpt_live_of_a_test"

const caller: Caller = {
  accountId: "account",
  addressKey: new Uint8Array(32),
  owner: false,
  role: "manager",
  authMode: "api_key",
  scopes: []
}

/** What a look finds after the change; `undefined`: nobody. */
type Change = (caller: Caller, now: number) => Caller | undefined

interface Refused {
  readonly permission: Permission
  /** Only keys have scopes and limits. */
  readonly isOfKey?: true
  readonly change: Change
}

const refused: Readonly<Record<string, Refused>> = {
  "is unknown": { permission: "read", change: () => undefined },
  "is another account's": {
    permission: "read",
    change: (was) => ({ ...was, accountId: "another" })
  },
  "has ended": {
    permission: "read",
    change: (was, now) => ({ ...was, terms: { expiresAt: now } })
  },
  "works from other networks": {
    permission: "read",
    change: (was) => ({ ...was, terms: { networks: 1 }, networks: ["203.0.113.0/24"] })
  },
  "has another scope": {
    permission: "spend",
    isOfKey: true,
    change: (was) => ({ ...was, scopes: ["read"] })
  },
  "has another role": { permission: "change", change: (was) => ({ ...was, role: "read_only" }) },
  "has limits": {
    permission: "govern",
    isOfKey: true,
    change: (was) => ({ ...was, terms: { creditLimit: { credits: 1, per: "day" } } })
  }
}

const callers: Readonly<Record<string, Caller>> = {
  key: { ...caller, keyId: "key" },
  session: { ...caller, authMode: "jwt", sessionId: "session", personId: "person" }
}

const kinds = ["text/event-stream", "text/csv; charset=utf-8"]

interface Options {
  readonly who?: Caller
  readonly kind?: string
  readonly permission?: Permission
}

/** An answer that goes on, of which the client has the first part. */
const begun = ({ who = callers["key"]!, kind = kinds[0]!, permission = "read" }: Options = {}) =>
  Effect.gen(function* () {
    let look: Effect.Effect<Caller | undefined> = Effect.succeed(who)
    let notify: (credential: string) => void = () => {}
    const found = Effect.suspend(() => look)
    const ofKey = Effect.map(found, (now) => now && { ...now, keyId: "key" })
    const session = { sessionId: "session", personId: "person" }
    const ofSession = Effect.map(found, (now) => now && { ...now, ...session })
    const services = Layer.mergeAll(
      Layer.mock(ApiKeys, {
        holderNow: () => ofKey,
        knownHolderOf: () => undefined,
        lastHolderOf: () => undefined
      }),
      Layer.mock(Sessions, { holderNow: () => ofSession }),
      Layer.succeed(Revocations, {
        subscribe: (listener) => Effect.sync(() => void (notify = listener))
      }),
      Layer.effect(
        Config,
        Effect.map(load({}, {}), ({ config }) => config)
      )
    )
    const queue = yield* Queue.unbounded<Uint8Array>()
    const request = new Request("http://rcpt.test/x", { headers: { "x-api-key": key } })
    const whilePermitted = yield* Effect.provide(makeWhilePermitted, services)
    const { body } = yield* whilePermitted(
      HttpServerResponse.stream(Stream.fromQueue(queue), { contentType: kind }),
      who,
      HttpApiEndpoint.get("x", "/x").annotate(Requires, permission)
    ).pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(request))
    )
    assert(body._tag === "Stream")
    const received: Array<string> = []
    const reading = yield* Effect.forkChild(
      Stream.runForEach(body.stream, (part) =>
        Effect.sync(() => void received.push(new TextDecoder().decode(part)))
      ),
      { startImmediately: true }
    )
    const send = (part: string) =>
      Effect.andThen(
        Queue.offer(queue, new TextEncoder().encode(part)),
        Effect.repeat(Effect.yieldNow, { times: 50 })
      )
    yield* send("first")
    assert.deepStrictEqual(received, ["first"])
    return {
      received,
      send,
      isEnded: () => reading.pollUnsafe() !== undefined,
      ended: Fiber.await(reading),
      become: (next: Effect.Effect<Caller | undefined>) => void (look = next),
      notify: Effect.suspend(() => {
        notify(who.sessionId ?? hashOf(key))
        return Effect.repeat(Effect.yieldNow, { times: 50 })
      })
    }
  })

/** A file that is not whole must not look whole. */
const endsAsItShould = (kind: string, exit: Exit.Exit<unknown, unknown>) =>
  kind === kinds[0]
    ? assert.isTrue(Exit.isSuccess(exit))
    : assert.isTrue(Exit.isFailure(exit) && Cause.hasInterrupts(exit.cause))

describe("An answer that goes on", () => {
  for (const [by, who] of Object.entries(callers))
    for (const [when, { permission, change, isOfKey = false }] of Object.entries(refused))
      for (const kind of isOfKey && by !== "key" ? [] : kinds) {
        const of = `of ${kind.split(";")[0]} by a ${by} that ${when}`

        it.effect(`${of} sends no further part, without a notification`, function* () {
          const answer = yield* begun({ who, kind, permission })
          answer.become(Effect.sync(() => change(who, 0)))
          yield* answer.send("second")
          assert.deepStrictEqual(answer.received, ["first"])
          endsAsItShould(kind, yield* answer.ended)
        })

        it.effect(`${of} ends at a notification, with nothing to send`, function* () {
          const answer = yield* begun({ who, kind, permission })
          answer.become(Effect.sync(() => change(who, 0)))
          assert.isFalse(answer.isEnded())
          yield* answer.notify
          endsAsItShould(kind, yield* answer.ended)
        })
      }

  it.effect("ends at the end of its key, with nothing to send", function* () {
    const answer = yield* begun({ who: { ...callers["key"]!, terms: { expiresAt: 5_000 } } })
    yield* TestClock.adjust("4999 millis")
    assert.isFalse(answer.isEnded())
    yield* TestClock.adjust("1 millis")
    endsAsItShould(kinds[0]!, yield* answer.ended)
  })

  it.effect("ends within 15 s, if the notification is lost and nothing is sent", function* () {
    const answer = yield* begun()
    answer.become(Effect.undefined)
    yield* TestClock.adjust("15 seconds")
    endsAsItShould(kinds[0]!, yield* answer.ended)
  })

  it.effect(
    "ends a second after a notification that came before the look-up could see the change",
    function* () {
      const answer = yield* begun()
      yield* answer.notify
      answer.become(Effect.undefined)
      assert.isFalse(answer.isEnded())
      yield* TestClock.adjust("1050 millis")
      endsAsItShould(kinds[0]!, yield* answer.ended)
    }
  )

  it.effect("goes on for a caller who may still ask, whatever else has changed", function* () {
    const answer = yield* begun({ permission: "read" })
    const who = { ...callers["key"]!, scopes: ["read"], terms: { expiresAt: 99_000 } } as const
    answer.become(Effect.succeed(who))
    yield* answer.notify
    yield* answer.send("second")
    assert.deepStrictEqual(answer.received, ["first", "second"])
    assert.isFalse(answer.isEnded())
  })

  it.effect("sends nothing while the database is away, and goes on when it is back", function* () {
    const answer = yield* begun()
    answer.become(Effect.die(new Error("the database is away")))
    yield* answer.send("second")
    yield* TestClock.adjust("10 seconds")
    assert.deepStrictEqual(answer.received, ["first"])
    answer.become(Effect.succeed(callers["key"]!))
    yield* TestClock.adjust("1 second")
    yield* answer.send("third")
    assert.deepStrictEqual(answer.received, ["first", "second", "third"])
    answer.become(Effect.undefined)
    yield* answer.send("fourth")
    assert.deepStrictEqual(answer.received, ["first", "second", "third"])
  })
})
