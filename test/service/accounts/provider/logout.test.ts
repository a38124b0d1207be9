import { providerFetch } from "@rcpt/service/accounts/provider/providerFetch"
import { judgeProvider, learnProvider } from "@rcpt/service/operations/doctor/provider"
import { Config, load } from "@rcpt/service/platform/Config"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { JWTPayload } from "jose"

import * as service from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { sqlOf } from "../keysWorld.ts"
import { accept, invite } from "../people/peopleWorld.ts"
import { anywhere, openPerson, owner, signIn } from "../sessions/sessionWorld.ts"
import { api, Browser, clientId, newUser, ProviderWorld, signInAs, world } from "./providerWorld.ts"
import type { User } from "./providerWorld.ts"

type Here = ProviderWorld["Service"]

const isSignedIn = (here: Here, browser: Browser) =>
  Effect.map(api(here, browser, "/session"), ({ status }) => status === 200)

const sidOf = (here: Here, { sub }: User) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ sid: string }>`
      select sid from provider_session where subject = ${sub} order by looked_at desc limit 1`
  ).pipe(
    Effect.map(([row]) => row!.sid),
    Effect.provide(sqlOf(here.running)),
    Effect.orDie
  )

/** Its types leave it out. */
interface Caller {
  readonly backchannelLogout: (sub: string, sid: string) => Promise<void>
}

let tokens = 0

/** A logout token that is right, and what a test makes of it. */
const logoutToken = (here: Here, more: JWTPayload = {}) =>
  Effect.promise(() => {
    const now = Math.floor(Date.now() / 1_000)
    tokens++
    return here.openId.logoutToken({
      iss: here.openId.issuer,
      aud: clientId,
      iat: now,
      exp: now + 120,
      jti: `logout ${tokens}`,
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
      ...more
    })
  })

const post = ({ running }: Here, token: string) =>
  running.get("/oidc/logout", {
    method: "POST",
    apiKey: null,
    headers: { "content-type": "application/x-www-form-urlencoded", ...anywhere() },
    body: new URLSearchParams({ logout_token: token }).toString()
  })

/** As if the provider had let the session in an hour ago. */
const age = (here: Here, { sub }: User) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update provider_session set looked_at = now() - interval '61 minutes' where subject = ${sub}`
  ).pipe(Effect.provide(sqlOf(here.running)), Effect.orDie)

/** The round comes every 30 s. */
const until = <E, R>(what: Effect.Effect<boolean, E, R>) =>
  Effect.repeat(what, { until: (isDone) => isDone, schedule: Schedule.spaced("500 millis") }).pipe(
    Effect.timeout("60 seconds")
  )

const makeKey = (here: Here, browser: Browser) =>
  Effect.map(
    api(here, browser, "/keys", { method: "POST", body: JSON.stringify({ name: "a key" }) }),
    ({ json }) => String(json["key"])
  )

const works = ({ running }: Here, apiKey: string) =>
  Effect.map(running.get("/api/v1/account", { apiKey }), ({ status }) => status === 200)

layer(world({ RCPT_OIDC_KEYS: "revoke" }), service.live)("Sign-out by the provider", (it) => {
  it.effect(
    "ends the session that the logout token names, at the provider's own request",
    function* () {
      const here = yield* ProviderWorld
      const user = newUser()
      const browser = yield* signInAs(here, user)
      const other = yield* signInAs(here, user)
      const sid = yield* sidOf(here, user)
      yield* Effect.promise(async () => {
        const client = await here.openId.provider.Client.find(clientId)
        await (client as unknown as Caller).backchannelLogout(user.sub, sid)
      })
      assert.isFalse(yield* isSignedIn(here, other))
      assert.isTrue(yield* isSignedIn(here, browser))
    }
  )

  it.effect(
    "ends all sessions without a sid, and revokes the keys of the person, as set",
    function* () {
      const here = yield* ProviderWorld
      const user = newUser()
      const browser = yield* signInAs(here, user)
      const key = yield* makeKey(here, browser)
      assert.isTrue(yield* works(here, key))
      const answer = yield* post(here, yield* logoutToken(here, { sub: user.sub }))
      assert.strictEqual(answer.status, 200, answer.text)
      assert.isFalse(yield* isSignedIn(here, browser))
      assert.isFalse(yield* works(here, key))
    }
  )

  it.effect("counts a logout token once", function* () {
    const here = yield* ProviderWorld
    const user = newUser()
    yield* signInAs(here, user)
    const token = yield* logoutToken(here, { sub: user.sub })
    assert.strictEqual((yield* post(here, token)).status, 200)
    const again = yield* signInAs(here, user)
    assert.strictEqual((yield* post(here, token)).status, 400)
    assert.isTrue(yield* isSignedIn(here, again))
  })

  const old = Math.floor(Date.now() / 1_000) - 3_600
  const wrong: ReadonlyArray<readonly [string, JWTPayload]> = [
    ["of another issuer", { iss: "https://evil.test" }],
    ["for another client", { aud: "another client" }],
    ["that is old", { iat: old, exp: old + 120 }],
    ["without jti", { jti: undefined! }],
    ["without events", { events: undefined }],
    ["of another event", { events: { "https://acme.test/event": {} } }],
    ["with a nonce, which is an ID token", { nonce: "of a sign-in" }],
    ["that names nobody", { sub: undefined! }]
  ]
  for (const [what, claims] of wrong)
    it.effect(`refuses a logout token ${what}`, function* () {
      const here = yield* ProviderWorld
      const user = newUser()
      const browser = yield* signInAs(here, user)
      const token = yield* logoutToken(here, { sub: user.sub, ...claims })
      assert.strictEqual((yield* post(here, token)).status, 400)
      assert.isTrue(yield* isSignedIn(here, browser))
    })

  for (const algorithm of ["none", "HS256", "foreign"] as const)
    it.effect(`refuses a logout token that is signed in another way: ${algorithm}`, function* () {
      const here = yield* ProviderWorld
      const user = newUser()
      const browser = yield* signInAs(here, user)
      here.openId.lies = { algorithm }
      const token = yield* logoutToken(here, { sub: user.sub })
      here.openId.lies = {}
      assert.strictEqual((yield* post(here, token)).status, 400)
      assert.isTrue(yield* isSignedIn(here, browser))
    })

  it.effect("sends the browser to the provider's own page to sign out", function* () {
    const here = yield* ProviderWorld
    const browser = yield* signInAs(here, newUser())
    const { json } = yield* api(here, browser, "/session", { method: "DELETE" })
    const url = new URL(String(json["provider_url"]))
    assert.strictEqual(url.origin + url.pathname, `${here.openId.issuer}/session/end`)
    const page = yield* Effect.promise(() => browser.ask(url.href))
    assert.strictEqual(page.status, 200)
    assert.isFalse(yield* isSignedIn(here, browser))
    const withPassword = new Browser()
    yield* api(here, withPassword, "/session", { method: "POST", body: JSON.stringify(owner) })
    const own = yield* api(here, withPassword, "/session", { method: "DELETE" })
    assert.isUndefined(own.json["provider_url"])
  })

  it.effect(
    "looks at the provider after an hour: the session goes on, or ends, or the role changes",
    function* () {
      const here = yield* ProviderWorld
      const [stays, gone, moved, out] = [newUser(), newUser(), newUser(), newUser()]
      const browsers = {
        stays: yield* signInAs(here, stays),
        gone: yield* signInAs(here, gone),
        moved: yield* signInAs(here, moved),
        out: yield* signInAs(here, out)
      }
      const goneKey = yield* makeKey(here, browsers.gone)
      const outKey = yield* makeKey(here, browsers.out)
      const groups: Record<string, ReadonlyArray<string>> = {
        [moved.sub]: ["rcpt-readers"],
        [out.sub]: ["others"]
      }
      here.openId.lies = {
        idToken: (claims) => ({ ...claims, groups: groups[claims.sub!] ?? ["rcpt-members"] })
      }
      // The provider has ended everything of this person.
      yield* Effect.promise(async () => {
        for (const { sub, grantId } of here.openId.grants)
          if (sub === gone.sub) await here.openId.provider.RefreshToken.revokeByGrantId(grantId)
      })
      for (const user of [stays, gone, moved, out]) yield* age(here, user)
      yield* until(Effect.map(isSignedIn(here, browsers.gone), (is) => !is))
      yield* until(Effect.map(isSignedIn(here, browsers.out), (is) => !is))
      yield* until(
        Effect.map(
          api(here, browsers.moved, "/session"),
          ({ json }) => json["role"] === "read_only"
        )
      )
      here.openId.lies = {}
      assert.isTrue(yield* isSignedIn(here, browsers.stays))
      // A session that has ended at the provider says nothing of the person; that they have no role does.
      assert.isTrue(yield* works(here, goneKey))
      assert.isFalse(yield* works(here, outKey))
    }
  )

  it.effect("goes on while the provider does not answer", function* () {
    const here = yield* ProviderWorld
    const user = newUser()
    const browser = yield* signInAs(here, user)
    here.openId.lies = { down: 503 }
    yield* age(here, user)
    yield* until(
      Effect.sync(() => here.running.output().includes("could not be asked about a session"))
    )
    assert.isTrue(yield* isSignedIn(here, browser))
    here.openId.lies = {}
  })
})

layer(world({ RCPT_PASSWORDS: "off" }), service.live)("A provider that is away", (it) => {
  it.effect(
    "keeps no service from starting: the button says so, and owners have a password",
    function* () {
      const here = yield* ProviderWorld
      const { base } = here.running
      here.openId.lies = { down: 503 }
      const offer = Effect.map(api(here, new Browser(), "/signup"), ({ json }) => json)
      assert.deepInclude(yield* offer, {
        passwords: false,
        provider: { name: "Acme", ready: false }
      })
      const browser = new Browser()
      const at = yield* Effect.promise(() => browser.ask(`${base}/oidc/sign-in`))
      assert.strictEqual(at.headers.get("location"), "/sign-in?refused=away")
      const signedIn = yield* api(here, browser, "/session", {
        method: "POST",
        body: JSON.stringify(owner)
      })
      assert.strictEqual(signedIn.status, 200)
      const { json } = yield* api(here, browser, "/account/security")
      assert.deepInclude((json["events"] as ReadonlyArray<object>)[0], {
        type: "signed_in",
        how: "break_glass"
      })
      here.openId.lies = {}
      yield* until(Effect.map(offer, ({ provider }) => (provider as { ready: boolean }).ready))
      yield* signInAs(here, newUser())
    }
  )

  it.effect("needs TLS, unless it is on this machine", function* () {
    const asked = { method: "GET", headers: {} }
    const failed = yield* Effect.promise(() =>
      providerFetch("http://192.0.2.1/", asked).then(
        () => "",
        (error: unknown) => String(error)
      )
    )
    assert.include(failed, "not https")
  })

  it.effect("is looked at by the doctor: metadata, redirect URL and clock", function* () {
    const { openId, env } = yield* ProviderWorld
    const found = (more: Record<string, string>) =>
      Effect.gen(function* () {
        const { config } = yield* load({ ...env, ...more }, {})
        const learnt = yield* Effect.provideService(learnProvider, Config, config)
        return judgeProvider(learnt).map(({ id, severity }) => `${id} ${severity}`)
      })
    assert.deepStrictEqual(yield* found({}), ["oidc ok", "oidc.redirect ok", "oidc.clock ok"])
    assert.include(
      yield* found({ RCPT_PUBLIC_URL: "https://other.acme.test" }),
      "oidc.redirect problem"
    )
    assert.deepStrictEqual(yield* found({ RCPT_OIDC_ISSUER: `${openId.issuer}/other` }), [
      "oidc problem"
    ])
    const examined = { status: 302, isRegistered: true, offset: 90_000 }
    const learnt = { issuer: openId.issuer, redirectUrl: "", examined }
    assert.include(judgeProvider(learnt).at(-1)!.says, "90 s behind")
  })

  it.effect("takes no password of others while passwords are off", function* () {
    const here = yield* ProviderWorld
    const { email, password } = yield* openPerson(here.running)
    const send = (path: string, body: object) =>
      api(here, new Browser(), path, { method: "POST", body: JSON.stringify(body) })
    const refused = yield* send("/session", { email, password })
    assert.strictEqual(refused.status, 401)
    assert.match(String(refused.json["error"]), /^passwords are off/)
    assert.strictEqual(
      (yield* send("/session", { email, password: "a wrong password" })).json["error"],
      "unauthorized"
    )
    const { cookie } = yield* signIn(here.running, owner)
    const { token } = yield* invite(here.running, cookie)
    const accepted = yield* accept(here.running, token)
    assert.strictEqual(accepted.status, 403)
  })
})
