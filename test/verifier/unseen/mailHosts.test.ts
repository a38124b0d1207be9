/** Mail hosts written down before the table was extended for them, with the provider of each. */
import { readFileSync } from "node:fs"

import { providerIdOf } from "@rcpt/verifier/smtp/rules/probePolicies"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"

const Unseen = Schema.Struct({
  /** 2: written after the table had been extended for the first set. */
  set: Schema.Number,
  host: Schema.String,
  provider: Schema.NullOr(Schema.String),
  source: Schema.String
})

const unseen = readFileSync(new URL("mailHosts.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => Schema.decodeUnknownSync(Schema.fromJsonString(Unseen))(line))

/** The share of the known hosts that has to be found: of small operators only some are worth a row. */
const foundMin = 0.95

describe("Mail hosts that no row was written for", () => {
  it("are never taken for those of another provider", () => {
    const mistaken = unseen.filter(({ host, provider }) => {
      const found = providerIdOf(host)
      return found !== undefined && found !== provider
    })
    assert.deepStrictEqual(
      mistaken.map(({ host }) => `${host}: ${providerIdOf(host)}`),
      []
    )
  })

  it("are recognized nearly always", () => {
    const known = unseen.filter(({ provider }) => provider !== null)
    const missed = known.filter(({ host, provider }) => providerIdOf(host) !== provider)
    assert.isAtLeast(
      1 - missed.length / known.length,
      foundMin,
      missed.map(({ host }) => host).join("\n")
    )
  })
})
