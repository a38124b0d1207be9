import { mailSink } from "../support/mailServer.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

const send = (port: number) =>
  rcpt(["mail", "test", "ann@users.test"], {
    RCPT_PUBLIC_URL: "https://rcpt.example.test",
    RCPT_MAIL_URL: `smtp://127.0.0.1:${port}`
  })

describe("rcpt mail test", () => {
  it.live("sends one message, and says what the mail server said", function* () {
    const sink = yield* mailSink
    const taken = yield* send(sink.port)
    assert.strictEqual(taken.stdout, "The mail server has taken it: 250 2.0.0 taken\n")
    assert.strictEqual(taken.code, 0)
    assert.deepStrictEqual(
      sink.taken.map(({ to }) => to),
      ["ann@users.test"]
    )
    sink.behave((moment) => (moment === "RCPT" ? { reply: "550 5.1.1 unknown" } : undefined))
    const refused = yield* send(sink.port)
    assert.match(refused.stderr, /has not taken it: 550 5\.1\.1 unknown/)
    assert.strictEqual(refused.code, 1)
  })

  it.live("names the settings that are missing", function* () {
    const { code, stderr } = yield* rcpt(["mail", "test", "ann@users.test"])
    assert.strictEqual(code, 64)
    assert.match(stderr, /RCPT_MAIL_URL and RCPT_PUBLIC_URL/)
  })
})
