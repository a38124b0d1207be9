import { mailKinds } from "@rcpt/service/mail/mailKinds"
import { judgeFailure } from "@rcpt/service/mail/MailServer"
import { afterFailure } from "@rcpt/service/mail/sendMail"
import { WriteSql } from "@rcpt/service/platform/Database"
import { retryWaits } from "@rcpt/service/platform/retryWaits"
import { Duration, Effect, Fiber, Logger } from "effect"

import { headerOf, mailSink } from "../../support/mailServer.ts"
import type { Behaviour, Moment } from "../../support/mailServer.ts"
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

const at = (wanted: Moment, behaviour: Behaviour) => (moment: Moment) =>
  moment === wanted ? behaviour : undefined

describe("A message that is sent", () => {
  it.effect("has the headers of an automatic one, and its row as the Message-ID", function* () {
    const { sink, node } = yield* begin
    yield* Effect.gen(function* () {
      yield* queue(lowFor(yield* recipient("de"), 7))
      yield* send
      const [row] = yield* WriteSql.use(
        (sql) => sql<{ id: string }>`
          select mail_id as id from mail_outbox`
      )
      const [one] = sink.taken
      assert.strictEqual(headerOf(one!, "message-id"), `<${row!.id}@rcpt.example.test>`)
      assert.strictEqual(headerOf(one!, "auto-submitted"), "auto-generated")
      assert.strictEqual(headerOf(one!, "from"), "rcpt <rcpt@rcpt.example.test>")
      assert.strictEqual(one!.from, "rcpt@rcpt.example.test")
      assert.strictEqual(headerOf(one!, "subject"), "Noch 7 Credits")
      assert.isDefined(headerOf(one!, "date"))
      assert.include(sink.heard.join("\n"), "AUTH PLAIN")
    }).pipe(Effect.provide(node))
  })

  it.effect("says how to get no more of it, where the reader can choose", function* () {
    const { sink, node } = yield* begin
    yield* Effect.gen(function* () {
      const to = yield* recipient()
      const list = {
        job: "j",
        file: "a.csv",
        rows: 1,
        valid: 1,
        risky: 0,
        invalid: 0,
        unknown: 0
      }
      yield* queue({ kind: "list_done", to, facts: list })
      yield* queue(lowFor(to, 1))
      yield* send
      assert.deepStrictEqual(
        sink.taken.map((one) => headerOf(one, "list-unsubscribe")),
        ["<https://rcpt.example.test/settings>", undefined]
      )
    }).pipe(Effect.provide(node))
  })
})

const later: ReadonlyArray<readonly [string, (moment: Moment) => Behaviour | undefined]> = [
  ["greylists", at("RCPT", { reply: "450 4.2.0 greylisted, come back in 5 minutes" })],
  ["is full", at("end", { reply: "452 4.3.1 no space" })],
  ["closes the connection before it greets", at("greeting", { closes: true })],
  ["closes it in the middle", at("RCPT", { closes: true })],
  ["closes it after the message, without an answer", at("end", { closes: true })],
  ["wants no connections", at("greeting", { reply: "554 5.7.1 go away" })],
  ["does not know our password", at("AUTH", { reply: "535 5.7.8 wrong" })],
  ["wants a password from us", at("MAIL", { reply: "530 5.7.0 sign in first" })]
]

describe("A mail server that", () => {
  for (const [what, behaviour] of later)
    it.effect(`${what} gets the message again, later`, function* () {
      const { sink, node } = yield* begin
      yield* Effect.gen(function* () {
        sink.behave(behaviour)
        yield* queue(lowFor(yield* recipient(), 1))
        assert.strictEqual(yield* send, 1)
        const [row] = yield* rows
        assert.deepInclude(row, { state: "waiting", attempts: 1 })
        assert.strictEqual(yield* send, 0)
        sink.behave(() => undefined)
        yield* pass("5 seconds")
        assert.strictEqual(yield* send, 1)
        assert.deepInclude((yield* rows)[0], { state: "sent", attempts: 2, failure: null })
        assert.strictEqual(sink.taken.length, 1)
      }).pipe(Effect.provide(node))
    })

  for (const moment of ["MAIL", "RCPT", "DATA", "end"] as const)
    it.effect(`refuses the message for good at ${moment} does not get it again`, function* () {
      const { sink, node } = yield* begin
      yield* Effect.gen(function* () {
        sink.behave(at(moment, { reply: "550 5.1.1 no such user" }))
        yield* queue(resetFor(yield* recipient()))
        yield* send
        const [row] = yield* rows
        assert.deepInclude(row, { state: "failed", attempts: 1, hasToken: false })
        assert.match(row!.failure ?? "", /550 5\.1\.1 no such user/)
      }).pipe(Effect.provide(node))
    })

  it.effect("answers slowly gets each message once", function* () {
    const { sink, node } = yield* begin
    yield* Effect.gen(function* () {
      sink.behave(() => ({ wait: 30 }))
      for (let n = 0; n < 3; n++) yield* queue(lowFor(yield* recipient(), n))
      assert.strictEqual(yield* send, 3)
      assert.strictEqual(sink.taken.length, 3)
    }).pipe(Effect.provide(node))
  })

  it.effect("answers while a node stops has its answer stored", function* () {
    const { sink, node } = yield* begin
    yield* Effect.gen(function* () {
      sink.behave(at("end", { wait: 300 }))
      yield* queue(lowFor(yield* recipient(), 1))
      const sending = yield* Effect.forkChild(send)
      yield* Effect.promise(async () => {
        while (!sink.heard.includes("DATA")) await new Promise((wake) => setTimeout(wake, 5))
      })
      yield* Fiber.interrupt(sending)
      assert.strictEqual(sink.taken.length, 1)
      assert.deepInclude((yield* rows)[0], { state: "sent" })
    }).pipe(Effect.provide(node))
  })

  it.effect("is asked by a password in the clear only on this machine", function* () {
    const { url } = yield* begin
    const sink = yield* mailSink
    const node = yield* startNode(url, {
      env: { RCPT_MAIL_URL: `smtp://rcpt:secret@127.0.0.1.nip.test:${sink.port}` }
    })
    yield* Effect.gen(function* () {
      yield* queue(lowFor(yield* recipient(), 1))
      yield* send
      assert.deepInclude((yield* rows)[0], { state: "waiting" })
      assert.notInclude(sink.heard.join("\n"), "AUTH")
    }).pipe(Effect.provide(node))
  })
})

describe("Nodes", () => {
  it.effect("send each message once, however many look at the same time", function* () {
    const { url, sink, node } = yield* begin
    const env = { RCPT_MAIL_URL: `smtp://127.0.0.1:${sink.port}` }
    const other = yield* startNode(url, { holder: "other", env })
    yield* Effect.gen(function* () {
      for (let n = 0; n < 20; n++) yield* queue(lowFor(yield* recipient(), n))
      yield* Effect.all([send, Effect.provide(send, other)], { concurrency: 2 })
      assert.strictEqual(sink.taken.length, 20)
      assert.strictEqual(new Set(sink.taken.map(({ id }) => id)).size, 20)
    }).pipe(Effect.provide(node))
  })

  it.effect("take over at once what a node that has ended had claimed", function* () {
    const { sink, node } = yield* begin
    yield* Effect.gen(function* () {
      const sql = yield* WriteSql
      yield* queue(lowFor(yield* recipient(), 1))
      yield* sql`update mail_outbox set lease = gen_random_uuid(), leased_by = 'dead',
          due_at = now() + interval '2 minutes'`
      yield* sql`insert into node_lease (holder, held_until, is_ended) values ('dead', now(), true)`
      assert.strictEqual(yield* send, 1)
      assert.strictEqual(sink.taken.length, 1)
    }).pipe(Effect.provide(node))
  })

  it.effect("log what was not taken without the address and the reply", function* () {
    const { sink, node } = yield* begin
    const lines: Array<string> = []
    const logger = Logger.make((options) => {
      lines.push(JSON.stringify(Logger.formatStructured.log(options)))
    })
    yield* Effect.gen(function* () {
      const to = yield* recipient()
      sink.behave((moment, line) =>
        moment === "RCPT" ? { reply: `550 5.1.1 ${line.slice(8)} is unknown` } : undefined
      )
      yield* queue(lowFor(to, 1))
      yield* send
      assert.include((yield* rows)[0]?.failure, to.email)
      assert.isAbove(lines.length, 0)
      assert.notInclude(lines.join("\n"), to.email.split("@")[0]!)
      assert.notInclude(lines.join("\n"), "customer.test")
    }).pipe(Effect.provide(node), Effect.provide(Logger.layer([logger])))
  })
})

describe("After a failure", () => {
  const soft = judgeFailure({ code: "ETIMEDOUT", command: "CONN", message: "Timeout" })
  const notice = { kind: "credits_low" as const, age: 0 }

  it("a message is tried again over a day, and then no more", () => {
    const outcomes = [...retryWaits.keys(), retryWaits.length].map((failed) =>
      afterFailure({ ...notice, attempts: failed + 1 }, soft)
    )
    const waits = outcomes.flatMap((one) => (one._tag === "deferred" ? [one.wait] : []))
    assert.deepStrictEqual(waits, retryWaits)
    assert.strictEqual(outcomes.at(-1)?._tag, "failed")
    const hours = waits.reduce((sum, wait) => sum + Duration.toHours(wait), 0)
    assert.isAbove(hours, 24)
  })

  it("a link is not sent once it no longer works", () => {
    const { linkLasts } = mailKinds.reset_password
    const almost = Duration.toSeconds(linkLasts) - 60
    const after = (age: number) =>
      afterFailure({ kind: "reset_password", age, attempts: 2 }, soft)._tag
    assert.strictEqual(after(60), "deferred")
    assert.strictEqual(after(almost), "failed")
  })
})
