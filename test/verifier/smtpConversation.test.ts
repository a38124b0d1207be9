/** What we say to a mail server, in which order, and what we never say. */
import { randomInt } from "node:crypto"

import { assert, describe, it } from "@effect/vitest"
import { publicAddresses } from "@rcpt/verifier/reservedNetworks"
import { openConversation } from "@rcpt/verifier/smtp/Conversation"
import type { Caller, Said } from "@rcpt/verifier/smtp/Conversation"
import { Clock, Effect } from "effect"

import { shortWaits } from "./smtpAsking.ts"
import { mailWorld, mannered, shakeHands, shakeHandsAfter } from "./smtpWorld.ts"
import type { Manners, MailWorld, Peer } from "./smtpWorld.ts"

const host = "mx.x.test"

const caller = (port: number, more: Partial<Caller> = {}): Caller => ({
  helo: "probe.rcpt.test",
  mailFrom: "bounce@probe.rcpt.test",
  port,
  proxy: undefined,
  isPublic: publicAddresses(["127.0.0.0/8"]),
  controlKey: new Uint8Array(32),
  waits: shortWaits,
  ...more
})

const doorOf = ({ zone }: MailWorld) => {
  const records = zone[host]
  const [ip = ""] = typeof records === "object" && typeof records.A === "object" ? records.A : []
  return { host, ip }
}

const heardBy = (world: MailWorld) => world.peers(host).map(({ heard }) => heard)

/** Asks about each recipient in one conversation, and hangs up. */
const converse = (
  world: MailWorld,
  recipients: ReadonlyArray<string>,
  more: Partial<Caller> = {},
  door = doorOf(world)
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const said: Array<Said> = []
      const deadline = (yield* Clock.currentTimeMillis) + 2_000
      const question = { deadline, listener: (one: Said) => void said.push(one) }
      const conversation = yield* openConversation(door, caller(world.port, more), question)
      const replies = yield* Effect.forEach(recipients, (one) => conversation.ask(one, question))
      const { tls, asked, isOver } = conversation
      const codes = replies.map(({ code }) => code)
      return { codes, tls, said, asked: asked(), isOver: isOver() }
    })
  )

const quitHeard = (world: MailWorld) =>
  Effect.gen(function* () {
    const hasQuit = () => heardBy(world).every((heard) => heard.at(-1) === "QUIT")
    for (let tries = 0; !hasQuit() && tries < 50; tries++) yield* Effect.sleep("10 millis")
  })

const worldOf = (manners: Manners) => mailWorld({ [host]: mannered(manners) })

const hello = "EHLO probe.rcpt.test"
const from = "MAIL FROM:<bounce@probe.rcpt.test>"

describe("A conversation", () => {
  it.live("asks about many recipients, each in a transaction of its own, and takes its leave", () =>
    Effect.gen(function* () {
      const rcpt = (words: string) => (words.includes("ann") ? "250 ok" : "550 5.1.1 no")
      const world = yield* worldOf({ rcpt })
      const { codes, asked, isOver } = yield* converse(world, ["ann@x.test", "bob@x.test"])
      yield* quitHeard(world)
      assert.deepStrictEqual([asked, isOver], [2, false])
      assert.deepStrictEqual(codes, [250, 550])
      assert.deepStrictEqual(heardBy(world), [
        [hello, from, "RCPT TO:<ann@x.test>", "RSET", from, "RCPT TO:<bob@x.test>", "QUIT"]
      ])
    })
  )

  it.live("is over when the server says goodbye", () =>
    Effect.gen(function* () {
      const world = yield* worldOf({ rcpt: "421 4.3.2 enough" })
      const { codes, isOver } = yield* converse(world, ["ann@x.test"])
      assert.deepStrictEqual([codes, isOver], [[421], true])
    })
  )

  it.live("waits for the last line of a greeting", () =>
    Effect.gen(function* () {
      let isGreeted = false
      const greeting = (_: string, { socket }: Peer) => {
        socket.write("220-mx.test wait\r\n")
        setTimeout(() => {
          isGreeted = true
          socket.write("220 mx.test now\r\n")
        }, 100)
      }
      const ehlo = () => (isGreeted ? "250 mx.test" : "554 you talk out of turn")
      const world = yield* worldOf({ greeting, ehlo })
      assert.deepStrictEqual((yield* converse(world, ["ann@x.test"])).codes, [250])
    })
  )

  it.live("says HELO where EHLO is not known", () =>
    Effect.gen(function* () {
      const world = yield* worldOf({ ehlo: "502 5.5.1 what?" })
      yield* converse(world, ["ann@x.test"])
      assert.deepStrictEqual(heardBy(world)[0]?.slice(0, 3), [hello, "HELO probe.rcpt.test", from])
    })
  )

  it.live("has the null sender if that is wanted", () =>
    Effect.gen(function* () {
      const world = yield* worldOf({})
      yield* converse(world, ["ann@x.test"], { mailFrom: "" })
      assert.include(heardBy(world)[0] ?? [], "MAIL FROM:<>")
    })
  )

  it.live("is encrypted where that is offered, and introduces itself anew", () =>
    Effect.gen(function* () {
      const world = yield* worldOf({ ehlo: "250-mx.test\r\n250 STARTTLS", starttls: shakeHands })
      const { tls, codes } = yield* converse(world, ["ann@x.test"])
      yield* quitHeard(world)
      assert.deepStrictEqual([tls, codes], [true, [250]])
      assert.deepStrictEqual(heardBy(world), [
        [hello, "STARTTLS", hello, from, "RCPT TO:<ann@x.test>", "QUIT"]
      ])
    })
  )

  it.live("forgets what came in clear behind the answer to STARTTLS", () =>
    Effect.gen(function* () {
      const injected = "250 injected\r\n550 5.1.1 user unknown\r\n"
      const starttls = shakeHandsAfter(`220 ready\r\n${injected}`)
      const world = yield* worldOf({ ehlo: "250-mx.test\r\n250 STARTTLS", starttls })
      const { codes, tls, said } = yield* converse(world, ["ann@x.test"])
      assert.deepStrictEqual([tls, codes], [true, [250]])
      assert.isFalse(said.some(({ reply }) => reply.lines.includes("injected")))
    })
  )

  it.live("tries once more in clear, on a new connection, where the handshake fails", () =>
    Effect.gen(function* () {
      const starttls: Manners["starttls"] = (_, { socket }) => {
        socket.removeAllListeners("data")
        socket.end("220 ready\r\nthis is no handshake\r\n")
      }
      const world = yield* worldOf({ ehlo: "250-mx.test\r\n250 STARTTLS", starttls })
      const { tls } = yield* converse(world, ["ann@x.test"])
      yield* Effect.sleep("20 millis")
      assert.isFalse(tls)
      assert.deepStrictEqual(heardBy(world), [
        [hello, "STARTTLS"],
        [hello, from, "RCPT TO:<ann@x.test>", "QUIT"]
      ])
    })
  )

  it.live("says nothing that would be two commands", () =>
    Effect.gen(function* () {
      const world = yield* worldOf({})
      for (const recipient of ["a@x.test>\r\nDATA", "a\n@x.test", "a\u0000@x.test", "ä@x.test"]) {
        assert.strictEqual((yield* Effect.exit(converse(world, [recipient])))._tag, "Failure")
      }
      yield* Effect.sleep("20 millis")
      assert.isFalse(
        heardBy(world)
          .flat()
          .some((line) => /^DATA|RCPT/.test(line))
      )
    })
  )

  it.live("connects to nobody but public addresses, however they are written", () =>
    Effect.gen(function* () {
      const world = yield* worldOf({})
      const private_ = { isPublic: publicAddresses([]) }
      const port = world.port
      const others =
        "127.0.0.1 ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 10.0.0.1 169.254.169.254 100.64.0.1 fe80::1 " +
        "64:ff9b::7f00:1 2002:7f00:1:: fc00::1 192.0.2.1 0.0.0.0 localhost 0x7f000001 0"
      for (const ip of [doorOf(world).ip, "", ...others.split(" ")]) {
        const result = yield* Effect.result(
          converse({ ...world, port }, ["ann@x.test"], private_, { host, ip })
        )
        const failure = result._tag === "Failure" ? result.failure : undefined
        assert.strictEqual(failure?._tag === "Lost" && failure.fault.why, "not a public address")
      }
      assert.strictEqual(world.peers(host).length, 0)
    })
  )

  it.live("gives way when its question is given up, and leaves the server alone", () =>
    Effect.gen(function* () {
      const world = yield* worldOf({ rcpt: () => {} })
      yield* Effect.timeoutOption(converse(world, [`u${randomInt(9)}@x.test`]), "100 millis")
      yield* quitHeard(world)
      assert.strictEqual(heardBy(world)[0]?.at(-1), "QUIT")
    })
  )
})
