/** A proxy that is not trusted: the log, the doctor and the dashboard say so. */
import { untrustedPeer } from "@rcpt/service/http/middleware/clientAddress"
import { notice } from "@rcpt/service/http/middleware/untrustedProxy"
import { judgeDatabase, learnDatabase } from "@rcpt/service/operations/doctor/database"
import { Config, load } from "@rcpt/service/platform/Config"
import { make as makeUntrustedProxy, UntrustedProxy } from "@rcpt/service/platform/UntrustedProxy"
import { Effect, Logger, Option, Schedule } from "effect"
import { HttpServerRequest } from "effect/http"

import * as service from "../../../support/service.ts"
import { assert, describe, it } from "../../../support/vitest.ts"
import { env, owner, tryToSignIn } from "../../accounts/sessions/sessionWorld.ts"

const forwarded = { "x-forwarded-for": "198.51.100.7" }

describe("A peer is a proxy that is not trusted", () => {
  const rows = [
    ["if it names a client", "10.1.2.3", forwarded, "10.1.2.3"],
    ["if it does so by the standard", "10.1.2.3", { forwarded: "for=192.0.2.1" }, "10.1.2.3"],
    ["by its IPv4 address", "::ffff:10.1.2.3", forwarded, "10.1.2.3"],
    ["never without such a header", "10.1.2.3", {}, undefined],
    ["never where it is trusted", "192.0.2.1", forwarded, undefined]
  ] as const
  for (const [says, peer, headers, expected] of rows)
    it(says, () => {
      const request = HttpServerRequest.fromWeb(new Request("http://localhost/", { headers }))
      const seen = request.modify({ remoteAddress: Option.some(peer) })
      assert.strictEqual(untrustedPeer(["192.0.2.0/24"])(seen), expected)
    })
})

describe("The log", () => {
  for (const [peer, isNamed] of [
    ["10.1.2.3", true],
    ["8.8.8.8", false],
    ["2a01:4f8::1", false]
  ] as const)
    it.effect(`${isNamed ? "names" : "does not name"} an untrusted peer at ${peer}`, function* () {
      const logged: Array<string> = []
      const logger = Logger.make(({ message }) => void logged.push(String([message].flat()[0])))
      const { config } = yield* load({}, {})
      const request = HttpServerRequest.fromWeb(
        new Request("http://localhost/", { headers: forwarded })
      ).modify({ remoteAddress: Option.some(peer) })
      const noticing = Effect.flatMap(notice, (see) => see(request)).pipe(
        Effect.provideService(Config, config),
        Effect.provideService(UntrustedProxy, makeUntrustedProxy())
      )
      yield* Effect.provide(noticing, Logger.layer([logger]))
      assert.lengthOf(logged, 1)
      assert.strictEqual(logged[0]!.includes(peer), isNamed)
      assert.notInclude(logged[0], forwarded["x-forwarded-for"])
    })
})

/** Longer than a heartbeat takes, on a machine under load. */
const eventually = <A, E, R>(check: Effect.Effect<A, E, R>) =>
  Effect.retry(check, Schedule.spaced("200 millis").pipe(Schedule.upTo({ duration: "25 seconds" })))

const noticed = (running: service.Running) =>
  Effect.map(running.get("/api/v1/notices"), ({ json }) =>
    (Object(json).notices as ReadonlyArray<{ readonly id: string }>).find(
      ({ id }) => id === "proxy"
    )
  )

const peersIn = (running: service.Running) =>
  Effect.gen(function* () {
    const { config } = yield* load({}, { RCPT_DATABASE_URL: running.databaseUrl! })
    const learnt = yield* Effect.provideService(learnDatabase, Config, config)
    assert.isNotEmpty(judgeDatabase(learnt))
    return learnt._tag === "reached" ? learnt.untrustedProxies : []
  })

const isLogged = /127\.0\.0\.1 named a client \(X-Forwarded-For or Forwarded\), but is not trusted/g

describe("A service behind a proxy", () => {
  it.live(
    "that it does not trust says so: once in the log, to the doctor and to its owner",
    function* () {
      const running = yield* service.start({ env: { ...env, RCPT_TRUSTED_PROXIES: "" } })
      assert.isUndefined(yield* noticed(running))
      for (let times = 0; times < 3; times++) yield* tryToSignIn(running, owner, forwarded)
      yield* running.get("/api/v1/account", { headers: forwarded })
      const notice = yield* eventually(
        Effect.filterOrFail(noticed(running), (found) => found !== undefined)
      )
      assert.deepInclude(notice as object, {
        severity: "warning",
        for: "operator",
        setting: "RCPT_TRUSTED_PROXIES=127.0.0.1/32"
      })
      assert.deepStrictEqual(yield* peersIn(running), ["127.0.0.1"])
      assert.lengthOf(running.output().match(isLogged) ?? [], 1)
      assert.include(running.output(), "RCPT_TRUSTED_PROXIES=127.0.0.1/32")
    }
  )

  it.live("that it trusts says nothing", function* () {
    const running = yield* service.start({ env })
    yield* tryToSignIn(running, owner, forwarded)
    // A heartbeat later.
    yield* Effect.sleep("6 seconds")
    assert.isUndefined(yield* noticed(running))
    assert.deepStrictEqual(yield* peersIn(running), [])
    assert.notMatch(running.output(), /is not trusted/)
  })
})
