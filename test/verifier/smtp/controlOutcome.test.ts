/** What the reply to a made-up address shows: whether the server tells addresses apart. */
import { controlOutcome } from "@rcpt/verifier/smtp/interpretProbe"
import { readReply } from "@rcpt/verifier/smtp/readReply"
import { assert, describe, it } from "vitest"

const mxHost = "mx.acme.test"
const ours = { helo: "probe.rcpt.test", mailFrom: "verify@rcpt.test" }
const recipient = "mepokisize.morizopemi@acme.test"

type Row = readonly [code: number, enhancedCode: string | undefined, text: string, shows: string]

const rows: ReadonlyArray<Row> = [
  [250, "2.1.5", "Ok", "accepted"],
  [550, "5.1.1", "User unknown", "refused"],
  [450, "4.1.1", "User unknown in local recipient table", "refused"],
  // OpenSMTPD, where a table has no such address.
  [524, "5.2.4", `Mailing list expansion problem: <${recipient}>`, "refused"],
  // They speak of us, whatever their code says: other addresses may be refused by now, too.
  [550, "5.2.1", "Your IP address is blocked because of spam", "unknown"],
  [550, "5.2.0", "Too many connections from your host, try again later", "unknown"],
  [554, "5.7.1", "Service unavailable; client host blocked using a blocklist", "unknown"],
  [451, "4.3.0", "Temporary system failure", "unknown"]
]

describe("The reply to a control address", () => {
  for (const [code, enhancedCode, text, shows] of rows)
    it(`${code} ${enhancedCode} ${text}: ${shows}`, () => {
      const reply = { code, enhancedCode, lines: [text] }
      const phase = "rcpt"
      const reading = readReply({ phase, reply, mxHost, recipient })
      const control = {
        reading,
        reply,
        phase,
        mxHost,
        recipient,
        hasAcceptedOthers: false
      } as const
      assert.strictEqual(controlOutcome({ ...control, ours }), shows)
    })
})
