import { InletKind, inletKinds, inletsMax } from "@rcpt/domain/Inlet"
import { Effect, Schedule } from "effect"

import * as service from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { isProblem } from "../accounts/keysWorld.ts"
import { bounceOf, payloads } from "./inletPayloads.ts"
import { keys } from "./inletSigners.ts"
import {
  inletsOf,
  newInlet,
  ok,
  owner,
  post,
  someone,
  withInlets,
  workedOff
} from "./inletWorld.ts"

const wrongSignature = "the signature is missing or wrong: check the inlet's signing_key"
const wrongCredentials = "the credentials are missing or wrong: check the inlet's signing_key"

/** Headers by which a request proves itself. */
const withoutProof = {
  authorization: "",
  "x-twilio-email-event-webhook-signature": "",
  "x-mandrill-signature": "",
  "svix-signature": ""
}

layer(withInlets, service.live)("An inlet", (it) => {
  it.effect("is made, shown, changed, replaced and removed", function* () {
    const { running, ask, create, details, change, rotate } = yield* someone
    const made = yield* create({ kind: "mailgun", name: " News " })
    assert.deepInclude(made, { name: "News", status: "needs_key", has_key: false })
    assert.match(made.url!, /^http:\/\/127\.0\.0\.1:\d+\/in\/inlet_[\w-]{32}$/)
    const bounce = () => bounceOf("mailgun", "ann@acme.test")
    isProblem(
      yield* post(running, "mailgun", made.pathname, bounce()),
      403,
      "the inlet has no signing key yet: set it first"
    )
    const set = yield* change(made.id, { signing_key: keys.mailgun })
    assert.deepInclude(set, { status: "live", has_key: true })
    assert.notProperty(set, "url")
    assert.notProperty(yield* details(made.id), "url")
    const { inlets, max } = yield* inletsOf(ok(yield* ask("", "GET")))
    assert.deepStrictEqual([inlets.map(({ id }) => id), max], [[made.id], inletsMax])

    const next = yield* rotate(made.id)
    assert.notStrictEqual(next.url, made.url)
    assert.isNotNull(next.previous_url_until)
    const { pathname } = new URL(next.url!)
    for (const path of [made.pathname, pathname])
      assert.deepStrictEqual(ok(yield* post(running, "mailgun", path, bounce())), { events: 1 })
    yield* rotate(made.id)
    isProblem(yield* post(running, "mailgun", made.pathname, {}), 404, "inlet not found")

    ok(yield* ask(`/${made.id}`, "DELETE"))
    isProblem(yield* ask(`/${made.id}`, "GET"), 404, "inlet not found")
    isProblem(yield* post(running, "mailgun", pathname, {}), 404, "inlet not found")
  })

  it.effect("is not made with what cannot be, and the answer says why", function* () {
    const { ask } = yield* someone
    for (const [body, error] of [
      [{ name: "x" }, /^kind is required$/],
      [{ kind: "gmail", name: "x" }, /^kind must be one of "amazon_ses", /],
      [{ kind: "brevo" }, /^name is required$/],
      [{ kind: "brevo", name: "" }, /^name must be 1 to 100 visible characters$/],
      [{ kind: "brevo", name: "bob@acme.test" }, /^name must not contain an email address$/],
      [{ kind: "brevo", name: "x", signing_key: "" }, /^signing_key must be 1 to 1000/],
      [{ kind: "amazon_ses", name: "x", signing_key: "x" }, /^signing_key must be the ARN of/],
      [{ kind: "sendgrid", name: "x", signing_key: "x" }, /^signing_key must be the verifica/],
      [{ kind: "resend", name: "x", signing_key: "x" }, /^signing_key must be the signing se/]
    ] as const) {
      const answer = yield* ask("", "POST", body)
      assert.strictEqual(answer.status, 400, answer.text)
      assert.match(Object(answer.json).error, error)
    }
  })

  it.effect("of one account does not exist for another, and there are 22 at most", function* () {
    const mine = yield* someone
    const other = yield* someone
    const { id } = yield* mine.create(newInlet("brevo"))
    for (const [target, method, body] of [
      ["", "GET", undefined],
      ["", "PATCH", { name: "x" }],
      ["", "DELETE", undefined],
      ["/secret", "POST", undefined]
    ] as const)
      isProblem(yield* other.ask(`/${id}${target}`, method, body), 404, "inlet not found")
    const another = () => mine.ask("", "POST", newInlet("brevo"))
    yield* Effect.replicateEffect(
      Effect.flatMap(Effect.suspend(another), (made) => Effect.sync(() => ok(made))),
      inletsMax - 1
    )
    isProblem(yield* another(), 400, "an account can have at most 22 inlets: remove an unused one")
  })

  it.effect("of each kind takes what is proved, once, and nothing else", function* () {
    const { running, create, details, verify } = yield* owner
    const inlets = yield* Effect.forEach(InletKind.literals, (kind) =>
      Effect.gen(function* () {
        const email = `bob.${kind}@acme.test`
        yield* verify(email)
        const { id, pathname } = yield* create(newInlet(kind))
        const payload = bounceOf(kind, email)
        const isSigned = inletKinds[kind].proof === "signed"
        const refused = isSigned ? wrongSignature : wrongCredentials
        const send = (changes = {}) => post(running, kind, pathname, payload, changes)

        const asked = yield* running.get(pathname, { method: "HEAD", apiKey: null })
        assert.strictEqual(asked.status, 200)
        const isInBody = kind === "amazon_ses" || kind === "mailgun"
        const bare = {
          headers: withoutProof,
          ...(isInBody && { body: JSON.stringify(payload) })
        }
        isProblem(yield* send(bare), 403, refused)
        if (isSigned && !isInBody)
          isProblem(yield* send({ body: '{"email":"eve@acme.test"}' }), 403, refused)

        assert.deepStrictEqual(ok(yield* send()), { events: 1 }, kind)
        assert.deepStrictEqual(ok(yield* send()), { events: 1 })
        return { id, email, secret: pathname.slice("/in/".length) }
      })
    )
    for (const { id, email, secret } of inlets) {
      const { events, counts } = yield* workedOff(details(id), 1)
      assert.deepInclude(events[0], { email, outcome: "bounced", result: "recorded" })
      assert.deepStrictEqual([events.length, counts.recorded], [1, 1])
      assert.notInclude(running.output(), secret)
      assert.notInclude(running.output(), email)
    }
    // A node learns of the first report with the next look-up of the key, within a second.
    const { sub_status: says } = yield* Effect.repeat(verify(inlets[0].email), {
      until: ({ status }) => status === "risky",
      schedule: Schedule.spaced("100 millis")
    }).pipe(Effect.timeout("10 seconds"))
    assert.strictEqual(says, "reported_bounce")
  })

  it.effect("counts what changes no verdict, and shows the last 20 events", function* () {
    const { running, create, details } = yield* owner
    const { id, pathname } = yield* create(newInlet("sendgrid"))
    const old = new Date(Date.now() - 8 * 86_400_000)
    const all = payloads.filter(({ kind }) => kind === "sendgrid")
    const bodies = all.flatMap(({ body }, at) => body(`never.${at}@acme.test`, new Date()))
    const clicks = Array.from({ length: 30 }, (_, at) => ({
      event: "click",
      sg_event_id: `click ${at}`,
      email: "ann@acme.test"
    }))
    const [late] = all[0]!.body("late@acme.test", old) as ReadonlyArray<object>
    const sent = [...clicks, ...bodies, { ...late, sg_event_id: "late" }]
    assert.deepStrictEqual(ok(yield* post(running, "sendgrid", pathname, sent)), {
      events: sent.length
    })
    const { events, counts } = yield* workedOff(details(id), 20)
    assert.deepStrictEqual(counts, {
      recorded: 0,
      not_about_mailbox: 0,
      not_verified_by_you: 3,
      deferred: 2,
      nothing: 32,
      too_old: 1
    })
    assert.lengthOf(events, 20)
    assert.deepInclude(events[0], { email: "late@acme.test", result: "too_old" })
  })
})
