/** A running service, and what of its events people and owners get by mail. */
import { freePort } from "@rcpt/service/platform/freePort"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { headerOf, mailSink, textOf } from "../../support/mailServer.ts"
import * as service from "../../support/service.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { sqlOf } from "../accounts/keysWorld.ts"
import { asked, env, openPerson, owner, signIn } from "../accounts/sessions/sessionWorld.ts"
import { jobEnd } from "../erasure/erasureWorld.ts"
import { list, mode, upload } from "../jobs/jobsHttpWorld.ts"

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
const safari = "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15"

/** Each of 20 ms: a message is due within a second. */
const waitsMax = 750

const startService = Effect.gen(function* () {
  const sink = yield* mailSink
  const port = yield* freePort
  const running = yield* service.start({
    lab: true,
    port,
    env: {
      ...env,
      RCPT_PUBLIC_URL: `http://127.0.0.1:${port}`,
      RCPT_MAIL_URL: `smtp://127.0.0.1:${sink.port}`,
      RCPT_CREDITS_LOW: "1000"
    }
  })
  const subjectsTo = (email: string) =>
    sink.taken.filter(({ to }) => to === email).map((one) => headerOf(one, "subject"))
  const find = (email: string, subject: string) =>
    sink.taken.find((one) => one.to === email && headerOf(one, "subject") === subject)
  /** Waits until there is mail with the subject. */
  const got = (email: string, subject: string) =>
    Effect.gen(function* () {
      for (let tries = 0; tries < waitsMax && !find(email, subject); tries++)
        yield* Effect.sleep("20 millis")
      const one = find(email, subject)
      return one ?? assert.fail(`${subject}: only ${subjectsTo(email).join(", ")}`)
    })
  return { running, got, subjectsTo }
})

const setting = (running: service.Running, choice: string, language: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`update person set list_mail = ${choice}, language = ${language}`
  ).pipe(Effect.provide(sqlOf(running)))

describe("A service with a mail server", () => {
  it.live("tells people of their lists, credits, browsers, keys and second factor", function* () {
    const { running, got, subjectsTo } = yield* startService
    const { cookie } = yield* signIn(running, owner)

    // A small list is no news until the person wants to hear of all.
    const headers = { "sec-fetch-site": "same-origin", cookie: `rcpt_session=${cookie}` }
    const check = (filename: string) =>
      Effect.gen(function* () {
        const parts = [mode("fast"), list("email\na@gmail.com\n", filename)]
        const answer = yield* upload(running, parts, { headers, apiKey: "" })
        assert.strictEqual(answer.status, 201, answer.text)
        return yield* jobEnd(running, (answer.json as { readonly id: string }).id)
      })
    yield* check("small.csv")
    yield* setting(running, "always", "en")
    const { id } = yield* check("second.csv")
    const done = yield* got(owner.email, "second.csv is done")
    assert.include(textOf(done), `${running.base}/jobs/${id}`)
    assert.notInclude(subjectsTo(owner.email), "small.csv is done")
    yield* got(owner.email, "999 credits are left")

    const schedule = { name: "Customers", source: { kind: "list", list: "second.csv" } }
    yield* asked(running, cookie, "/api/v1/schedules", {
      method: "POST",
      body: JSON.stringify({ ...schedule, every: "30d", max_age: "30d" })
    })
    const changed = yield* got(owner.email, '1 changed in "Customers"')
    assert.include(textOf(changed), "Customers: 1 changed, of which 1 new, 0 newly invalid")
    assert.include(textOf(changed), `${running.base}/schedules`)

    yield* setting(running, "never", "de")
    yield* asked(running, cookie, "/api/v1/keys", {
      method: "POST",
      body: JSON.stringify({ name: "shop" })
    })
    assert.include(textOf(yield* got(owner.email, "Neuer API-Schlüssel")), "- shop (endet auf ")

    const ann = yield* openPerson(running)
    yield* signIn(running, ann, { "user-agent": firefox })
    yield* signIn(running, ann, { "user-agent": firefox })
    const second = yield* signIn(running, ann, { "user-agent": safari })
    assert.include(textOf(yield* got(ann.email, "New sign-in to your account")), "- Safari")
    assert.strictEqual(subjectsTo(ann.email).length, 1)

    yield* SqlClient.SqlClient.use(
      (sql) => sql`insert into person_totp (person_id, secret, enabled_at)
            values (${ann.account}, '\\x00', now())`
    ).pipe(Effect.provide(sqlOf(running)))
    yield* asked(running, second.cookie, "/api/v1/totp", { method: "DELETE" })
    yield* got(ann.email, "Two-factor sign-in is off")

    assert.notInclude(running.output(), ann.email)
  })
})
