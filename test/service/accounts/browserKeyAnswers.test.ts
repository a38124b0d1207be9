/**
 * What a visitor of a page can learn from a browser key: nothing that its account has done before. Two accounts, one
 * with a life and one without, and a browser key of each: whatever is sent, the answers are the same bytes.
 */
import { Effect } from "effect"
import * as fc from "fast-check"

import type { Opened } from "../../support/openAccount.ts"
import * as service from "../../support/service.ts"
import type { Answer, Running } from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { jobEnd, json } from "../erasure/erasureWorld.ts"
import { jobOf, list, mode, upload } from "../jobs/jobsHttpWorld.ts"
import { customer } from "../views/ledger/ledgerWorld.ts"
import { make } from "./keysWorld.ts"

const shop = "https://shop.example"

/** Checked deep and fast, in a list and alone, and reported, by the account that has a life. */
const checked = [
  "ann@acme.test",
  "gone@acme.test",
  "support@acme.test",
  "gone@gmail.com",
  "ann@takesall.test",
  "ann@nxdomain.test"
]
const reported = "ann@acme.test"
/** At a domain that takes every name: what is reported moves the confidence of each address there. */
const alsoReported = "ann@takesall.test"
const blocked = "ruled@acme.test"

/** As many names as an account may ask about in an hour, and a quarter for each visitor. */
const enumerationLimit = 12
const guessedDomain = "office.test"
const guessed = Array.from({ length: enumerationLimit }, (_, n) => `name${n}@${guessedDomain}`)

const verifyPath = (email: string, query = "") =>
  `/api/v1/verify?email=${encodeURIComponent(email)}${query}`

const order = { "idempotency-key": "order-1001" }

/** Single checks, a list, a report, a rule, a full limit of names, and an Idempotency-Key for each address. */
const live = (running: Running, { apiKey }: Opened) =>
  Effect.gen(function* () {
    const ok = (answer: Answer) => assert.include([200, 201], answer.status, answer.text)
    const ask = (email: string, query: string, headers = {}) =>
      Effect.map(running.get(verifyPath(email, query), { apiKey, headers }), ok)
    for (const email of checked) yield* ask(email, "&mode=deep")
    yield* Effect.forEach(guessed, (email) => ask(email, "&mode=deep"), { concurrency: 4 })
    yield* ask(checked[0]!, "", order)
    const parts = [mode("deep"), list(["email", ...checked].join("\n"))]
    const { id } = yield* jobOf(yield* upload(running, parts, { apiKey }), 201)
    yield* jobEnd(running, id, apiKey)
    const bounce = { outcome: "bounced", smtp_response: "550 5.1.1 User unknown" }
    const items = [reported, alsoReported].map((email) => ({ email, ...bounce }))
    ok(yield* running.get("/api/v1/feedback", { ...json({ items }), apiKey }))
    const rule = { action: "block", match: "address", value: blocked }
    ok(yield* running.get("/api/v1/rules", { ...json(rule), apiKey }))
    // The node learns of a first report with the next look-up of a key.
    yield* Effect.sleep("1100 millis")
  })

const browserKey = { origins: [shop], allow_deep: true }
const limits = {
  visitor_limit: { per_minute: 1_000, per_day: 1_000 },
  credit_limit: { credits: 100_000, per: "day" }
}

const world = Effect.gen(function* () {
  const running = yield* service.Service
  const busy = yield* customer(running, 5_000)
  const idle = yield* customer(running, 5_000)
  yield* live(running, busy)
  const keyOf = ({ apiKey }: Opened) => make(running, { ...browserKey, ...limits }, { apiKey })
  return { running, busy, keys: [(yield* keyOf(busy)).key, (yield* keyOf(idle)).key] as const }
})

interface Sent {
  readonly email: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
}

/** Headers that differ between any two answers. */
const passing = new Set(["date", "x-request-id", "x-ratelimit-remaining", "x-ratelimit-reset"])

const shownOf = ({ status, headers, text }: Answer) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => !passing.has(name))
})

const visitor = "203.0.113.1"

const askWith =
  ({ get }: Running, { email, query, headers }: Sent) =>
  (apiKey: string) =>
    get(verifyPath(email, query), {
      apiKey,
      headers: { origin: shop, "x-forwarded-for": visitor, ...headers }
    })

const askBoth = (running: Running, [one, other]: readonly [string, string], request: Sent) => {
  const ask = askWith(running, request)
  return Effect.all([ask(one), ask(other)])
}

/** One parameter in four is sent, so that most requests are answered. */
const either = <A extends string>(...values: ReadonlyArray<A>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant("") }, fc.constantFrom(...values))

const header = (name: string, ...values: ReadonlyArray<string>) =>
  either(...values).map((value): Record<string, string> => (value === "" ? {} : { [name]: value }))

/** What each parameter alone does to each address that the account has checked. */
const alone: ReadonlyArray<Sent> = checked.flatMap((email) =>
  ["", "&mode=deep", "&max_age=30d", "&explain=true"].map((query) => ({
    email,
    query,
    headers: {}
  }))
)

const sent: fc.Arbitrary<Sent> = fc.record({
  email: fc.constantFrom(
    ...checked,
    "GONE@acme.test",
    "never.asked@acme.test",
    "never.asked@takesall.test",
    "no address",
    "ann@gmial.com"
  ),
  query: fc
    .tuple(
      either("&mode=fast", "&mode=deep", "&mode=deep", "&mode=both"),
      either("&max_age=30d", "&max_age=90d", "&max_age=1h", "&max_age=1s", "&max_age="),
      either("&explain=true", "&explain=false"),
      either("&timeout=60000", "&timeout=5"),
      either("&details=true")
    )
    .map((parts) => parts.join("")),
  headers: fc
    .tuple(
      header("idempotency-key", "order-1001", "order-1002", "one", "ü"),
      header("if-none-match", "*", '"1"'),
      header("if-modified-since", "Sun, 01 Nov 2026 00:00:00 GMT"),
      header("accept-language", "de", "en"),
      header("accept", "text/event-stream", "application/json"),
      header("last-event-id", "0"),
      header("range", "bytes=0-1"),
      header("cookie", "rcpt_session=x"),
      header("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
      header("cache-control", "max-age=31536000, only-if-cached")
    )
    .map((all): Record<string, string> => Object.assign({}, ...all))
})

const runs = 120

layer(
  service.layer({
    lab: true,
    env: {
      RCPT_TRUSTED_PROXIES: "127.0.0.1/32",
      RCPT_RATE_LIMIT: "off",
      RCPT_ENUMERATION_LIMIT: `${enumerationLimit}/h`
    }
  }),
  service.live
)("A browser key", (it) => {
  it.effect("answers as one of an account that has done nothing, whatever is sent", function* () {
    const { running, busy, keys } = yield* world
    // The account itself is told otherwise, of what it did.
    const own = yield* running.get(verifyPath("gone@acme.test", "&max_age=30d"), busy)
    assert.deepInclude(Object(own.json), { sub_status: "mailbox_not_found", credits_used: 0 })
    const ruled = yield* running.get(verifyPath(reported), busy)
    assert.strictEqual(Object(ruled.json).sub_status, "reported_bounce")
    const near = yield* running.get(verifyPath("never.asked@takesall.test"), busy)
    assert.match(near.text, /your own mail to the domain: 0 arrived, 1 bounced/)

    const seen = new Set<number>()
    const law = (one: Sent) =>
      Effect.gen(function* () {
        const [ofBusy, ofIdle] = yield* askBoth(running, keys, one)
        assert.deepStrictEqual(shownOf(ofBusy), shownOf(ofIdle))
        seen.add(ofBusy.status)
      })
    for (const one of alone) yield* law(one)
    yield* Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(sent, (one) => Effect.runPromise(law(one))),
        { numRuns: runs, endOnFailure: true }
      )
    )
    assert.includeMembers([...seen], [200, 400, 422])

    // The rules may differ, and nothing else.
    const [byRule, without] = yield* askBoth(running, keys, {
      email: blocked,
      query: "",
      headers: {}
    })
    assert.strictEqual(Object(byRule.json).sub_status, "blocked_by_rule")
    assert.strictEqual(Object(without.json).status, "valid")

    // An account that may ask about no more names takes none from its visitors, and does not show which it has asked.
    for (const name of ["name0", "name1", "other"]) {
      const query = "&mode=deep"
      const one = { email: `${name}@${guessedDomain}`, query, headers: {} }
      const [used, unused] = yield* askBoth(running, keys, one)
      assert.strictEqual(Object(used.json).sub_status, "mailbox_not_found")
      assert.strictEqual(used.text, unused.text)
    }
    const full = yield* running.get(verifyPath(`more@${guessedDomain}`, "&mode=deep"), busy)
    assert.strictEqual(Object(full.json).smtp.reason, "smtp_abuse_throttled")
  })
})
