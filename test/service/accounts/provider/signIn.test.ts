import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { sqlOf } from "../keysWorld.ts"
import { accept, invite } from "../people/peopleWorld.ts"
import { openPerson, owner, ownerPassword, signIn } from "../sessions/sessionWorld.ts"
import {
  api,
  Browser,
  goAs,
  newUser,
  openCallback,
  ProviderWorld,
  signInAs,
  toCallback,
  world
} from "./providerWorld.ts"
import type { Lies } from "./providerWorld.ts"

const events = (here: ProviderWorld["Service"], browser: Browser) =>
  Effect.map(api(here, browser, "/account/security"), ({ json }) =>
    (json["events"] as ReadonlyArray<Record<string, unknown>>).map(({ type, how, by, role }) =>
      [type, how ?? role ?? "", by].join(" ")
    )
  )

layer(world(), service.live)("Sign-in at a provider of OpenID Connect", (it) => {
  it.effect("makes a person in the first account, with the role of the claim", function* () {
    const here = yield* ProviderWorld
    const user = newUser()
    const browser = yield* signInAs(here, user)
    const { json } = yield* api(here, browser, "/session")
    assert.deepInclude(json, { email: user.email, role: "member", provider: "Acme" })
    assert.deepStrictEqual((yield* events(here, browser)).slice(0, 2), [
      "signed_in provider session",
      "person_admitted member session"
    ])
  })

  it.effect(
    "knows the person by the subject, and follows role and address at each sign-in",
    function* () {
      const here = yield* ProviderWorld
      const user = newUser()
      const first = yield* signInAs(here, user)
      const email = `new.${user.email!}`
      const browser = yield* signInAs(here, { ...user, email, groups: ["rcpt-managers"] })
      const { json } = yield* api(here, browser, "/session")
      assert.deepInclude(json, { email, role: "manager", is_admin: true })
      // The session from before has the new role at once.
      assert.deepInclude((yield* api(here, first, "/session")).json, { email, role: "manager" })
      const told = yield* events(here, browser)
      assert.includeMembers(told.slice(0, 3), [
        "signed_in provider session",
        "email_changed  service",
        "role_changed manager service"
      ])
    }
  )

  it.effect(
    "takes the first role that fits, and a page of the service to go on with",
    function* () {
      const here = yield* ProviderWorld
      const browser = new Browser()
      const user = newUser({ groups: ["others", "rcpt-readers", "rcpt-members"] })
      assert.strictEqual(yield* goAs(here, browser, user, "?next=/jobs/1%3Fa=b"), "/jobs/1?a=b")
      assert.deepInclude((yield* api(here, browser, "/session")).json, { role: "member" })
    }
  )

  const refused = [
    ["an address that is not verified", { email_verified: false }, "no_email"],
    ["no word about verification", { email_verified: undefined }, "no_email"],
    ["another domain", { email: "eve@elsewhere.test" }, "domain"],
    ["a domain that only ends alike", { email: "eve@notacme.test" }, "domain"],
    ["no group that has a role", { groups: ["others"] }, "no_role"],
    ["no groups", { groups: undefined }, "no_role"]
  ] as const
  for (const [what, more, why] of refused)
    it.effect(`refuses ${what}`, function* () {
      const here = yield* ProviderWorld
      const browser = new Browser()
      const user = newUser(more as object)
      assert.strictEqual(yield* goAs(here, browser, user), `/sign-in?refused=${why}`)
      assert.strictEqual((yield* api(here, browser, "/session")).status, 401)
    })

  const now = () => Math.floor(Date.now() / 1_000)
  const lies: ReadonlyArray<readonly [string, Lies]> = [
    ["another nonce", { idToken: (claims) => ({ ...claims, nonce: "of somebody else" }) }],
    ["no nonce", { idToken: (claims) => ({ ...claims, nonce: undefined }) }],
    ["another issuer", { idToken: (claims) => ({ ...claims, iss: "https://evil.test" }) }],
    ["another audience", { idToken: (claims) => ({ ...claims, aud: "another client" }) }],
    [
      "an expired token",
      { idToken: (claims) => ({ ...claims, iat: now() - 900, exp: now() - 300 }) }
    ],
    ["the algorithm none", { algorithm: "none" }],
    ["a signature with our password", { algorithm: "HS256" }],
    ["a signature with another key", { algorithm: "foreign" }]
  ]
  for (const [what, lie] of lies)
    it.effect(`refuses ${what} in the ID token`, function* () {
      const here = yield* ProviderWorld
      const browser = new Browser()
      here.openId.lies = lie
      const at = yield* goAs(here, browser, newUser())
      here.openId.lies = {}
      assert.strictEqual(at, "/sign-in?refused=invalid")
      assert.strictEqual((yield* api(here, browser, "/session")).status, 401)
    })

  it.effect("takes a clock that is half a minute behind, and new keys at once", function* () {
    const here = yield* ProviderWorld
    here.openId.lies = {
      algorithm: "rotated",
      idToken: (claims) => ({ ...claims, iat: now() - 330, exp: now() - 30 })
    }
    yield* signInAs(here, newUser())
    here.openId.lies = {}
    yield* signInAs(here, newUser())
  })

  const altered: ReadonlyArray<readonly [string, (url: URL) => void]> = [
    ["another state", (url) => url.searchParams.set("state", "of somebody else")],
    ["no state", (url) => url.searchParams.delete("state")],
    ["the issuer of another provider", (url) => url.searchParams.set("iss", "https://evil.test")],
    ["no issuer, where the provider names itself", (url) => url.searchParams.delete("iss")],
    ["another code", (url) => url.searchParams.set("code", "of somebody else")],
    ["no code", (url) => url.searchParams.delete("code")]
  ]
  for (const [what, alter] of altered)
    it.effect(`refuses an answer with ${what}`, function* () {
      const here = yield* ProviderWorld
      const browser = new Browser()
      here.openId.user = newUser()
      const url = new URL(yield* toCallback(here, browser))
      alter(url)
      assert.strictEqual(yield* openCallback(here, browser, url.href), "/sign-in?refused=invalid")
    })

  it.effect("refuses a code that was used, and an answer in another browser", function* () {
    const here = yield* ProviderWorld
    const browser = new Browser()
    here.openId.user = newUser()
    const url = yield* toCallback(here, browser)
    const kept = new Map(browser.cookies(here.running.base))
    assert.strictEqual(yield* openCallback(here, new Browser(), url), "/sign-in?refused=expired")
    assert.strictEqual(yield* openCallback(here, browser, url), "/")
    // The browser has forgotten what was under way.
    assert.strictEqual(yield* openCallback(here, browser, url), "/sign-in?refused=expired")
    const thief = new Browser()
    for (const [name, value] of kept) thief.cookies(here.running.base).set(name, value)
    assert.strictEqual(yield* openCallback(here, thief, url), "/sign-in?refused=invalid")
  })

  it.effect("says that the person refused it", function* () {
    const here = yield* ProviderWorld
    const browser = new Browser()
    const { base } = here.running
    const start = yield* Effect.promise(() => browser.ask(`${base}/oidc/sign-in`))
    const state = new URL(start.headers.get("location")!).searchParams.get("state")!
    const query = new URLSearchParams({
      error: "access_denied",
      state,
      iss: here.openId.issuer
    })
    assert.strictEqual(
      yield* openCallback(here, browser, `${base}/oidc/callback?${query}`),
      "/sign-in?refused=denied"
    )
  })

  for (const next of ["https://evil.test/", "//evil.test", "/\\evil.test", "jobs", "/\t/evil.test"])
    it.effect(`does not go on to ${JSON.stringify(next)}`, function* () {
      const { running } = yield* ProviderWorld
      const answer = yield* running.get(`/oidc/sign-in?next=${encodeURIComponent(next)}`)
      assert.strictEqual(answer.status, 400, answer.text)
    })

  it.effect("joins a person who was here before once, after their password", function* () {
    const here = yield* ProviderWorld
    const { running } = here
    const { cookie } = yield* signIn(running, owner)
    const { token } = yield* invite(running, cookie, { email: "bob@acme.test" })
    assert.strictEqual((yield* accept(running, token, ownerPassword)).status, 200)
    const user = newUser({ email: "Bob@acme.test", groups: ["rcpt-members"] })
    const browser = new Browser()
    assert.strictEqual(yield* goAs(here, browser, user), "/connect#email=Bob%40acme.test")
    const join = (password: string) =>
      api(here, browser, "/session/provider", {
        method: "POST",
        body: JSON.stringify({ password })
      })
    assert.strictEqual((yield* join("a wrong password")).status, 401)
    const elsewhere = yield* api(here, new Browser(), "/session/provider", {
      method: "POST",
      body: JSON.stringify({ password: ownerPassword })
    })
    assert.strictEqual(elsewhere.status, 404)
    const joined = yield* join(ownerPassword)
    assert.strictEqual(joined.status, 200, JSON.stringify(joined.json))
    yield* signInAs(here, user, browser)
    assert.deepInclude((yield* api(here, browser, "/session")).json, { email: "bob@acme.test" })
    // The password has gone, and would have outlived the person at the company.
    const withPassword = yield* api(here, new Browser(), "/session", {
      method: "POST",
      body: JSON.stringify({ email: "bob@acme.test", password: ownerPassword })
    })
    assert.strictEqual(withPassword.status, 401)
  })

  it.effect("refuses the address of a person of another account", function* () {
    const here = yield* ProviderWorld
    const person = yield* openPerson(here.running)
    const email = `${person.account}@acme.test`
    yield* SqlClient.SqlClient.use(
      (sql) => sql`update person set email = ${email} where person_id = ${person.account}`
    ).pipe(Effect.provide(sqlOf(here.running)), Effect.orDie)
    const at = yield* goAs(here, new Browser(), newUser({ email }))
    assert.strictEqual(at, "/sign-in?refused=other_account")
  })

  it.effect("lets a fresh sign-in stand for the password, of the same person alone", function* () {
    const here = yield* ProviderWorld
    const user = newUser()
    here.openId.lies = { authTime: now() - 3_600 }
    const browser = yield* signInAs(here, user)
    here.openId.lies = {}
    const makeKey = api(here, browser, "/keys", {
      method: "POST",
      body: JSON.stringify({ name: "k" })
    })
    assert.strictEqual((yield* makeKey).status, 403)
    // What the provider remembers is not asked for again, so that nothing is proved.
    const before = here.openId.signIns
    assert.strictEqual(yield* goAs(here, browser, user, "?fresh=1"), "/confirmed")
    assert.strictEqual(here.openId.signIns, before + 1)
    assert.strictEqual((yield* makeKey).status, 201)

    here.openId.lies = { idToken: (claims) => ({ ...claims, auth_time: now() - 3_600 }) }
    const stale = yield* goAs(here, browser, user, "?fresh=1")
    here.openId.lies = {}
    assert.strictEqual(stale, "/confirmed?refused=not_fresh")
    browser.cookies(here.openId.issuer).clear()
    const other = yield* goAs(here, browser, newUser(), "?fresh=1")
    assert.strictEqual(other, "/confirmed?refused=other_person")
  })

  it.effect("says on the button when the provider is away, and passwords still work", function* () {
    const here = yield* ProviderWorld
    const offer = Effect.map(api(here, new Browser(), "/signup"), ({ json }) => json)
    assert.deepInclude(yield* offer, {
      passwords: true,
      provider: { name: "Acme", ready: true }
    })
    const signedIn = yield* api(here, new Browser(), "/session", {
      method: "POST",
      body: JSON.stringify(owner)
    })
    assert.strictEqual(signedIn.status, 200)
  })
})
