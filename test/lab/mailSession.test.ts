import { Effect } from "effect"

import { assert, describe, it } from "../support/vitest.ts"
import { dial, connectTo, startServers } from "./smtpClient.ts"
import type { Client } from "./smtpClient.ts"

const rules = "on rcpt ann@* 250 2.1.5 Ok"

const ask = (client: Client, line: string) => Effect.promise(() => client.ask(line))
const reply = (client: Client) => Effect.promise(() => client.reply())
const askAbout = (client: Client, ...recipients: ReadonlyArray<string>) =>
  Effect.promise(() => client.askAbout(recipients))

/** Runs one session after the other; returns the reply code of each RCPT. */
const askInTurn = Effect.fnUntraced(function* (
  port: number,
  recipients: ReadonlyArray<string>,
  from?: string
) {
  const replies: Array<string> = []
  for (const recipient of recipients) {
    const client = yield* dial(port, "127.8.0.1", from)
    const [last = ""] = yield* askAbout(client, recipient)
    replies.push(last.slice(0, 3))
    client.leave()
  }
  return replies
})

describe("A mail server of the lab", () => {
  it.live("runs a whole session", function* () {
    const { client, traffic } = yield* connectTo(rules)
    assert.strictEqual(yield* reply(client), "220 127.8.0.1 ESMTP")
    assert.match(yield* ask(client, "EHLO probe"), /^250-127\.8\.0\.1\|.*\|250 ENHANCED/)
    assert.strictEqual(yield* ask(client, "MAIL FROM:<>"), "250 2.1.0 Ok")
    assert.strictEqual(yield* ask(client, "RCPT TO:<ann@x.test>"), "250 2.1.5 Ok")
    assert.match(yield* ask(client, "RCPT TO:<bob@x.test>"), /^550 5\.1\.1 <bob@x\.test>:/)
    assert.strictEqual(yield* ask(client, "RSET"), "250 2.0.0 Ok")
    assert.strictEqual(yield* ask(client, "NOOP"), "250 2.0.0 Ok")
    assert.strictEqual(yield* ask(client, "QUIT"), "221 2.0.0 Bye")
    assert.strictEqual(yield* Effect.promise(() => client.end()), "closed")
    const { opened, open, openPeak, outOfTurn, malformed, recipientsPeak } = traffic
    assert.deepStrictEqual([opened, open, openPeak, recipientsPeak], [1, 0, 1, 2])
    assert.deepStrictEqual([outOfTurn, malformed], [0, 0])
    assert.deepStrictEqual(Object.fromEntries(traffic.commands), {
      EHLO: 1,
      MAIL: 1,
      RCPT: 2,
      RSET: 1,
      NOOP: 1,
      QUIT: 1
    })
    assert.strictEqual(traffic.lines.at(0), "EHLO probe")
  })

  it.live("rejects commands that are out of order or malformed", function* () {
    const { client } = yield* connectTo(rules)
    yield* reply(client)
    assert.match(yield* ask(client, "MAIL FROM:<a@b>"), /^503 .*EHLO first/)
    yield* ask(client, "HELO probe")
    assert.match(yield* ask(client, "RCPT TO:<ann@x.test>"), /^503 .*need MAIL/)
    yield* ask(client, "MAIL FROM:<a@b>")
    assert.match(yield* ask(client, "MAIL FROM:<a@b>"), /^503 .*nested MAIL/)
    yield* ask(client, "RSET")
    assert.match(yield* ask(client, "RCPT TO:<ann@x.test>"), /^503 /)
    assert.match(yield* ask(client, "MAIL FROM: a@b"), /^501 .*Syntax: MAIL FROM/)
    assert.match(yield* ask(client, "EHLO"), /^501 /)
    assert.match(yield* ask(client, "VRFY ann"), /^502 /)
  })

  it.live("answers pipelined commands in order, and counts those before their turn", function* () {
    const { client, traffic } = yield* connectTo("on mail\n  wait 20ms\n  250 2.1.0 Ok")
    yield* reply(client)
    client.send("EHLO a\r\nMAIL FROM:<>\r\nRSET\r\nNOOP\r\nQUIT\r\n")
    const codes: Array<string> = []
    for (let i = 0; i < 5; i++) codes.push((yield* reply(client)).slice(0, 9))
    assert.deepStrictEqual(codes, ["250-127.8", "250 2.1.0", "250 2.0.0", "250 2.0.0", "221 2.0.0"])
    // MAIL does not wait for EHLO, nor QUIT for NOOP. RSET and NOOP may follow MAIL and RSET.
    assert.deepStrictEqual([traffic.outOfTurn, traffic.inTurn], [2, 1])
  })

  it.live("answers commands that come together after one delay", function* () {
    const { client, traffic } = yield* connectTo("delay 100ms\non mail\n  wait 50ms\n  250 Ok")
    const startedAt = performance.now()
    const took = () => performance.now() - startedAt
    yield* reply(client)
    assert.isAtLeast(took(), 99)
    yield* ask(client, "EHLO a")
    assert.isAtLeast(took(), 198)
    const lines = ["MAIL FROM:<>", "RCPT TO:<a@b>", "RSET", "MAIL FROM:<>", "RSET", "QUIT"]
    client.send(`${lines.join("\r\n")}\r\n`)
    const codes: Array<string> = []
    for (const _ of lines) codes.push((yield* reply(client)).slice(0, 3))
    assert.deepStrictEqual(codes, ["250", "550", "250", "250", "250", "221"])
    // A delay and two waits. With a delay for each command it would be 900 ms.
    assert.isAtLeast(took(), 397)
    assert.isBelow(took(), 800)
    assert.deepStrictEqual([traffic.inTurn, traffic.inTurnForRecipients], [2, 1])
    assert.strictEqual(traffic.outOfTurn, 0)
  })

  it.live("knows commands before their turn also while their reply is on its way", function* () {
    const { client, traffic } = yield* connectTo("delay 50ms")
    yield* reply(client)
    client.send("EHLO a\r\n")
    yield* Effect.sleep("20 millis")
    client.send("NOOP\r\n")
    assert.match(yield* reply(client), /ENHANCED/)
    assert.strictEqual(yield* reply(client), "250 2.0.0 Ok")
    assert.deepStrictEqual([traffic.inTurn, traffic.outOfTurn], [1, 1])
  })

  it.live("counts malformed lines", function* () {
    const { client, traffic } = yield* connectTo(rules)
    yield* reply(client)
    client.send("NOOP\nNOOP \x07\r\nNOOP\r\n")
    for (let i = 0; i < 3; i++) yield* reply(client)
    assert.strictEqual(traffic.malformed, 2)
  })

  it.live("fills in the blanks of a reply", function* () {
    const { client } = yield* connectTo("on rcpt 550 {host} {helo} {sender} {rcpt} {ip} {id}")
    const [last] = yield* askAbout(client, "jörg@x.test")
    assert.match(
      Buffer.from(last ?? "", "latin1").toString(),
      /^550 127\.8\.0\.1 probe\.rcpt\.test verify@rcpt\.test jörg@x\.test 127\.0\.0\.1 c\d+$/
    )
  })

  it.live("closes the connection of a client that never ends its line", function* () {
    const { client } = yield* connectTo(rules)
    yield* reply(client)
    client.send("x".repeat(20_000))
    assert.include(["closed", "reset"], yield* Effect.promise(() => client.end()))
  })
})

describe("A condition", () => {
  const refuse = "550 5.1.1 no"
  const accept = "on rcpt 250 yes"
  const rows: ReadonlyArray<[string, ReadonlyArray<string>]> = [
    [`on rcpt first 2 ${refuse}`, ["550", "550", "250", "250"]],
    [`on rcpt every 3 ${refuse}`, ["250", "250", "550", "250", "250", "550"]],
    [`on rcpt a@* first 1 ${refuse}`, ["250", "550", "250", "250"]],
    [`on greeting every 3\n  421 busy\n  close`, ["250", "250", "421", "250"]],
    [`on greeting over 2 in 1m\n  421 busy\n  close`, ["250", "250", "421", "421"]]
  ]
  for (const [rule, codes] of rows) {
    it.live(rule.replaceAll("\n", ""), function* () {
      const { port } = yield* startServers(`server 127.8.0.1\n${rule}\n${accept}`)
      const recipients = codes.map((_, index) => (index === 0 ? "b@x.test" : "a@x.test"))
      assert.deepStrictEqual(yield* askInTurn(port, recipients), codes)
    })
  }

  it.live("after counts per session, or since MAIL", function* () {
    const { client } = yield* connectTo(
      "on rcpt after 3 452 conversation\non rcpt after 2 per message 452 message\non rcpt 250 ok"
    )
    const first = yield* askAbout(client, "a@x", "b@x", "c@x")
    assert.deepStrictEqual(first, ["250 ok", "250 ok", "452 message"])
    yield* ask(client, "RSET")
    yield* ask(client, "MAIL FROM:<>")
    assert.strictEqual(yield* ask(client, "RCPT TO:<d@x>"), "452 conversation")
  })

  it.live("within greylists a triple for a time, by the servers' clock", function* () {
    let now = 0
    const text = `server 127.8.0.1\non rcpt within 5m 450 4.2.0 Greylisted\n${accept}`
    const { port } = yield* startServers(text, () => now)
    assert.deepStrictEqual(yield* askInTurn(port, ["a@x", "a@x"]), ["450", "450"])
    now = 299_999
    assert.deepStrictEqual(yield* askInTurn(port, ["A@X", "b@x"]), ["450", "450"])
    now = 300_000
    assert.deepStrictEqual(yield* askInTurn(port, ["a@x", "b@x"]), ["250", "450"])
  })

  it.live("over counts only sessions in its window", function* () {
    let now = 0
    const text = `server 127.8.0.1\non greeting over 1 in 10s 421 busy\n${accept}`
    const { port, traffic } = yield* startServers(text, () => now)
    assert.deepStrictEqual(yield* askInTurn(port, ["a@x", "a@x"]), ["250", "421"])
    now = 10_001
    assert.deepStrictEqual(yield* askInTurn(port, ["a@x"]), ["250"])
    assert.deepStrictEqual(traffic("127.8.0.1").starts, [0, 0, 10_001])
  })

  it.live("tells addresses of one network apart where a rule says so", function* () {
    let now = 0
    const text = [
      "server 127.8.0.1",
      "on greeting over 2 in 10s per address 421 blocked",
      "on rcpt from 127.0.0.8,*:* 554 listed",
      "on rcpt grey@* within 1m per address 450 greylisted",
      accept
    ].join("\n")
    const { port, traffic } = yield* startServers(text, () => now)
    assert.deepStrictEqual(yield* askInTurn(port, ["a@x"], "127.0.0.8"), ["554"])
    assert.deepStrictEqual(yield* askInTurn(port, ["grey@x"], "127.0.0.9"), ["450"])
    now = 60_000
    const same = ["grey@x", "a@x", "a@x"]
    assert.deepStrictEqual(yield* askInTurn(port, same, "127.0.0.9"), ["250", "250", "421"])
    assert.deepStrictEqual(yield* askInTurn(port, ["grey@x"], "127.0.0.10"), ["450"])
    assert.deepStrictEqual(traffic("127.8.0.1").startsFrom("127.0.0.10"), [60_000])
  })
})
