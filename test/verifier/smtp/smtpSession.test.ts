/** Which commands a mail server gets, in which order, and which it never gets. */
import { createSecretKey, randomInt } from "node:crypto"

import { publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"
import type { PhaseReply } from "@rcpt/verifier/smtp/SmtpDialog"
import { openSession } from "@rcpt/verifier/smtp/SmtpSession"
import type { SmtpClient } from "@rcpt/verifier/smtp/SmtpSession"
import { Clock, Effect } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { shortTimeouts } from "./probing.ts"
import { mailWorld, replying, startTls, startTlsAfter } from "./smtpWorld.ts"
import type { ServerReplies, MailWorld, Peer } from "./smtpWorld.ts"

const host = "mx.x.test"

const client = (port: number, more: Partial<SmtpClient> = {}): SmtpClient => ({
  helo: "probe.rcpt.test",
  mailFrom: "bounce@probe.rcpt.test",
  port,
  proxy: undefined,
  isPublic: publicAddresses(["127.0.0.0/8"]),
  controlKey: createSecretKey(new Uint8Array(32)),
  timeouts: shortTimeouts,
  ...more
})

const addressOf = ({ zone }: MailWorld) => {
  const records = zone[host]
  const [ip = ""] = typeof records === "object" && typeof records.A === "object" ? records.A : []
  return { host, ip }
}

const commandsOf = (world: MailWorld) => world.peers(host).map(({ commands }) => commands)

/** Asks about each recipient in one session, and closes it. */
const runSession = (
  world: MailWorld,
  recipients: ReadonlyArray<string>,
  more: Partial<SmtpClient> = {},
  address = addressOf(world)
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const transcript: Array<PhaseReply> = []
      const deadline = (yield* Clock.currentTimeMillis) + 2_000
      const options = { deadline, listener: (one: PhaseReply) => void transcript.push(one) }
      const session = yield* openSession(address, client(world.port, more), options)
      const questions = recipients.map((recipient) => ({ recipient, ...options }))
      const answers = yield* session.ask(questions, { together: session.pipelines })
      const { tls, recipientCount, isOver } = session
      const codes = answers.map((one) => (one._tag === "Replied" ? one.reply.code : undefined))
      return { codes, tls, transcript, recipientCount: recipientCount(), isOver: isOver() }
    })
  )

const untilQuit = (world: MailWorld) =>
  Effect.gen(function* () {
    const hasQuit = () => commandsOf(world).every((commands) => commands.at(-1) === "QUIT")
    for (let tries = 0; !hasQuit() && tries < 50; tries++) yield* Effect.sleep("10 millis")
  })

const worldOf = (replies: ServerReplies) => mailWorld({ [host]: replying(replies) })

const ehloLine = "EHLO probe.rcpt.test"
const mailLine = "MAIL FROM:<bounce@probe.rcpt.test>"

describe("A session", () => {
  it.live("comes from the address of this machine that it is given", () =>
    Effect.gen(function* () {
      const world = yield* worldOf({})
      const sourceAddress = "127.0.0.77"
      const { codes } = yield* runSession(world, ["ann@x.test"], { sourceAddress })
      assert.deepStrictEqual(codes, [250])
      const seen = world.peers(host).map(({ socket }) => socket.remoteAddress)
      assert.deepStrictEqual(seen, [sourceAddress])
    }).pipe(Effect.scoped)
  )

  it.live(
    "asks about many recipients, each in a transaction of its own, and ends with QUIT",
    function* () {
      const rcpt = (words: string) => (words.includes("ann") ? "250 ok" : "550 5.1.1 no")
      const world = yield* worldOf({ rcpt })
      const { codes, recipientCount, isOver } = yield* runSession(world, [
        "ann@x.test",
        "bob@x.test"
      ])
      yield* untilQuit(world)
      assert.deepStrictEqual([recipientCount, isOver], [2, false])
      assert.deepStrictEqual(codes, [250, 550])
      assert.deepStrictEqual(commandsOf(world), [
        [
          ehloLine,
          mailLine,
          "RCPT TO:<ann@x.test>",
          "RSET",
          mailLine,
          "RCPT TO:<bob@x.test>",
          "RSET",
          "QUIT"
        ]
      ])
    }
  )

  it.live("is over when the server sends 421", function* () {
    const world = yield* worldOf({ rcpt: "421 4.3.2 enough" })
    const { codes, isOver } = yield* runSession(world, ["ann@x.test"])
    assert.deepStrictEqual([codes, isOver], [[421], true])
  })

  it.live("waits for the last line of a greeting", function* () {
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
    assert.deepStrictEqual((yield* runSession(world, ["ann@x.test"])).codes, [250])
  })

  it.live("sends HELO where EHLO is not known", function* () {
    const world = yield* worldOf({ ehlo: "502 5.5.1 what?" })
    yield* runSession(world, ["ann@x.test"])
    assert.deepStrictEqual(commandsOf(world)[0]?.slice(0, 3), [
      ehloLine,
      "HELO probe.rcpt.test",
      mailLine
    ])
  })

  it.live("has the null sender if that is set", function* () {
    const world = yield* worldOf({})
    yield* runSession(world, ["ann@x.test"], { mailFrom: "" })
    assert.include(commandsOf(world)[0] ?? [], "MAIL FROM:<>")
  })

  it.live("is encrypted where that is offered, and sends EHLO again", function* () {
    const world = yield* worldOf({ ehlo: "250-mx.test\r\n250 STARTTLS", starttls: startTls })
    const { tls, codes } = yield* runSession(world, ["ann@x.test"])
    yield* untilQuit(world)
    assert.deepStrictEqual([tls, codes], [true, [250]])
    assert.deepStrictEqual(commandsOf(world), [
      [ehloLine, "STARTTLS", ehloLine, mailLine, "RCPT TO:<ann@x.test>", "RSET", "QUIT"]
    ])
  })

  it.live("drops what came in clear after the reply to STARTTLS", function* () {
    const injected = "250 injected\r\n550 5.1.1 user unknown\r\n"
    const starttls = startTlsAfter(`220 ready\r\n${injected}`)
    const world = yield* worldOf({ ehlo: "250-mx.test\r\n250 STARTTLS", starttls })
    const { codes, tls, transcript } = yield* runSession(world, ["ann@x.test"])
    assert.deepStrictEqual([tls, codes], [true, [250]])
    assert.isFalse(transcript.some(({ reply }) => reply.lines.includes("injected")))
  })

  it.live("tries once more in clear, on a new connection, where the handshake fails", function* () {
    const starttls: ServerReplies["starttls"] = (_, { socket }) => {
      socket.removeAllListeners("data")
      socket.end("220 ready\r\nthis is no handshake\r\n")
    }
    const world = yield* worldOf({ ehlo: "250-mx.test\r\n250 STARTTLS", starttls })
    const { tls } = yield* runSession(world, ["ann@x.test"])
    yield* Effect.sleep("20 millis")
    assert.isFalse(tls)
    assert.deepStrictEqual(commandsOf(world), [
      [ehloLine, "STARTTLS"],
      [ehloLine, mailLine, "RCPT TO:<ann@x.test>", "RSET", "QUIT"]
    ])
  })

  it.live("sends nothing that would be two commands", function* () {
    const world = yield* worldOf({})
    for (const recipient of ["a@x.test>\r\nDATA", "a\n@x.test", "a\u0000@x.test", "ä@x.test"]) {
      assert.strictEqual((yield* Effect.exit(runSession(world, [recipient])))._tag, "Failure")
    }
    yield* Effect.sleep("20 millis")
    assert.isFalse(
      commandsOf(world)
        .flat()
        .some((line) => /^DATA|RCPT/.test(line))
    )
  })

  it.live("connects only to public addresses, however they are written", function* () {
    const world = yield* worldOf({})
    const private_ = { isPublic: publicAddresses([]) }
    const port = world.port
    const others =
      "127.0.0.1 ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 10.0.0.1 169.254.169.254 100.64.0.1 fe80::1 " +
      "64:ff9b::7f00:1 2002:7f00:1:: fc00::1 192.0.2.1 0.0.0.0 localhost 0x7f000001 0"
    for (const ip of [addressOf(world).ip, "", ...others.split(" ")]) {
      const result = yield* Effect.result(
        runSession({ ...world, port }, ["ann@x.test"], private_, { host, ip })
      )
      const failure = result._tag === "Failure" ? result.failure : undefined
      assert.strictEqual(
        failure?._tag === "ConnectionLost" && failure.fault.why,
        "not a public address"
      )
    }
    assert.strictEqual(world.peers(host).length, 0)
  })

  it.live("ends with QUIT when it is interrupted", function* () {
    const world = yield* worldOf({ rcpt: () => {} })
    yield* Effect.timeoutOption(runSession(world, [`u${randomInt(9)}@x.test`]), "100 millis")
    yield* untilQuit(world)
    assert.strictEqual(commandsOf(world)[0]?.at(-1), "QUIT")
  })
})
