import { hostname } from "node:os"

import { load } from "@rcpt/service/platform/Config"
import { Duration, Effect } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"

const read = (environment: Record<string, string>) =>
  Effect.map(load({}, environment), ({ config, warnings }) => {
    const { helo, mailFrom, smtp, smtpPort, smtpTimeout } = config
    const seconds = Duration.toSeconds(smtpTimeout)
    return { warnings, settings: { helo, mailFrom, smtp, smtpPort, seconds } }
  })

describe("The configuration of deep mode", () => {
  it.effect("asks on port 25 under the name of this host, for 45 seconds", () =>
    Effect.map(read({}), ({ settings }) =>
      assert.deepStrictEqual(settings, {
        helo: hostname(),
        mailFrom: undefined,
        smtp: "on",
        smtpPort: 25,
        seconds: 45
      })
    )
  )

  it.effect("takes an operator's limits before those of a lab", function* () {
    const lab = { RCPT_SMTP_TIMEOUT: "10s", RCPT_HELO: "lab.test" }
    const given = { RCPT_SMTP_TIMEOUT: "60s", RCPT_HELO: "own.test" }
    const { config } = yield* load(lab, given)
    assert.deepInclude(config, { smtpTimeout: Duration.seconds(60), helo: "lab.test" })
  })

  it.effect("takes what a lab brings", () =>
    Effect.map(
      read({
        RCPT_HELO: "probe.rcpt.test",
        RCPT_MAIL_FROM: "verify@rcpt.test",
        RCPT_SMTP: "off",
        RCPT_SMTP_PORT: "2525",
        RCPT_SMTP_TIMEOUT: "1500ms"
      }),
      ({ settings, warnings }) => {
        assert.deepStrictEqual(warnings, [])
        assert.deepStrictEqual(settings, {
          helo: "probe.rcpt.test",
          mailFrom: "verify@rcpt.test",
          smtp: "off",
          smtpPort: 2525,
          seconds: 1.5
        })
      }
    )
  )

  it.effect("knows the null sender", () =>
    Effect.map(read({ RCPT_MAIL_FROM: "<>" }), ({ settings }) =>
      assert.strictEqual(settings.mailFrom, "")
    )
  )

  const refused: ReadonlyArray<[string, string, string]> = [
    ["RCPT_HELO", "probe.test\r\nRSET", "the name of a host"],
    ["RCPT_HELO", "two names", "the name of a host"],
    ["RCPT_MAIL_FROM", "nobody", "an email address, or <> for none"],
    ["RCPT_MAIL_FROM", "a@b>\r\nRSET", "an email address, or <> for none"],
    ["RCPT_SMTP", "yes", "one of on, off"],
    ["RCPT_SMTP_PORT", "0", "a whole number from 1 to 65535"],
    ["RCPT_SMTP_TIMEOUT", "45", "a time such as 45s, from 1s to 300s"],
    ["RCPT_SMTP_TIMEOUT", "999ms", "a time such as 45s, from 1s to 300s"],
    ["RCPT_SMTP_TIMEOUT", "6m", "a time such as 45s, from 1s to 300s"]
  ]
  for (const [name, value, expected] of refused) {
    it.effect(`refuses ${name}=${JSON.stringify(value)}`, () =>
      Effect.map(Effect.flip(load({}, { [name]: value })), ({ problems }) =>
        assert.deepStrictEqual(problems, [`${name} must be ${expected}.`])
      )
    )
  }
})
