import { createHmac } from "node:crypto"

import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { isProblem, sqlOf } from "../accounts/keysWorld.ts"
import { bounceOf } from "./inletPayloads.ts"
import { keys, snsMessage } from "./inletSigners.ts"
import { newInlet, ok, owner, post, someone, withInletsAndSns, workedOff } from "./inletWorld.ts"
import { topic } from "./snsWorld.ts"

const wrongSignature = "the signature is missing or wrong: check the inlet's signing_key"

const minutes = (count: number) => new Date(Date.now() - count * 60_000)

layer(withInletsAndSns.layer, service.live)("An inlet is not deceived", (it) => {
  it.effect("by a token of Mailgun with another event", function* () {
    const { running, create, details } = yield* someone
    const { id, pathname } = yield* create(newInlet("mailgun"))
    const [timestamp, token] = [String(Math.floor(Date.now() / 1_000)), "stolen"]
    const signature = createHmac("sha256", keys.mailgun)
      .update(timestamp + token)
      .digest("hex")
    const send = (email: string) => {
      const event = bounceOf("mailgun", email) as object
      const body = JSON.stringify({ ...event, signature: { timestamp, token, signature } })
      return post(running, "mailgun", pathname, event, { body })
    }
    for (const email of ["ann@acme.test", "eve@acme.test"]) ok(yield* send(email))
    const { events } = yield* workedOff(details(id), 1)
    assert.deepStrictEqual(
      events.map(({ email }) => email),
      ["ann@acme.test"]
    )
  })

  it.effect("by an old message of Resend", function* () {
    const { running, create } = yield* someone
    const { pathname } = yield* create(newInlet("resend"))
    const payload = bounceOf("resend", "ann@acme.test")
    const old = yield* post(running, "resend", pathname, payload, { now: minutes(6) })
    isProblem(old, 403, wrongSignature)
    ok(yield* post(running, "resend", pathname, payload, { now: minutes(4) }))
  })

  it.effect("by messages of Amazon SNS that are another's", function* () {
    const { running, create } = yield* someone
    const { pathname } = yield* create(newInlet("amazon_ses"))
    const { origin, asked } = withInletsAndSns.sns()
    const message = {
      Type: "SubscriptionConfirmation",
      MessageId: "165545c9-2a5c-472c-8df2-7ff2be2b3b1b",
      Token: "2336412f37",
      TopicArn: topic,
      Message: "You have chosen to subscribe",
      SubscribeURL: `${origin}/?Action=ConfirmSubscription&Token=2336412f37`,
      Timestamp: new Date().toISOString(),
      SigningCertURL: `${origin}/SimpleNotificationService-1.pem`
    }
    const send = (body: object) =>
      post(running, "amazon_ses", pathname, {}, { body: JSON.stringify(body) })
    const elsewhere = "http://127.0.0.1:1/SimpleNotificationService-1.pem"
    for (const wrong of [
      snsMessage({ ...message, TopicArn: topic.replace("bounces", "others") }),
      snsMessage({ ...message, SigningCertURL: elsewhere }),
      snsMessage({ ...message, SigningCertURL: `${origin}/another` }),
      { ...snsMessage(message), Token: "another" },
      { ...snsMessage(message), Signature: "AAAA" },
      message
    ])
      isProblem(yield* send(wrong), 403, wrongSignature)
    assert.notInclude(asked.join(), "ConfirmSubscription")

    ok(yield* send(snsMessage({ ...message, SubscribeURL: "http://127.0.0.1:1/" })))
    assert.notInclude(asked.join(), "ConfirmSubscription")
    ok(yield* send(snsMessage(message)))
    assert.include(asked.join(), "/?Action=ConfirmSubscription&Token=2336412f37")
    ok(yield* send(snsMessage({ ...message, SignatureVersion: "1" })))
  })

  it.effect("by bodies that are too large, of another form, or have too many events", function* () {
    const { running, create } = yield* someone
    const { pathname } = yield* create({ kind: "brevo", name: "Without credentials" })
    const send = (body: string) => post(running, "brevo", pathname, {}, { body })
    const large = yield* send("x".repeat(4 * 1024 * 1024 + 1))
    isProblem(large, 400, "the body must have at most 4 MiB")
    isProblem(yield* send("event=hard_bounce"), 400, "the body is none of Brevo")
    const many = Array.from({ length: 10_001 }, () => ({ event: "delivered" }))
    const sent = yield* send(JSON.stringify(many))
    isProblem(sent, 400, "a request may have at most 10000 events")
    assert.deepStrictEqual(ok(yield* send("[]")), { events: 0 })
    const odd = {
      event: "a\u0000\ud800",
      email: `${"x".repeat(400)}@acme.test`,
      reason: "\u0000"
    }
    assert.deepStrictEqual(ok(yield* send(JSON.stringify([odd, odd]))), { events: 2 })
  })

  it.effect("and takes nothing for an account that is suspended", function* () {
    const { running, account, create } = yield* someone
    const { pathname } = yield* create({ kind: "brevo", name: "Brevo" })
    const send = () => post(running, "brevo", pathname, { event: "delivered" })
    ok(yield* send())
    yield* SqlClient.SqlClient.use(
      (sql) => sql`update account set suspended_at = now() where account_id = ${account}`
    ).pipe(Effect.provide(sqlOf(running)))
    isProblem(yield* send(), 404, "inlet not found")
  })

  it.effect("and forgets an address that is erased", function* () {
    const { running, create, details } = yield* owner
    const { id, pathname } = yield* create({ kind: "brevo", name: "Brevo" })
    const event = { event: "hard_bounce", "message-id": "1", reason: "550 5.1.1 unknown" }
    const emails = ["CARL@acme.test", "dora@acme.test"]
    ok(
      yield* post(
        running,
        "brevo",
        pathname,
        emails.map((email) => ({ ...event, email }))
      )
    )
    yield* workedOff(details(id), 2)
    const receipt = yield* running.get("/api/v1/account/data?email=carl@acme.test", {
      method: "DELETE"
    })
    assert.deepInclude(Object(ok(receipt)).erased, { place: "inlet_events", count: 1 })
    const { events, counts } = yield* details(id)
    assert.deepStrictEqual(
      events.map(({ email }) => email),
      ["dora@acme.test"]
    )
    assert.strictEqual(counts.not_verified_by_you, 2)
  })

  it.effect("by somebody who guesses URLs", function* () {
    const { running, create } = yield* someone
    const { pathname } = yield* create({ kind: "brevo", name: "Brevo" })
    const send = () => post(running, "brevo", pathname, { event: "delivered" })
    ok(yield* send())
    const guess = (at: number) =>
      running.get(`/in/inlet_${at}`, { method: "POST", apiKey: null, body: "{}" })
    const answers = yield* Effect.forEach(Array.from({ length: 110 }), (_, at) => guess(at))
    isProblem(answers[0]!, 404, "inlet not found")
    const last = answers.at(-1)!
    isProblem(last, 429, "rate limit exceeded")
    assert.strictEqual(last.headers.get("retry-after"), "1")
    ok(yield* send())
  })
})
