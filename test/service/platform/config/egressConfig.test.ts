/** The addresses that mail servers see, as `RCPT_SMTP_EGRESS` names them. */
import { load } from "@rcpt/service/platform/Config"
import { Effect } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"

const read = (RCPT_SMTP_EGRESS: string) =>
  Effect.map(load({}, { RCPT_SMTP_EGRESS }), ({ config }) =>
    config.egresses.map(({ id, proxy, sourceAddress, helo }) => ({
      id,
      ...(proxy && { proxy: `${proxy.host} ${proxy.port} ${proxy.user?.name ?? ""}` }),
      ...(sourceAddress && { sourceAddress }),
      ...(helo && { helo })
    }))
  )

describe("The egresses", () => {
  it.effect(
    "are this machine, addresses of it and proxies, each with a name of its own",
    function* () {
      assert.deepStrictEqual(yield* read("direct"), [{ id: "direct" }])
      assert.deepStrictEqual(
        yield* read(
          "direct://192.0.2.10?helo=a.acme.test, direct://[2001:db8::10], socks5://ann:s3cret@10.0.9.1?helo=b.acme.test"
        ),
        [
          { id: "direct://192.0.2.10", sourceAddress: "192.0.2.10", helo: "a.acme.test" },
          { id: "direct://[2001:db8::10]", sourceAddress: "2001:db8::10" },
          { id: "socks5://10.0.9.1:1080", proxy: "10.0.9.1 1080 ann", helo: "b.acme.test" }
        ]
      )
    }
  )

  it.effect("say how they are used", function* () {
    const { config } = yield* load(
      {},
      {
        RCPT_SMTP_EGRESS:
          "direct?since=first-use, direct://192.0.2.10?since=2026-12-01&weight=3, socks5://10.0.9.1?for=microsoft,gmx"
      }
    )
    assert.deepStrictEqual(
      config.egresses.map(({ id, warmsSince, weight, providers }) => ({
        id,
        warmsSince,
        weight,
        providers: providers && [...providers]
      })),
      [
        { id: "direct", warmsSince: Infinity, weight: undefined, providers: undefined },
        {
          id: "direct://192.0.2.10",
          warmsSince: Date.UTC(2026, 11, 1),
          weight: 3,
          providers: undefined
        },
        {
          id: "socks5://10.0.9.1:1080",
          warmsSince: undefined,
          weight: undefined,
          providers: ["microsoft365", "outlook_consumer", "gmx"]
        }
      ]
    )
  })

  it.effect.each([
    ["direct?since=yesterday", "since= of direct is first-use, or the date"],
    ["direct?since=2026-13-01", "since= of direct is first-use, or the date"],
    ["direct,direct://192.0.2.10?for=nobody", "for= of direct://192.0.2.10 is providers"],
    ["direct?weight=0", "weight= of direct is a whole number from 1 to 100"],
    [
      "direct?wieght=2",
      "without wieght= at direct: an egress may have helo, since, for, weight, ipv6"
    ],
    ["direct?ipv6=off", "ipv6= of direct is on"],
    ["direct?for=google", "an egress without for="]
  ] as const)("refuse %s: %s", function* ([value, words]) {
    const { message } = yield* Effect.flip(read(value))
    assert.include(message, words)
  })

  const refused = [
    "direct://out.acme.test",
    "direct://192.0.2.10:25",
    "direct://ann@192.0.2.10",
    "direct://",
    "direct://192.0.2.10,direct://192.0.2.10?helo=b.acme.test",
    "socks5://",
    "http://10.0.9.1"
  ]
  it.effect.each(refused)("refuse %s in words that name the setting", function* (value) {
    const { message } = yield* Effect.flip(read(value))
    assert.include(message, "RCPT_SMTP_EGRESS")
    assert.include(message, "direct://address and socks5://name:password@host:port")
  })
})
