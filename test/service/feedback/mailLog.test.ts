/** Lines of the logs of mail servers, in the form in which each program writes them. */
import { outcomeInLine } from "@rcpt/service/feedback/mailLog"
import { readBounce } from "@rcpt/verifier/smtp/readBounce"
import { assert, describe, it } from "vitest"

describe("A line of a mail log", () => {
  const now = Date.parse("2026-02-01T00:00:00Z")
  const reply =
    "host mx.acme.test[192.0.2.1] said: 550 5.1.1 <ann@acme.test>: User unknown (in reply to RCPT TO command)"

  for (const [program, line, email, outcome] of [
    [
      "Postfix",
      `2026-01-30T09:15:00.1+01:00 mx postfix/smtp[1]: 4X: to=<ann@acme.test>, relay=mx.acme.test[192.0.2.1]:25, delay=1, dsn=5.1.1, status=bounced (${reply})`,
      "ann@acme.test",
      "bounced"
    ],
    [
      "Postfix, with an alias",
      `2026-01-30T09:15:00+01:00 mx postfix/smtp[1]: 4X: to=<a@host.test>, orig_to=<ann@acme.test>, relay=h[192.0.2.1]:25, dsn=2.0.0, status=sent (250 OK)`,
      "ann@acme.test",
      "delivered"
    ],
    [
      "Exim",
      `2026-01-30 08:15:00 1d18ZN-0000br-Mp ** ann@acme.test F=<news@shop.test> R=dnslookup T=remote_smtp H=mx.acme.test [192.0.2.1]: SMTP error from remote mail server after RCPT TO:<ann@acme.test>: 550 No such user`,
      "ann@acme.test",
      "bounced"
    ],
    [
      "sendmail",
      `2026-01-30T08:15:00Z mx sm-mta[1]: x: to=<ann@acme.test>, delay=00:00:01, relay=mx.acme.test. [192.0.2.1], dsn=5.1.1, stat=User unknown`,
      "ann@acme.test",
      "bounced"
    ]
  ] as const)
    it(`of ${program} ends a delivery`, () => {
      const found = outcomeInLine(line, now)
      assert.deepInclude(found, { email, outcome })
      const at =
        program === "Exim" ? Date.parse("2026-01-30T08:15:00") : Date.parse("2026-01-30T08:15:00Z")
      assert.closeTo(Date.parse(found?.occurred_at ?? ""), at, 1_000)
      if (outcome === "bounced")
        assert.isTrue(
          readBounce({ text: found?.smtp_response ?? "", recipient: email }).isAboutMailbox
        )
    })

  it("without a year is of the last twelve months", () => {
    const rest = `mx postfix/smtp[1]: 4X: to=<ann@acme.test>, relay=x[192.0.2.1]:25, dsn=5.1.1, status=bounced (${reply})`
    for (const [day, year] of [
      ["Jan 30 08:15:00", 2026],
      ["Dec 30 08:15:00", 2025]
    ] as const)
      assert.strictEqual(
        new Date(outcomeInLine(`${day} ${rest}`, now)!.occurred_at!).getFullYear(),
        year
      )
  })

  for (const line of [
    "2026-01-30T08:15:00Z mx postfix/smtp[1]: 4X: to=<ann@acme.test>, relay=none, dsn=4.4.1, status=deferred (connect to mx: timed out)",
    "2026-01-30 08:15:00 1d18ZN-0000br-Mp == ann@acme.test R=dnslookup T=remote_smtp defer (-53): retry time not reached",
    "2026-01-30T08:15:00Z mx sm-mta[1]: x: to=<ann@acme.test>, dsn=4.0.0, stat=Deferred: Connection refused"
  ])
    it(`puts a delivery off: ${line.slice(20, 60)}`, () =>
      assert.deepInclude(outcomeInLine(line, now), { email: "ann@acme.test", outcome: "deferred" }))

  it("says nothing of an end where it is about something else", () =>
    assert.isUndefined(
      outcomeInLine(
        "2026-01-30T08:15:00Z mx postfix/qmgr[1]: 4X: from=<news@shop.test>, size=1, nrcpt=1 (queue active)",
        now
      )
    ))
})
