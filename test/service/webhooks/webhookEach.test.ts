/** Several endpoints of one account: each gets what it chose, once, in order per job, whatever others do. */
import { chosenEvents } from "@rcpt/api/WebhookEndpoint"
import type { ChosenEvent } from "@rcpt/api/WebhookEndpoint"
import * as deliveryRows from "@rcpt/service/webhooks/deliveryRows"
import { round } from "@rcpt/service/webhooks/dispatch"
import * as Webhooks from "@rcpt/service/webhooks/Webhooks"
import { Effect, Fiber } from "effect"
import fc from "fast-check"

import { assert, describe, it } from "../../support/vitest.ts"
import { customer } from "../jobs/jobsWorld.ts"
import {
  deliver,
  endpointOf,
  events,
  isSignedWith,
  pass,
  putAll,
  status,
  told,
  until,
  world
} from "./webhookWorld.ts"

const jobs = ["019c142f-1a2b-7c1f-9d0b-5e6f7a8b9c01", "019c142f-1a2b-7c1f-9d0b-5e6f7a8b9c02"]

interface Happened {
  readonly type: ChosenEvent
  readonly job: number | undefined
}

const happenings = fc.array(
  fc.record({
    type: fc.constantFrom(...chosenEvents),
    job: fc.option(fc.nat(1), { nil: undefined })
  }),
  { minLength: 1, maxLength: 12 }
)

/** Of each endpoint: what it chose, and which of the answers it gives first are failures. */
const receivers = fc.array(
  fc.record({
    events: fc.uniqueArray(fc.constantFrom(...chosenEvents), { minLength: 1 }),
    fails: fc.array(fc.boolean(), { maxLength: 6 })
  }),
  { minLength: 1, maxLength: 4 }
)

const happen = (account: string, { type, job }: Happened, n: number) =>
  deliveryRows.put({
    account,
    type,
    at: new Date(n),
    data: { n },
    ...(job !== undefined && { job: jobs[job]! })
  })

describe("Each of several endpoints", () => {
  it.effect("gets exactly the events that it chose, each once, in order for each job", () =>
    world(
      Effect.gen(function* () {
        const runs = fc.sample(fc.tuple(receivers, happenings), { numRuns: 8, seed: 7 })
        for (const [wanted, happened] of runs) {
          const account = yield* customer(0)
          const endpoints = yield* Effect.forEach(wanted, ({ events: chosen, fails }) =>
            Effect.map(endpointOf(account, chosen), (endpoint) => {
              const left = [...fails]
              endpoint.to.answers((response, request) =>
                status(left.shift() ? 500 : 204)(response, request)
              )
              return { ...endpoint, chosen }
            })
          )
          yield* Effect.forEach(happened, (one, n) => happen(account, one, n))
          for (let tries = 0; tries < 8; tries++) {
            yield* deliver
            yield* pass("10 hours")
          }
          for (const { to, chosen } of endpoints) {
            const expected = happened.flatMap(({ type }, n) => (chosen.includes(type) ? [n] : []))
            const taken = new Map<string, number>()
            const order: Array<number> = []
            for (const { headers, body } of to.heard) {
              const { n } = JSON.parse(body).data
              // Repeats of a failed attempt have its id: what counts is the last one.
              const before = order.indexOf(n)
              if (before !== -1) order.splice(before, 1)
              order.push(n)
              taken.set(String(headers["webhook-id"]), n)
            }
            assert.sameMembers([...taken.values()], expected)
            assert.strictEqual(taken.size, expected.length)
            for (const job of [0, 1]) {
              const ofJob = order.filter((n) => happened[n]!.job === job)
              assert.deepStrictEqual(
                ofJob,
                ofJob.toSorted((a, b) => a - b)
              )
            }
          }
        }
      })
    )
  )

  it.effect("that hangs holds up no other one of its account", () =>
    world(
      Effect.gen(function* () {
        const { account, to } = yield* told
        const other = yield* endpointOf(account, ["job.completed"])
        to.answers(() => {})
        for (let n = 0; n < 20; n++) yield* putAll(account, jobs[0])
        const first = yield* Effect.forkChild(round)
        yield* until(() => to.heard.length === 1 && other.to.heard.length === 1)
        while ((yield* round) > 0);
        assert.lengthOf(other.to.heard, 20)
        assert.lengthOf(to.heard, 1)
        yield* Fiber.interrupt(first)
      })
    )
  )

  it.effect("is disabled after 5 days of failures of its own", () =>
    world(
      Effect.gen(function* () {
        const { find } = yield* Webhooks.Webhooks
        const { account, to } = yield* told
        const other = yield* endpointOf(account, ["job.completed"])
        other.to.answers(status(503))
        const isOff = Effect.map(find(account, other.id), ({ disabledAt }) => disabledAt !== null)
        for (let hour = 0; !(yield* isOff); hour += 6) {
          assert.isBelow(hour, 5 * 24 + 12)
          if (hour % 12 === 0) yield* putAll(account)
          yield* deliver
          yield* pass("6 hours")
        }
        assert.isNull((yield* find(account)).disabledAt)
        const heard = to.heard.length
        yield* putAll(account)
        assert.strictEqual(yield* deliver, 1)
        assert.lengthOf(to.heard, heard + 1)
        assert.deepStrictEqual((yield* events(account)).at(-1), [
          "WebhookDisabled",
          { why: "failing", endpointId: other.id }
        ])
      })
    )
  )

  it.effect("is signed with a secret of its own, which is rotated by itself", () =>
    world(
      Effect.gen(function* () {
        const { rotate, reveal, find } = yield* Webhooks.Webhooks
        const { account, to, secret } = yield* told
        const other = yield* endpointOf(account, ["job.completed"])
        const { secret: rotated } = yield* rotate(account, other.id)
        yield* putAll(account)
        yield* deliver
        assert.isTrue(isSignedWith(secret, to.heard[0]!))
        assert.isFalse(isSignedWith(rotated, to.heard[0]!))
        assert.isTrue(isSignedWith(rotated, other.to.heard[0]!))
        assert.isFalse(isSignedWith(secret, other.to.heard[0]!))
        assert.strictEqual(reveal(account, yield* find(account, other.id)), rotated)
        assert.strictEqual(reveal(account, yield* find(account)), secret)
      })
    )
  )
})
