import { selfSigned } from "@rcpt/lab/smtp/selfSigned"
import { load } from "@rcpt/service/platform/Config"
import { Effect, Redacted } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"

const problemsOf = (settings: Readonly<Record<string, string>>) =>
  Effect.map(Effect.flip(load(settings, {})), ({ problems }) => problems)

const day = 86_400_000
const { cert } = selfSigned("nats", { from: new Date(), until: new Date(Date.now() + day) })

describe("The settings of NATS", () => {
  it.effect("are servers of one kind, with a name and a password for all", function* () {
    const url = "tls://rcpt:p%40ss@a.test:5222, tls://b.test"
    const { config } = yield* load({ RCPT_NATS_URL: url, RCPT_NATS_CA: cert }, {})
    assert.deepStrictEqual(Redacted.value(config.natsServers!), {
      servers: ["a.test:5222", "b.test:4222"],
      isTls: true,
      user: "rcpt",
      password: "p@ss"
    })
    assert.strictEqual(config.natsCa, cert)
  })

  it.effect.each([
    ["RCPT_NATS_URL", "http://a.test"],
    ["RCPT_NATS_URL", "nats:///x"],
    ["RCPT_NATS_URL", "nats://rcpt:50%off@a.test"],
    ["RCPT_NATS_URL", "nats://a.test,tls://b.test"],
    ["RCPT_NATS_URL", "nats://a.test,b.test"],
    ["RCPT_NATS_CREDENTIALS", "a token"],
    ["RCPT_NATS_CA", "no certificate"]
  ] as const)("refuse %s=%s in one sentence without the value", function* ([name, value]) {
    const problems = yield* problemsOf({ [name]: value })
    assert.lengthOf(problems, 1)
    assert.match(problems[0]!, new RegExp(`^${name} must be .+\\.$`))
    assert.notInclude(problems[0]!, value)
  })
})
