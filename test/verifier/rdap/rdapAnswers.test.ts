/** Reading dates, RDAP responses and bootstrap files: ordinary, malformed and hostile ones. */
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import { readBases } from "@rcpt/verifier/rdap/Bootstrap"
import { readRegistration } from "@rcpt/verifier/rdap/Rdap"
import { registries } from "@rcpt/verifier/rdap/registries"
import { readDate } from "@rcpt/verifier/rdap/RegistrySource"
import * as fc from "fast-check"

import { assert, describe, it } from "../../support/vitest.ts"

const now = Date.UTC(2026, 5, 1, 12)
const in2010 = Date.UTC(2010, 0, 31)

describe("A date of registration", () => {
  const dates: ReadonlyArray<readonly [text: string, at: number | undefined]> = [
    ["2010-01-31", in2010],
    ["2010-01-31T00:00:00Z", in2010],
    [" 2010/1/31", in2010],
    ["2010. 01. 31.", in2010],
    ["20100131", in2010],
    ["2010-01-31 13:14:15", in2010 + ((13 * 60 + 14) * 60 + 15) * 1_000],
    ["2010-01-31T13:14:15.123+02:00", in2010 + ((13 * 60 + 14) * 60 + 15) * 1_000],
    ["1985-03-15", Date.UTC(1985, 2, 15)],
    ["1985-03-14", undefined], // before the first domain
    ["1970-01-01T00:00:00Z", undefined], // a placeholder
    ["2026-06-02T11:59:59Z", now], // the registry's clock is ahead
    ["2026-06-02T12:00:01Z", undefined],
    ["2999-01-01", undefined],
    ["2010-02-31", undefined],
    ["2010-13-01", undefined],
    ["2010-00-00", undefined],
    ["0000-00-00", undefined],
    ["31-Jan-2010", undefined],
    ["before 1996", undefined],
    ["", undefined]
  ]
  for (const [text, at] of dates)
    it(`"${text}" ${at === undefined ? "is none" : "is read"}`, () =>
      assert.strictEqual(readDate(text, now), at))
})

const domain = (more: object): string =>
  JSON.stringify({ objectClassName: "domain", ldhName: "X.TEST", ...more })
const event = (eventAction: unknown, eventDate: unknown) => ({ eventAction, eventDate })

describe("An RDAP response", () => {
  const old = event("registration", "2010-01-31T00:00:00Z")
  const answers = [
    ["has the date of registration", domain({ events: [old] }), present(in2010)],
    [
      "has no date of registration in other events",
      domain({ events: [event("expiration", "2020-01-01"), event("last changed", "2019-01-01")] }),
      absent
    ],
    [
      "counts from the last reregistration",
      domain({
        events: [old, event("reregistration", "2019-01-01"), event("reregistration", "2020-01-01")]
      }),
      present(Date.UTC(2020, 0, 1))
    ],
    [
      "may write its actions in capitals",
      domain({ events: [{ ...old, eventAction: "Registration" }] }),
      present(in2010)
    ],
    [
      "with an impossible date has none",
      domain({ events: [event("registration", "2999-01-01"), event("registration", 5)] }),
      absent
    ],
    [
      "about another domain is no answer",
      domain({ ldhName: "y.test", events: [old] }),
      unanswered("speaks of another domain")
    ],
    ["without a name is accepted", domain({ ldhName: undefined, events: [old] }), present(in2010)],
    ["without events has no date", domain({}), absent],
    ["with events that are no list has no date", domain({ events: { 0: old } }), absent],
    [
      "may hold anything beside the date",
      domain({ events: [null, 5, [old], {}, old] }),
      present(in2010)
    ],
    [
      "of another class is no answer",
      JSON.stringify({ ...JSON.parse(domain({ events: [old] })), objectClassName: "entity" }),
      unanswered("not RDAP")
    ],
    ["that is a web page is no answer", "<!doctype html>", unanswered("not RDAP")],
    [
      "that is cut off is no answer",
      domain({ events: [old] }).slice(0, -1),
      unanswered("not RDAP")
    ],
    ["that is null is no answer", "null", unanswered("not RDAP")]
  ] as const
  for (const [title, text, fact] of answers)
    it(title, () => assert.deepStrictEqual(readRegistration(text, "x.test", now), fact))

  const total = (text: string): boolean => {
    const fact = readRegistration(text, "x.test", now)
    return fact._tag !== "Present" || (fact.value > 0 && fact.value <= now)
  }

  it("never throws, whatever the text", () => {
    fc.assert(fc.property(fc.string(), total))
    fc.assert(fc.property(fc.json(), total))
  })

  it("never throws, whatever its events, and never gives a future date", () => {
    const action = fc.constantFrom("registration", "reregistration", "expiration", 1, null)
    const date = fc.oneof(
      fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
      fc.string(),
      fc.anything()
    )
    const events = fc.array(
      fc.oneof(fc.record({ eventAction: action, eventDate: date }), fc.anything())
    )
    fc.assert(
      fc.property(events, (some) => {
        fc.pre(isJson(some))
        return total(domain({ events: some }))
      }),
      { numRuns: 500 }
    )
  })

  it("of 200,000 open brackets is read like any other", () => {
    assert.isTrue(total("[".repeat(200_000)))
    assert.isTrue(total('{"a":'.repeat(50_000)))
  })
})

const isJson = (value: unknown): boolean => {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}

describe("A bootstrap file", () => {
  const file = (...services: ReadonlyArray<unknown>) => JSON.stringify({ version: "1.0", services })
  const bases = (text: string) => Object.fromEntries(readBases(text) ?? [])

  it("gives the server of each domain, with TLS where there is a choice", () =>
    assert.deepStrictEqual(
      bases(
        file(
          [
            ["Com", "net"],
            ["http://a.example/x", "https://a.example/x"]
          ],
          [["org"], ["http://b.example/"]]
        )
      ),
      { com: "https://a.example/x/", net: "https://a.example/x/", org: "http://b.example/" }
    ))

  it("may have malformed rows, which are skipped", () =>
    assert.deepStrictEqual(
      bases(
        file(
          null,
          [["a"]],
          [["a"], [5]],
          ["a", "b"],
          [["b"], ["no url"]],
          [["c"], ["https://c.example"]]
        )
      ),
      { c: "https://c.example/" }
    ))

  it("without usable rows is none", () => {
    for (const text of ["", "<html>", "null", "[]", "{}", file(), '{"services":5}'])
      assert.isUndefined(readBases(text))
  })

  it("never throws, whatever the text", () =>
    fc.assert(
      fc.property(fc.json(), fc.string(), (json, text) => {
        readBases(json)
        readBases(text)
        readBases(`{"services":${json}}`)
      })
    ))
})

describe("Our table of registries", () => {
  it("has URLs with TLS and a final slash, and names no domain twice", () => {
    for (const { base } of registries)
      assert.match(base, /^https:\/\/[a-z0-9.-]+\/.*\/$|^https:\/\/[a-z0-9.-]+\/$/)
    const tlds = registries.flatMap((row) => row.tlds)
    assert.strictEqual(new Set(tlds).size, tlds.length)
  })
})
