import { freePort } from "@rcpt/service/platform/freePort"
import { Effect, Layer } from "effect"

import * as service from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { Browser, clientId, makeWorld, newUser, ProviderWorld, signInAs } from "./providerWorld.ts"

/** Three nodes of one database, of which the first has the public URL. */
const nodes = Layer.effect(
  ProviderWorld,
  Effect.gen(function* () {
    const first = yield* makeWorld({}, { isNode: true })
    const { databaseUrl, apiKey } = first.running
    const others = yield* Effect.forEach([2, 3], () =>
      Effect.gen(function* () {
        const port = yield* Effect.orDie(freePort)
        return yield* service.start({
          isNode: true,
          port,
          apiKey,
          databaseUrl: databaseUrl!,
          env: first.env
        })
      })
    )
    return { ...first, others }
  })
)

/** The guarantee, in milliseconds. */
const obeyedWithin = 60_000

layer(nodes, service.live)("Three nodes", (it) => {
  it.effect("refuse a session that the provider has ended", function* () {
    const here = yield* ProviderWorld
    const user = newUser()
    const browser = yield* signInAs(here, user)
    const all = [here.running, ...(here.others ?? [])]
    const cookies = browser.cookies(here.running.base)
    const statuses = Effect.forEach(all, ({ base }) =>
      Effect.promise(async () => {
        const there = new Browser()
        for (const [name, value] of cookies) there.cookies(base).set(name, value)
        return (await there.ask(`${base}/api/v1/session`)).status
      })
    )
    assert.deepStrictEqual(yield* statuses, [200, 200, 200])
    const now = Math.floor(Date.now() / 1_000)
    const token = yield* Effect.promise(() =>
      here.openId.logoutToken({
        iss: here.openId.issuer,
        aud: clientId,
        iat: now,
        exp: now + 120,
        jti: "of all nodes",
        sub: user.sub,
        events: { "http://schemas.openid.net/event/backchannel-logout": {} }
      })
    )
    const began = Date.now()
    const answer = yield* all[2]!.get("/oidc/logout", {
      method: "POST",
      apiKey: null,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ logout_token: token }).toString()
    })
    assert.strictEqual(answer.status, 200, answer.text)
    assert.deepStrictEqual(yield* statuses, [401, 401, 401])
    assert.isBelow(Date.now() - began, obeyedWithin)
  })
})
