import { createHmac } from "node:crypto"

import { InletKind } from "@rcpt/domain/Inlet"
import { kinds } from "@rcpt/service/inlets/kinds/kinds"
import { readBounce } from "@rcpt/verifier/smtp/readBounce"

import { assert, describe, it } from "../../support/vitest.ts"
import { payloads } from "./inletPayloads.ts"
import { keys, sentAs } from "./inletSigners.ts"

const now = new Date("2026-03-01T12:00:00Z")
const email = "bob@acme.test"

describe("A kind of inlet", () => {
  it("has payloads of its service here, or is returned mail", () => {
    const covered = new Set(payloads.map(({ kind }) => kind))
    assert.deepStrictEqual(
      InletKind.literals.filter((kind) => !covered.has(kind)),
      ["returned_mail"]
    )
  })

  for (const [at, { kind, body, expected, isAboutMailbox = false }] of payloads.entries())
    it(`reads ${kind}, payload ${at}: ${JSON.stringify(body("", now)).slice(0, 40)}…`, async () => {
      const { sent } = sentAs(kind, body(email, now), now)
      assert.isTrue(kinds[kind].isBody(sent))
      const events = await kinds[kind].read(sent)
      assert.deepStrictEqual(
        events.map((event) => ({ email: event.email, outcome: event.outcome })),
        expected(email).map((event) => ({ email: event.email, outcome: event.outcome }))
      )
      for (const [index, { says = "" }] of expected(email).entries()) {
        const { response = "", at: time, id } = events[index]!
        assert.include(response, says)
        assert.notStrictEqual(id.trim(), "")
        if (kind !== "listmonk")
          assert.isAtMost(Math.abs((time ?? 0) - now.getTime()), 1_000, `${time}`)
        assert.strictEqual(
          events[index]!.outcome === "bounced" &&
            readBounce({ text: response, recipient: email }).isAboutMailbox,
          isAboutMailbox
        )
      }
    })

  for (const [form, type, isAboutMailbox, fields] of [
    ["bounce", "bounced", true, { event: "bounced", code: "550", error: "5.1.1 No such user" }],
    [
      "drop after it",
      "bounced",
      true,
      { event: "dropped", reason: "hardfail", code: "550", description: "5.1.1 No such user" }
    ],
    ["drop without a try", "other", false, { event: "dropped", reason: "hardfail", code: "605" }],
    ["delivery", "delivered", false, { event: "delivered" }]
  ] as const)
    it(`reads a ${form} in the older form of Mailgun, and proves it`, async () => {
      const [timestamp, token] = [String(now.getTime() / 1_000), "a".repeat(50)]
      const signature = createHmac("sha256", keys.mailgun).update(`${timestamp}${token}`)
      const all = {
        ...fields,
        recipient: email,
        timestamp,
        token,
        signature: signature.digest("hex")
      }
      const file = `--x\r\nContent-Disposition: form-data; name="attachment-1"; filename="a"\r\n\r\n1\r\n`
      const parts = Object.entries(all).map(
        ([name, value]) =>
          `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
      )
      for (const [contentType, body] of [
        ["application/x-www-form-urlencoded", new URLSearchParams(all).toString()],
        ["multipart/form-data; boundary=x", `${file}${parts.join("")}--x--\r\n`]
      ] as const) {
        const sent = { headers: { "content-type": contentType }, body: Buffer.from(body), url: "" }
        const { isBody, proof, nonceOf, read } = kinds.mailgun
        assert.isTrue(isBody(sent))
        assert.isTrue(proof !== "sns" && proof(sent, keys.mailgun, 0))
        assert.isFalse(proof !== "sns" && proof(sent, "another", 0))
        assert.strictEqual(nonceOf?.(sent), token)
        const [event] = await read(sent)
        assert.deepInclude(event, { email, outcome: type, at: now.getTime() })
        const text = event?.response ?? ""
        assert.strictEqual(readBounce({ text, recipient: email }).isAboutMailbox, isAboutMailbox)
      }
    })

  for (const kind of InletKind.literals)
    it(`reads nothing where there is nothing: ${kind}`, async () => {
      for (const body of ["", "null", "[]", "{}", "[null,1,[]]", "\u0000", '{"event":{}}'])
        assert.deepStrictEqual(
          await kinds[kind].read({ headers: {}, body: Buffer.from(body), url: "" }),
          [],
          body
        )
    })
})
