import { assert, describe, it } from "@effect/vitest"
import { InletKind } from "@rcpt/domain/Inlet"
import { kinds } from "@rcpt/service/inlets/kinds/kinds"
import { readBounce } from "@rcpt/verifier/smtp/readBounce"

import { payloads } from "./inletPayloads.ts"
import { sentAs } from "./inletSigners.ts"

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
