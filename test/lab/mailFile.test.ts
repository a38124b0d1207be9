import * as MailFile from "@rcpt/lab/smtp/MailFile"
import { Effect, Result } from "effect"

import { assert, describe, it } from "../support/vitest.ts"
import { problemOf } from "./smtpClient.ts"

const parse = (...texts: ReadonlyArray<string>) =>
  Result.getOrThrow(
    MailFile.parse(texts.map((text, index) => ({ file: `${index + 1}.mail`, text })))
  )

/** The steps of the first rule of the first server. */
const stepsOf = (rule: string) => parse(`server 127.0.0.1\n${rule}`)[0]?.rules[0]?.steps

const conditionsOf = (rule: string) => parse(`server 127.0.0.1\n${rule}`)[0]?.rules[0]?.conditions

describe("A mail file", () => {
  it("joins the lines of a reply", () =>
    assert.deepStrictEqual(stepsOf("on rcpt 550-5.1.1 no\n 550-5.1.1 such\n 550 5.1.1 user"), [
      { _tag: "reply", text: "550-5.1.1 no\r\n550-5.1.1 such\r\n550 5.1.1 user\r\n" }
    ]))

  it("reads several replies, and a reply that is only a code", () =>
    assert.deepStrictEqual(stepsOf("on rcpt\n  250\n  421 bye\n  close"), [
      { _tag: "reply", text: "250\r\n" },
      { _tag: "reply", text: "421 bye\r\n" },
      { _tag: "close" }
    ]))

  it("reads octets, and repeats them", () =>
    assert.deepStrictEqual(stepsOf(String.raw`on rcpt send "a\"\\\r\n\0\xFF" times 2`), [
      { _tag: "send", bytes: Buffer.from('a"\\\r\n\0\xffa"\\\r\n\0\xff', "latin1") }
    ]))

  it("reads times", () =>
    assert.deepStrictEqual(stepsOf("on rcpt wait 300ms\n drip 2s\n wait 1m"), [
      { _tag: "wait", millis: 300 },
      { _tag: "drip", millis: 2_000 },
      { _tag: "wait", millis: 60_000 }
    ]))

  it("reads conditions in the order written", () =>
    assert.deepStrictEqual(
      conditionsOf(
        "on rcpt a@* when tls first 1 every 3 after 2 after 1 per message over 5 in 10s within 1m 250"
      ),
      [
        { _tag: "when", tls: true },
        { _tag: "first", count: 1 },
        { _tag: "every", count: 3 },
        { _tag: "after", count: 2, perMessage: false },
        { _tag: "after", count: 1, perMessage: true },
        { _tag: "over", count: 5, millis: 10_000, perAddress: false },
        { _tag: "within", millis: 60_000, perAddress: false }
      ]
    ))

  it("keeps text inside a reply that looks like a comment", () =>
    assert.deepStrictEqual(stepsOf("; a comment\non rcpt 550 a; b # c\n  ; another"), [
      { _tag: "reply", text: "550 a; b # c\r\n" }
    ]))

  it("puts the rules of a server before those of its profiles, and these before base", () => {
    const [server] = parse(
      "server 127.0.0.1 like far\non rcpt 251 own",
      "profile far like farther\non rcpt 252 far\nprofile farther\non rcpt 250 farther"
    )
    const texts = server?.rules
      .filter(({ phase }) => phase === "rcpt")
      .map(({ steps: [step] }) => (step?._tag === "reply" ? step.text.slice(4, -2) : ""))
    assert.deepStrictEqual(texts?.slice(0, 3), ["own", "far", "farther"])
    assert.match(texts?.[3] ?? "", /^5\.1\.1/)
  })

  it("takes the delay of a server, or else that of its nearest profile", () => {
    const servers = parse(
      "profile far like farther\ndelay 80ms\nprofile farther\ndelay 2s\non quit 221 bye",
      "server a like far\ndelay 40ms\non quit 221 bye\nserver b like far\nserver c like farther\nserver d"
    )
    assert.deepStrictEqual(
      servers.map(({ delayMillis }) => delayMillis),
      [40, 80, 2_000, 0]
    )
  })

  it("uses named patterns from any file", () => {
    const [server] = parse(
      "server 127.0.0.1\non rcpt people,x@* 250 ok",
      "names people ann@* b.*@y"
    )
    const pattern = server?.rules[0]?.pattern
    for (const known of ["ann@acme.test", "ANN@x", "b.c@y", "x@z"])
      assert.isTrue(pattern?.test(known), known)
    for (const other of ["anne@acme.test", "b-c@y", "b.c@yy"])
      assert.isFalse(pattern?.test(other), other)
  })

  it("expands a range of hosts in brackets", () =>
    assert.deepStrictEqual(parse("server mx[9-11].x.test A.y.test")[0]?.hosts, [
      "mx9.x.test",
      "mx10.x.test",
      "mx11.x.test",
      "a.y.test"
    ]))
})

describe("A malformed mail file", () => {
  const rule = (text: string) => `server 127.0.0.1\n\n${text}`
  const refuses: ReadonlyArray<[string, string]> = [
    [
      "\nanswer 250",
      'test.mail:2: "answer" is not a statement; there are names, profile, server, delay, on'
    ],
    ["on rcpt 250 ok", 'test.mail:1: "on" belongs to a profile or a server'],
    ["delay 40ms", 'test.mail:1: "delay" belongs to a profile or a server'],
    ["server a\ndelay far", "test.mail:2: delay wants a time such as 300ms"],
    ["server", "test.mail:1: server host…"],
    ["server a like", "test.mail:1: server host…"],
    ["profile a b", "test.mail:1: profile name"],
    ["profile a\nprofile a", 'test.mail:2: there is a profile "a" already'],
    ["profile base", 'test.mail:1: there is a profile "base" already'],
    ["server a\nserver b A", 'test.mail:2: "a" has a server already'],
    ["\nserver a like b", 'test.mail:2: there is no profile "b"'],
    ["profile a like b\nprofile b like a", 'test.mail:2: profile "a" is like itself'],
    ["names people", "test.mail:1: names name pattern…"],
    ["names a x@*\nnames a y@*", 'test.mail:2: "a" has been named before'],
    [rule("on vrfy 250 ok"), 'test.mail:3: "vrfy" is not a phase; there are greeting, ehlo'],
    [
      rule("on rcpt people 250"),
      'test.mail:3: "people" is neither a pattern nor the name of a list'
    ],
    [rule("on rcpt"), "test.mail:3: on rcpt does nothing: it needs a step"],
    [rule("on quit a@* 250"), 'test.mail:3: "a@*" is neither a condition nor a step'],
    [rule("on rcpt when wet 250"), "test.mail:3: when tls | when plain"],
    [rule("on rcpt first 0 250"), "test.mail:3: first N"],
    [rule("on rcpt every x 250"), "test.mail:3: every N"],
    [rule("on rcpt after 1 per day 250"), "test.mail:3: after N [per message]"],
    [rule("on mail after 1 per message 250"), "test.mail:3: per message is for rcpt"],
    [rule("on rcpt over 5 250"), "test.mail:3: over N in 10s"],
    [rule("on rcpt over 5 in 10 250"), "test.mail:3: over N in 10s"],
    [rule("on mail within 5s 250"), "test.mail:3: within is for rcpt"],
    [
      rule("on rcpt\n  250 ok\n\n  explode"),
      'test.mail:6: "explode" is not a step; there are a reply'
    ],
    [rule("on rcpt\n  250-ok"), 'test.mail:4: the reply does not end; its last line is "250"'],
    [rule("on rcpt 250-ok\n  close"), 'test.mail:4: the reply goes on: "250" and text'],
    [rule("on rcpt 250-ok\n  550 no"), 'test.mail:4: the reply goes on: "250" and text'],
    [rule("on rcpt\n  250_ok"), 'test.mail:4: "250_ok" is not a step'],
    [rule("on rcpt\n  150 ok"), 'test.mail:4: "150" is not a step'],
    [rule("on rcpt 250 {who}"), 'test.mail:3: "{who}" is not a blank; there are {host}, {helo}'],
    [rule("on rcpt wait 10"), "test.mail:3: wait wants a time such as 300ms"],
    [rule("on rcpt wait 11m"), "test.mail:3: wait wants a time such as 300ms"],
    [rule("on rcpt drip"), "test.mail:3: drip wants a time such as 300ms"],
    [rule("on rcpt send abc"), 'test.mail:3: send "octets" [times N]'],
    [rule('on rcpt send "a" times 0'), 'test.mail:3: send "octets" [times N]'],
    [rule('on rcpt send "ab" times 16000000'), "test.mail:3: send makes 32000000 octets"],
    [rule('on rcpt send "ж"'), "test.mail:3: send takes octets"],
    [rule("on starttls tls new"), "test.mail:3: tls is one of good, expired, old, garbage, hang"],
    [rule("on rcpt close now"), "test.mail:3: close takes nothing"]
  ]
  for (const [text, message] of refuses) {
    it(`is refused: ${message}`, () =>
      assert.strictEqual(problemOf(text).slice(0, message.length), message))
  }

  it("is named in the error, among several", () => {
    const parsed = MailFile.parse([
      { file: "good.mail", text: "server a" },
      { file: "bad.mail", text: "\non rcpt 250 ok" }
    ])
    assert.strictEqual(
      Result.isFailure(parsed) && parsed.failure.message,
      'bad.mail:2: "on" belongs to a profile or a server'
    )
  })

  it.effect("is named in the error when it cannot be read", function* () {
    const error = yield* Effect.flip(MailFile.read("no/such.mail"))
    assert.match(error.message, /^no\/such\.mail:0: .*ENOENT/)
  })
})
