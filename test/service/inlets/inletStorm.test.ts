import { Effect, Option, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../../support/service.ts"
import { assert, describe, it, layer } from "../../support/vitest.ts"
import { sqlOf } from "../accounts/keysWorld.ts"
import { list, upload } from "../jobs/jobsHttpWorld.ts"
import { asking, ok, owner, post, withInlets, workedOff } from "./inletWorld.ts"

/** Events of one second in a storm. */
const stormEvents = 1_000

const now = Math.floor(Date.now() / 1_000)

const event = (at: number) => ({
  event: "hard_bounce",
  email: `storm.${at}@acme.test`,
  "message-id": `<${at}@relay.acme.test>`,
  ts_event: now,
  reason: "550 5.1.1 User unknown"
})

const leftOf = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly waiting: number; readonly rows: number; readonly seen: number }>`
    select count(*) filter (where fate is null)::int as waiting, count(*)::int as rows,
      (select count(*)::int from inlet_seen) as seen from inlet_event`
).pipe(Effect.map(([row]) => row!))

layer(withInlets, service.live)("A storm of events on one inlet", (it) => {
  it.effect("loses none, counts each once, and keeps the last 20", function* () {
    const { running, create, details } = yield* owner
    const { id, pathname } = yield* create({ kind: "brevo", name: "Storm" })
    const send = (at: number) => post(running, "brevo", pathname, event(at))
    yield* send(0)
    const numbers = Array.from({ length: stormEvents }, (_, at) => at)
    const answers = yield* Effect.forEach([...numbers, ...numbers.slice(0, 100)], send, {
      concurrency: 50
    })
    const refused = answers.filter(({ status }) => status !== 200)
    assert.deepStrictEqual(
      refused.map(({ text }) => text),
      []
    )
    const { counts } = yield* Effect.repeat(details(id), {
      until: ({ counts: { not_verified_by_you: told } }) => told >= stormEvents
    }).pipe(Effect.timeout("30 seconds"))
    assert.strictEqual(counts.not_verified_by_you, stormEvents)
    const left = yield* Effect.provide(leftOf, sqlOf(running))
    assert.deepStrictEqual(left, { waiting: 0, rows: 20, seen: stormEvents })
  })

  it.effect("finds addresses that were verified in lists", function* () {
    const { running, create, details } = yield* owner
    const emails = ["lena@acme.test", "lars@acme.test"]
    for (const email of emails) {
      const { id } = Object(ok(yield* upload(running, [list(`email\r\n${email}\r\n`)])))
      yield* Effect.repeat(running.get(`/api/v1/jobs/${id}`), {
        until: ({ json }) => Object(json).status === "complete"
      })
    }
    const { id, pathname } = yield* create({ kind: "brevo", name: "Lists" })
    const sent = [...emails, "none@acme.test"].map((email, at) => ({
      ...event(-at - 1),
      email
    }))
    ok(yield* post(running, "brevo", pathname, sent))
    const { events } = yield* workedOff(details(id), 3)
    assert.deepStrictEqual(
      events.map(({ email, result }) => [email, result]),
      [
        ["none@acme.test", "not_verified_by_you"],
        ["lars@acme.test", "recorded"],
        ["lena@acme.test", "recorded"]
      ]
    )
  })
})

describe("A node that is killed", () => {
  it.live("leaves its events to the next one", function* () {
    const running = yield* service.start({ lab: true, env: { RCPT_RATE_LIMIT: "off" } })
    const { create } = asking(running, running.apiKey)
    const { id, pathname } = yield* create({ kind: "brevo", name: "Storm" })
    const events = Array.from({ length: 5_000 }, (_, at) => event(at))
    ok(yield* post(running, "brevo", pathname, events))
    yield* running.kill("SIGKILL")
    const again = yield* running.restart
    const { details } = asking(again, again.apiKey)
    const { counts } = yield* Effect.repeat(details(id), {
      until: ({ counts: { not_verified_by_you: told } }) => told >= events.length
    }).pipe(Effect.timeout("60 seconds"))
    assert.strictEqual(counts.not_verified_by_you, events.length)
  })

  it.live("in a storm has stored each event that it acknowledged", function* () {
    const running = yield* service.start({ lab: true, env: { RCPT_RATE_LIMIT: "off" } })
    const { create } = asking(running, running.apiKey)
    const { id, pathname } = yield* create({ kind: "brevo", name: "Storm" })
    const numbers = Array.from({ length: stormEvents }, (_, at) => at)
    const acknowledged = new Set<number>()
    const send = (at: number) =>
      Effect.gen(function* () {
        const answer = yield* Effect.option(post(running, "brevo", pathname, event(at)))
        if (Option.isSome(answer) && answer.value.status === 200) acknowledged.add(at)
        if (acknowledged.size === stormEvents / 4) yield* running.kill("SIGKILL")
      })
    yield* Effect.forEach(numbers, send, { concurrency: 50, discard: true })
    assert.isBelow(acknowledged.size, stormEvents)
    const again = yield* running.restart
    const { details } = asking(again, again.apiKey)
    // The service sends again what was not acknowledged. If one that was is lost, the sum is too small.
    const rest = numbers.filter((at) => !acknowledged.has(at))
    ok(yield* post(again, "brevo", pathname, rest.map(event)))
    const { counts } = yield* Effect.repeat(details(id), {
      until: ({ counts: { not_verified_by_you: told } }) => told >= stormEvents,
      schedule: Schedule.spaced("50 millis")
    }).pipe(Effect.timeout("30 seconds"))
    assert.strictEqual(counts.not_verified_by_you, stormEvents)
  })
})
