import { randomUUIDv7 } from "node:crypto"

import { keyedLimits } from "@rcpt/service/limits/keyedLimits"
import * as Outbox from "@rcpt/service/mail/Outbox"
import {
  accountLimit,
  addressLimit,
  gatheredFor,
  linkAgainAfter,
  namedMax
} from "@rcpt/service/mail/Outbox"
import { WriteSql } from "@rcpt/service/platform/Database"
import { Duration, Effect } from "effect"

import { headerOf, textOf } from "../../support/mailServer.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import {
  begin,
  lowFor,
  pass,
  queue,
  recipient,
  resetFor,
  rows,
  send,
  startNode
} from "./mailWorld.ts"

describe("A message", () => {
  it.effect("is sent if its transaction is committed, and only then", function* () {
    const { sink, node } = yield* begin
    yield* Effect.gen(function* () {
      const to = yield* recipient()
      const { queue: put } = yield* Outbox.Outbox
      const sql = yield* WriteSql
      yield* put(lowFor(to, 1)).pipe(
        Effect.andThen(Effect.fail("rolled back")),
        sql.withTransaction,
        Effect.ignore
      )
      assert.strictEqual(yield* send, 0)
      assert.strictEqual(yield* queue(lowFor(to, 2)), "queued")
      assert.strictEqual(yield* send, 1)
      assert.deepStrictEqual(
        sink.taken.map((one) => [one.to, headerOf(one, "subject")]),
        [[to.email, "2 credits are left"]]
      )
    }).pipe(Effect.provide(node))
  })

  it.effect("is not even stored where no mail server or no public URL is set", function* () {
    const { url } = yield* begin
    for (const env of [
      {},
      { RCPT_MAIL_URL: "smtp://127.0.0.1:25", RCPT_PUBLIC_URL: "" }
    ] as ReadonlyArray<Record<string, string>>) {
      const node = yield* startNode(url, { env })
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* queue(lowFor(yield* recipient(), 1)), "off")
        assert.deepStrictEqual(yield* rows, [])
      }).pipe(Effect.provide(node))
    }
  })

  it.effect("goes with the person, who may leave before it is sent", function* () {
    const { node } = yield* begin
    yield* Effect.gen(function* () {
      const to = yield* recipient()
      yield* queue(lowFor(to, 1))
      yield* WriteSql.use((sql) => sql`delete from person where person_id = ${to.person}`)
      assert.deepStrictEqual(yield* rows, [])
    }).pipe(Effect.provide(node))
  })
})

describe("Notices of a kind", () => {
  it.effect(
    "are one message an hour to a person: those between are gathered in the next",
    function* () {
      const { sink, node } = yield* begin
      yield* Effect.gen(function* () {
        const to = yield* recipient()
        const key = (n: number) =>
          queue({ kind: "key_made", to, facts: { name: `key ${n}`, last4: "abcd" } })
        assert.strictEqual(yield* key(0), "queued")
        yield* send
        assert.strictEqual(yield* key(1), "queued")
        for (let n = 2; n <= namedMax + 2; n++) assert.strictEqual(yield* key(n), "gathered")
        yield* pass(Duration.subtract(gatheredFor, Duration.seconds(1)))
        assert.strictEqual(yield* send, 0)
        yield* pass("1 second")
        assert.strictEqual(yield* send, 1)
        const text = textOf(sink.taken[1]!)
        assert.include(text, `- key ${namedMax + 2} (ends in abcd)`)
        assert.notInclude(text, "- key 2 ")
        assert.include(text, "- and 2 more")
        assert.strictEqual(headerOf(sink.taken[1]!, "subject"), "12 new API keys")
      }).pipe(Effect.provide(node))
    }
  )

  it.effect("to another person, or of another kind, do not wait for each other", function* () {
    const { sink, node } = yield* begin
    yield* Effect.gen(function* () {
      const to = yield* recipient()
      yield* queue(lowFor(to, 1))
      yield* queue({ kind: "second_factor_off", to, facts: {} })
      yield* queue(lowFor(yield* recipient(), 1))
      assert.strictEqual(yield* send, 3)
      assert.strictEqual(sink.taken.length, 3)
    }).pipe(Effect.provide(node))
  })

  it.effect("that were deferred and those since do not go out together", function* () {
    const { sink, node } = yield* begin
    yield* Effect.gen(function* () {
      const to = yield* recipient()
      sink.behave((moment) => (moment === "MAIL" ? { reply: "451 later" } : undefined))
      yield* queue(lowFor(to, 2))
      yield* send
      assert.strictEqual(yield* queue(lowFor(to, 1)), "queued")
      yield* pass("2 hours")
      sink.behave(() => undefined)
      assert.strictEqual(yield* send, 1)
      yield* pass("59 minutes")
      assert.strictEqual(yield* send, 0)
      yield* pass("1 minute")
      assert.strictEqual(yield* send, 1)
      assert.deepStrictEqual(
        sink.taken.map((one) => headerOf(one, "subject")),
        ["2 credits are left", "1 credit is left"]
      )
    }).pipe(Effect.provide(node))
  })
})

describe("Messages with a link", () => {
  it.effect(
    "are queued again after a minute, and the newest link is the one that is sent",
    function* () {
      const { sink, node } = yield* begin
      yield* Effect.gen(function* () {
        const to = yield* recipient()
        assert.strictEqual(yield* queue(resetFor(to, "token-1")), "queued")
        yield* pass(Duration.subtract(linkAgainAfter, Duration.seconds(1)))
        assert.strictEqual(yield* queue(resetFor(to, "token-2")), "limited")
        yield* pass("1 second")
        assert.strictEqual(yield* queue(resetFor(to, "token-3")), "queued")
        assert.strictEqual(yield* send, 1)
        assert.include(textOf(sink.taken[0]!), "https://rcpt.example.test/reset#token-3")
      }).pipe(Effect.provide(node))
    }
  )

  it.effect("have their token sealed until they are sent, and gone afterwards", function* () {
    const { node } = yield* begin
    yield* Effect.gen(function* () {
      const sql = yield* WriteSql
      const stored = sql<{ row: string }>`select to_jsonb(m)::text as row from mail_outbox m`
      yield* queue(resetFor(yield* recipient(), "token-of-the-link"))
      const hex = Buffer.from("token-of-the-link").toString("hex")
      const [before] = yield* stored
      assert.notInclude(before!.row, "token-of-the-link")
      assert.notInclude(before!.row, hex)
      assert.strictEqual((yield* rows)[0]?.hasToken, true)
      yield* send
      assert.strictEqual((yield* rows)[0]?.hasToken, false)
    }).pipe(Effect.provide(node))
  })

  it.effect(
    "to one address are limited in an hour and in a day, of all accounts together",
    function* () {
      const { node } = yield* begin
      yield* Effect.gen(function* () {
        const { email } = yield* recipient()
        let queued = 0
        for (let hour = 1; hour <= 6; hour++) {
          for (let minute = 0; minute < 10; minute++) {
            const other = yield* recipient()
            const to = { ...other, email: minute % 2 === 0 ? email : email.toUpperCase() }
            if ((yield* queue(resetFor(to))) === "queued") queued++
            yield* pass("1 minute")
          }
          assert.strictEqual(queued, Math.min(hour * addressLimit.perHour, addressLimit.perDay))
          yield* pass("50 minutes")
        }
        assert.strictEqual(queued, addressLimit.perDay)
        assert.strictEqual(yield* queue(resetFor(yield* recipient())), "queued")
      }).pipe(Effect.provide(node))
    }
  )

  it.effect(
    "that people of one account cause are limited in a day, and its resets are not",
    function* () {
      const { node } = yield* begin
      yield* Effect.gen(function* () {
        const { person: _, ...to } = yield* recipient()
        const invite = (n: number) =>
          queue({
            kind: "invitation",
            to: { ...to, email: `${n}@guest.test` },
            facts: { by: "boss@customer.test", role: "member" },
            link: { page: "/join", token: `token ${n}` }
          })
        for (let n = 0; n < accountLimit.perDay; n++) assert.strictEqual(yield* invite(n), "queued")
        assert.strictEqual(yield* invite(-1), "limited")
        assert.strictEqual(yield* queue(resetFor(to)), "queued")
        yield* pass("1 day")
        assert.strictEqual(yield* invite(-1), "queued")
      }).pipe(Effect.provide(node))
    }
  )

  it.effect("that invite are limited by those alone, and a warning by none", function* () {
    const { node } = yield* begin
    yield* Effect.gen(function* () {
      const to = yield* recipient()
      const invite = Effect.flatMap(recipient(), ({ account, language }) =>
        queue({
          kind: "invitation",
          to: { account, language, email: to.email },
          facts: { by: "boss@customer.test", role: "member" },
          link: { page: "/join", token: randomUUIDv7() }
        })
      )
      for (let n = 0; n < addressLimit.perHour; n++) {
        assert.strictEqual(yield* queue(resetFor(to)), "queued")
        assert.strictEqual(yield* send, 1)
        yield* pass("61 seconds")
      }
      assert.strictEqual(yield* queue(resetFor(to)), "limited")
      // Who invites does not learn that somebody with the address has asked for a password.
      for (let n = 0; n < addressLimit.perHour; n++) assert.strictEqual(yield* invite, "queued")
      assert.strictEqual(yield* invite, "limited")
      for (let n = 0; n < 2 * addressLimit.perHour; n++)
        assert.strictEqual(
          yield* queue({
            kind: "email_changed",
            to,
            facts: { new: "thief@customer.test" },
            link: { page: "/take-back", token: randomUUIDv7() }
          }),
          "queued"
        )
    }).pipe(Effect.provide(node))
  })

  it.effect("that one client causes are limited, whatever the addresses", function* () {
    const { node } = yield* begin
    yield* Effect.gen(function* () {
      const { admits } = yield* Outbox.Outbox
      for (let n = 0; n < keyedLimits.mailClient.burst; n++)
        assert.isTrue(yield* admits("192.0.2.1"))
      assert.isFalse(yield* admits("192.0.2.1"))
      assert.isTrue(yield* admits("192.0.2.2"))
    }).pipe(Effect.provide(node))
  })

  it.effect("asked for at the same moment are one message", function* () {
    const { node } = yield* begin
    yield* Effect.gen(function* () {
      const to = yield* recipient()
      const all = yield* Effect.all(
        Array.from({ length: 5 }, () => queue(resetFor(to))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(all.toSorted(), ["limited", "limited", "limited", "limited", "queued"])
    }).pipe(Effect.provide(node))
  })
})
