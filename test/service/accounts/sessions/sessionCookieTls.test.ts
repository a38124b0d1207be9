/** The cookie of a session over TLS: of this host alone, whoever else is at the same domain. */
import { Effect } from "effect"

import * as service from "../../../support/service.ts"
import { assert, describe, it } from "../../../support/vitest.ts"
import { isProblem } from "../keysWorld.ts"
import {
  anywhere,
  asked,
  cookieOf,
  env,
  owner,
  paths,
  signIn,
  tryToSignIn
} from "./sessionWorld.ts"

/** A service that browsers reach over TLS, and whose owner has signed in before that. */
const overTls = Effect.gen(function* () {
  const before = yield* service.start({ env })
  const { cookie: old } = yield* signIn(before, owner)
  yield* before.kill("SIGTERM")
  const running = yield* service.start({
    databaseUrl: before.databaseUrl!,
    port: Number(new URL(before.base).port),
    env: { ...env, RCPT_PUBLIC_URL: "https://rcpt.example" }
  })
  return { running, old }
})

const hostCookie = /^__Host-rcpt_session=([^;]+); (.*)$/

const hostCookieOf = (setCookie: string | undefined) => {
  const [, value = "", rest = ""] = hostCookie.exec(setCookie ?? "") ?? []
  return { value, rest: rest.split("; ").toSorted() }
}

describe("The cookie of a session", () => {
  it.live("is one of this host alone, over TLS alone, where the public URL is https", function* () {
    const { running, old } = yield* overTls
    const [setCookie, ...more] = (yield* tryToSignIn(running, owner)).headers.getSetCookie()
    const { value, rest } = hostCookieOf(setCookie)
    assert.deepStrictEqual(rest, ["HttpOnly", "Max-Age=604800", "Path=/", "SameSite=Lax", "Secure"])
    assert.deepStrictEqual(more, [])
    const cookie = `__Host-rcpt_session=${value}`
    const headers = { "sec-fetch-site": "none", origin: "https://rcpt.example", cookie }
    const request = { method: "POST", body: `{"name":"x"}`, headers }
    assert.strictEqual((yield* asked(running, "", "/api/v1/keys", request)).status, 201)

    // Under the plain name, which any name of the same domain could set, it counts no more.
    isProblem(yield* asked(running, value, paths.session), 401, "unauthorized")
    isProblem(yield* asked(running, old, paths.session), 401, "unauthorized")
    const both = { cookie: `rcpt_session=${old}; ${cookie}` }
    assert.strictEqual((yield* asked(running, "", paths.session, { headers: both })).status, 200)
  })

  it.live("takes the place of that with the plain name", function* () {
    const { running, old } = yield* overTls
    const headers = { ...anywhere(), cookie: `rcpt_session=${old}` }
    const [removed, set] = (yield* tryToSignIn(running, owner, headers)).headers
      .getSetCookie()
      .toSorted((one, other) => other.localeCompare(one))
    assert.match(removed ?? "", /^rcpt_session=; Max-Age=0; /)
    const { value } = hostCookieOf(set)
    const cookie = `__Host-rcpt_session=${value}`
    const signedOut = yield* asked(running, "", paths.session, {
      method: "DELETE",
      headers: { cookie }
    })
    assert.match(signedOut.headers.get("set-cookie") ?? "", /^__Host-rcpt_session=; Max-Age=0; /)
    assert.include(signedOut.headers.get("set-cookie"), "Secure")
  })

  it.live("is one for TLS, too, where a trusted proxy says that there is TLS", function* () {
    const running = yield* service.start({ env })
    const tls = { ...anywhere(), "x-forwarded-proto": "https" }
    const answer = yield* tryToSignIn(running, owner, tls)
    const { value, rest } = hostCookieOf(answer.headers.get("set-cookie") ?? undefined)
    assert.include(rest, "Secure")
    const headers = { ...tls, cookie: `__Host-rcpt_session=${value}` }
    assert.strictEqual((yield* asked(running, "", paths.session, { headers })).status, 200)
    const { rest: plain } = cookieOf(yield* tryToSignIn(running, owner))
    assert.notInclude(plain, "Secure")
  })

  it.live("is not one for TLS by the word of a stranger", function* () {
    const running = yield* service.start({ env: { ...env, RCPT_TRUSTED_PROXIES: "" } })
    const tls = { "x-forwarded-proto": "https" }
    const { value, rest } = cookieOf(yield* tryToSignIn(running, owner, tls))
    assert.notStrictEqual(value, "")
    assert.notInclude(rest, "Secure")
  })
})
