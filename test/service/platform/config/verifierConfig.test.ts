import { load } from "@rcpt/service/platform/Config"
import { Effect, Redacted } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"

const read = (environment: Record<string, string>) => load({}, environment)

const problemOf = (name: string, value: string) =>
  Effect.map(Effect.flip(read({ [name]: value })), ({ problems }) => problems.join())

describe("The configuration of the verifier", () => {
  it.effect("asks registries over RDAP and nobody else, unless it is told to", () =>
    Effect.map(read({}), ({ config: { dnsblZones, rdapUrl, whois } }) =>
      assert.deepStrictEqual(
        { dnsblZones, rdapUrl, whois },
        {
          dnsblZones: [],
          rdapUrl: undefined,
          whois: "off"
        }
      )
    )
  )

  it.effect("names blocklists, each with its key, which is never shown", () =>
    Effect.map(
      read({ RCPT_DNSBL_ZONES: "zen.spamhaus.org=s3cret, Bl.spamcop.net. ," }),
      ({ config: { dnsblZones } }) => {
        assert.deepStrictEqual(
          dnsblZones.map(({ zone, key }) => [zone, key && Redacted.value(key)]),
          [
            ["zen.spamhaus.org", "s3cret"],
            ["Bl.spamcop.net", undefined]
          ]
        )
        assert.notInclude(JSON.stringify(dnsblZones), "s3cret")
      }
    )
  )

  it.effect("turns RDAP off or sends it to one server", function* () {
    assert.strictEqual((yield* read({ RCPT_RDAP_URL: "off" })).config.rdapUrl, "off")
    const url = "http://127.0.0.1:8080/rdap"
    assert.strictEqual((yield* read({ RCPT_RDAP_URL: url })).config.rdapUrl, url)
  })

  it.effect("turns WHOIS on or sends it to one server", function* () {
    assert.strictEqual((yield* read({ RCPT_WHOIS: "on" })).config.whois, "on")
    const { config } = yield* read({ RCPT_WHOIS: "127.0.0.1:4343" })
    assert.deepStrictEqual(config.whois, { host: "127.0.0.1", port: 4343 })
  })

  const mistakes = [
    ["RCPT_DNSBL_ZONES", "zen", "comma-separated list of blocklists"],
    ["RCPT_DNSBL_ZONES", "zen.spamhaus.org=a b", "comma-separated list of blocklists"],
    ["RCPT_RDAP_URL", "ftp://x.example", "off, or a URL that starts with http:// or https://"],
    ["RCPT_WHOIS", "yes", "off, or on, or host:port"]
  ] as const
  for (const [name, value, expected] of mistakes)
    it.effect(`says what ${name}=${value} must be`, () =>
      Effect.map(problemOf(name, value), (problem) => assert.include(problem, expected))
    )

  it.effect("does not repeat a key in a complaint", () =>
    Effect.map(problemOf("RCPT_DNSBL_ZONES", "zen=s3cret"), (problem) =>
      assert.notInclude(problem, "s3cret")
    )
  )
})
