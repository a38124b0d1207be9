/** A person's own email and choices, where the service sends no mail. */
import { Effect } from "effect"

import * as service from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { isProblem } from "../keysWorld.ts"
import { events } from "../security/securityWorld.ts"
import {
  anywhere,
  asked,
  env,
  eventsOf,
  lasts,
  openPerson,
  owner,
  signIn,
  tryToSignIn
} from "../sessions/sessionWorld.ts"
import { newAddress, paths, send } from "./mailedLinksWorld.ts"

const changeEmail = (running: service.Running, cookie: string, body: object) =>
  asked(running, cookie, paths.email, {
    method: "POST",
    body: JSON.stringify(body),
    headers: anywhere()
  })

const choose = (running: service.Running, cookie: string, body: object) =>
  asked(running, cookie, paths.preferences, { method: "PUT", body: JSON.stringify(body) })

const chosen = (running: service.Running, cookie: string) =>
  Effect.map(asked(running, cookie, paths.preferences), ({ json }) => json)

layer(service.layer({ env }), service.live)("A person, where the service sends no mail,", (it) => {
  it.effect("changes the email with the password, at once", function* () {
    const running = yield* service.Service
    const ann = yield* openPerson(running)
    const { cookie } = yield* signIn(running, ann)
    const email = newAddress()
    isProblem(
      yield* changeEmail(running, cookie, { email, password: "x" }),
      403,
      "the current password is wrong"
    )
    isProblem(
      yield* changeEmail(running, cookie, {
        email: owner.email.toUpperCase(),
        password: ann.password
      }),
      409,
      "somebody signs in with this email already: choose another one"
    )
    const answer = yield* changeEmail(running, cookie, { email, password: ann.password })
    assert.deepStrictEqual(
      [answer.status, answer.json],
      [200, { message: "the email is changed", changed: true }]
    )
    assert.strictEqual((yield* tryToSignIn(running, ann)).status, 401)
    yield* signIn(running, { ...ann, email })
    assert.isTrue(yield* lasts(running, cookie))
    const found = yield* events(running, ann)
    const change = found.find(({ type }) => type === "email_changed")
    assert.deepInclude(change, { by: "session", person: { id: ann.account } })
    const stored = JSON.stringify(yield* eventsOf(running, ann.account))
    assert.notInclude(stored, email)
  })

  it.effect("is not mailed a new password", function* () {
    const running = yield* service.Service
    isProblem(
      yield* send({ running }, paths.forgot, { email: owner.email }),
      403,
      "this service sends no email: ask its operator for a new password"
    )
  })

  it.effect("chooses a language and lists, which the next sign-in tells", function* () {
    const running = yield* service.Service
    const ann = yield* openPerson(running)
    const { cookie, session } = yield* signIn(running, ann)
    assert.notProperty(session, "language")
    assert.deepStrictEqual(yield* chosen(running, cookie), {
      language: null,
      list_mail: "large"
    })
    const german = { language: "de", list_mail: "never" }
    assert.deepStrictEqual((yield* choose(running, cookie, german)).json, german)
    assert.deepStrictEqual(yield* chosen(running, cookie), german)
    assert.strictEqual((yield* signIn(running, ann)).session.language, "de")
    isProblem(
      yield* choose(running, cookie, { ...german, language: "fr" }),
      400,
      'language must be "en" or "de", or null'
    )
    isProblem(
      yield* choose(running, cookie, { ...german, list_mail: "often" }),
      400,
      'list_mail must be "always", "large" or "never"'
    )
  })
})
