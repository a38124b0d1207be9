import * as Lab from "@rcpt/lab/Lab"
import { Context, Effect, Layer } from "effect"

import { assert, describe, layer } from "../support/vitest.ts"
import { resolverAt } from "./dnsClient.ts"
import { dial } from "./smtpClient.ts"
import type { Client } from "./smtpClient.ts"

class TheLab extends Context.Service<TheLab, Lab.Lab>()("test/TheLab") {}

const world = Layer.effect(TheLab, Lab.start())

/** Connects to the first mail host of a domain, found in DNS. */
const connectToMx = Effect.fnUntraced(function* (domain: string) {
  const { dnsAddress, mail } = yield* TheLab
  const dns = resolverAt(dnsAddress, 5_000, 2)
  const [address = ""] = yield* Effect.promise(async () => {
    const hosts = await dns.resolveMx(domain)
    const [first] = hosts.toSorted((a, b) => a.priority - b.priority)
    return dns.resolve4(first?.exchange ?? "")
  })
  return yield* dial(mail.port, address)
})

const faulty = (name: string) => connectToMx(`${name}.faults.test`)

/** Milliseconds without output that count as silence. */
const silenceMillis = 150

/** The last reply of a session about `ann`, and the state of the connection after it. */
const endOf = async (client: Client, last: string | RegExp, end: string) => {
  const replies = await client.askAbout(
    ["ann@x.test"],
    last === "silence" ? silenceMillis : undefined
  )
  return [replies.at(-1), await client.end(end === "open" ? silenceMillis : undefined)]
}

layer(world, { excludeTestServices: true })("A faulty mail server", (it) => {
  const ends: ReadonlyArray<[string, string | RegExp, string]> = [
    ["mute", "silence", "open"],
    ["mute-ehlo", "silence", "open"],
    ["mute-mail", "silence", "open"],
    ["mute-rcpt", "silence", "open"],
    ["drip", "silence", "open"],
    ["tarpit", "silence", "open"],
    ["second", "silence", "open"],
    ["lategreeting", "silence", "open"],
    ["close-greeting", "closed", "closed"],
    ["close-ehlo", "closed", "closed"],
    ["close-mail", "closed", "closed"],
    ["close-rcpt", "closed", "closed"],
    ["reset-greeting", "reset", "reset"],
    ["reset-ehlo", "reset", "reset"],
    ["reset-mail", "reset", "reset"],
    ["reset-rcpt", "reset", "reset"],
    ["cut-greeting", "cut", "reset"],
    ["cut-rcpt", "cut", "reset"],
    ["cut-reply", "cut", "closed"],
    ["421-greeting", /^421 4\.3\.2/, "closed"],
    ["421-ehlo", /^421 4\.3\.2/, "closed"],
    ["421-mail", /^421 4\.3\.2/, "closed"],
    ["421-rcpt", /^421 4\.3\.2/, "closed"],
    ["421-accepted", /^250 2\.1\.5/, "closed"],
    ["http", "cut", "closed"],
    ["noise", "silence", "open"],
    ["manylines", "silence", "open"],
    ["nul", "250 2.1.5 O\0k", "open"],
    ["barelf", "250 2.1.5 Ok", "open"],
    ["barecr", "silence", "open"],
    ["nocode", "silence", "open"],
    ["badcode", "099 What is this", "open"],
    ["threedigits", "silence", "open"],
    ["mixed", "250-2.1.5 Ok|550 5.1.1 User unknown", "open"],
    ["half", "silence", "open"],
    ["halfline", "silence", "open"],
    ["unended", "silence", "open"],
    ["barecode", "250", "open"],
    ["helo-close", "closed", "closed"]
  ]
  for (const [name, last, end] of ends) {
    it.effect(`${name}: ${String(last)}, then ${end}`, function* () {
      const client = yield* faulty(name)
      const [reply = "", ended] = yield* Effect.promise(() => endOf(client, last, end))
      if (typeof last === "string") assert.strictEqual(reply, last)
      else assert.match(reply, last)
      assert.strictEqual(ended, end)
    })
  }

  it.effect("does not answer QUIT, but counts it", function* () {
    const client = yield* faulty("mute-quit")
    assert.deepStrictEqual(yield* Effect.promise(() => client.askAbout(["ann@x"])), [
      "250 2.1.5 Ok"
    ])
    assert.strictEqual(yield* Effect.promise(() => client.ask("QUIT", silenceMillis)), "silence")
    const { mail } = yield* TheLab
    assert.strictEqual(mail.traffic("mute-quit.faults.test").commands.get("QUIT"), 1)
  })

  it.effect("sends a megabyte without a line end", function* () {
    const client = yield* faulty("endless")
    const bytes = yield* Effect.promise(() => client.bytes(1_048_576))
    assert.strictEqual(bytes.length, 1_048_576)
    assert.isFalse(bytes.includes("\n"))
  })

  it.effect("drips octet by octet until the reply is complete", function* () {
    const client = yield* faulty("slowdrip")
    const startedAt = performance.now()
    const greeting = yield* Effect.promise(() => client.reply())
    assert.strictEqual(greeting, "220 slowdrip.faults.test ESMTP")
    assert.isAbove(performance.now() - startedAt, 5 * (greeting.length - 1))
    // The rest of the session drips too.
    assert.match(yield* Effect.promise(() => client.ask("EHLO a")), /^250-slowdrip/)
  })

  it.effect("greets with a hundred lines", function* () {
    const client = yield* faulty("hundredlines")
    const lines = (yield* Effect.promise(() => client.reply())).split("|")
    assert.strictEqual(lines.length, 100)
    assert.strictEqual(lines.at(-1), "220 hundredlines.faults.test ESMTP")
  })

  it.effect("replies before the commands", function* () {
    const client = yield* faulty("early")
    const codes: Array<string> = []
    for (let i = 0; i < 4; i++) codes.push(yield* Effect.promise(() => client.reply()))
    assert.deepStrictEqual(codes, [
      "220 early.faults.test ESMTP",
      "250 early.faults.test",
      "250 2.1.0 Ok",
      "250 2.1.5 Ok"
    ])
  })

  it.effect("sends octets that are not ASCII", function* () {
    const client = yield* faulty("eightbit")
    const [last] = yield* Effect.promise(() => client.askAbout(["gone@x.test"]))
    assert.strictEqual(last, "550 5.1.1 Empf\xe4nger unbekannt: no such user")
  })

  it.effect("supports only HELO", function* () {
    const client = yield* faulty("helo")
    assert.match((yield* Effect.promise(() => client.askAbout(["ann@x"])))[0] ?? "", /^502/)
    assert.match(yield* Effect.promise(() => client.ask("HELO probe")), /^250 helo/)
    assert.match(yield* Effect.promise(() => client.ask("MAIL FROM:<>")), /^250/)
  })

  it.effect("accepts a recipient and sends 421 after it", function* () {
    const client = yield* faulty("421-accepted")
    yield* Effect.promise(() => client.askAbout(["ann@x.test"]))
    assert.match(yield* Effect.promise(() => client.reply()), /^421 /)
  })
})

describe("TLS of a mail server", () => {
  const connect = Effect.fnUntraced(function* (domain: string) {
    const client = yield* connectToMx(domain)
    yield* Effect.promise(() => client.reply())
    return { client, ehlo: yield* Effect.promise(() => client.ask("EHLO probe")) }
  })

  layer(world, { excludeTestServices: true })((it) => {
    it.effect("works, and resets the session", function* () {
      const { client, ehlo } = yield* connect("tlsneeded.test")
      assert.include(ehlo, "250-STARTTLS")
      assert.match(yield* Effect.promise(() => client.ask("MAIL FROM:<>")), /^530 5\.7\.0/)
      const certificate = yield* Effect.promise(() => client.startTls())
      if (typeof certificate === "string") return assert.fail(certificate)
      assert.strictEqual(certificate.subject.CN, "mail.lab.test")
      assert.strictEqual(certificate.subjectaltname, "DNS:mail.lab.test")
      assert.isAbove(Date.parse(certificate.valid_to), Date.now())
      assert.match(yield* Effect.promise(() => client.ask("MAIL FROM:<>")), /^503 /)
      assert.notInclude(yield* Effect.promise(() => client.ask("EHLO probe")), "STARTTLS")
      assert.match(yield* Effect.promise(() => client.ask("MAIL FROM:<>")), /^250/)
      const { mail } = yield* TheLab
      assert.strictEqual(mail.traffic("mail.tlsneeded.test").tls, 1)
      assert.match(yield* Effect.promise(() => client.ask("QUIT")), /^221/)
      assert.strictEqual(yield* Effect.promise(() => client.end()), "closed")
    })

    it.effect("has an expired certificate", function* () {
      const { client } = yield* connect("tlsexpired.test")
      const certificate = yield* Effect.promise(() => client.startTls())
      if (typeof certificate === "string") return assert.fail(certificate)
      assert.isBelow(Date.parse(certificate.valid_to), Date.now())
    })

    const failures: ReadonlyArray<[string, RegExp]> = [
      ["tlsgarbage.test", /WRONG_VERSION_NUMBER|ERR_SSL/],
      ["tlsold.test", /PROTOCOL/],
      ["tlshang.test", /^no handshake$/],
      ["tlscut.test", /ECONNRESET|closed/],
      ["tlsrefused.test", /^454 4\.7\.0/]
    ]
    for (const [domain, how] of failures) {
      it.effect(`fails at ${domain}: ${how.source}`, function* () {
        const { client } = yield* connect(domain)
        const waitMillis = domain === "tlshang.test" ? silenceMillis : undefined
        const failure = yield* Effect.promise(() => client.startTls(waitMillis))
        assert.match(typeof failure === "string" ? failure : "a handshake", how)
      })
    }

    it.effect("comes with replies injected before it", function* () {
      const { client } = yield* connect("tlsinjected.test")
      const replies: Array<string> = [yield* Effect.promise(() => client.ask("STARTTLS"))]
      for (let i = 0; i < 3; i++) replies.push(yield* Effect.promise(() => client.reply()))
      assert.deepStrictEqual(
        replies.map((reply) => reply.slice(0, 3)),
        ["220", "250", "250", "250"]
      )
    })
  })
})
