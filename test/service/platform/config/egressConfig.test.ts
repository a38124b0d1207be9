/** The addresses that mail servers see, as `RCPT_SMTP_EGRESS` names them. */
import { assert, describe, it } from "@effect/vitest"
import { load } from "@rcpt/service/platform/Config"
import { Effect } from "effect"

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
  it.effect("are this machine, addresses of it and proxies, each with a name of its own", () =>
    Effect.gen(function* () {
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
    })
  )

  const refused = [
    "direct://out.acme.test",
    "direct://192.0.2.10:25",
    "direct://ann@192.0.2.10",
    "direct://",
    "direct://192.0.2.10,direct://192.0.2.10?helo=b.acme.test",
    "socks5://",
    "http://10.0.9.1"
  ]
  it.effect.each(refused)("refuse %s in words that name the setting", (value) =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(read(value))
      assert.include(message, "RCPT_SMTP_EGRESS")
      assert.include(message, "direct://address and socks5://name:password@host:port")
    })
  )
})
