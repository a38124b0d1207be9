import { print } from "@rcpt/domain/Address"
import type { MailRoute } from "@rcpt/domain/Evidence"
import { areNeighbours } from "@rcpt/verifier/address/keyboard"
import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { providerRules } from "@rcpt/verifier/address/providers"
import {
  didYouMean,
  suggestDomain,
  typoDistance,
  wellKnownProviders
} from "@rcpt/verifier/address/suggestDomain"
import { Result } from "effect"
import * as fc from "fast-check"

import { assert, describe, it } from "../../support/vitest.ts"
import { hosts } from "../judge/evidence.ts"

const alive = hosts(false)
const dead: MailRoute = { _tag: "noDomain" }

/** The typed domain, and what is suggested while it takes mail and while it does not. */
type Row = readonly [typed: string, whileAlive: string | undefined, whileDead: string | undefined]

const obvious = (typed: string, intended: string): Row => [typed, intended, intended]
const near = (typed: string, intended: string): Row => [typed, undefined, intended]
const real = (typed: string): Row => [typed, undefined, undefined]

const rows: ReadonlyArray<Row> = [
  // Typos whose domains typo-squatters have registered.
  obvious("gmial.com", "gmail.com"),
  obvious("gamil.com", "gmail.com"),
  obvious("gmaill.com", "gmail.com"),
  obvious("gnail.com", "gmail.com"),
  obvious("gmai.com", "gmail.com"),
  obvious("hotmial.com", "hotmail.com"),
  obvious("hotmal.com", "hotmail.com"),
  obvious("hotmial.fr", "hotmail.fr"),
  obvious("yaho.com", "yahoo.com"),
  obvious("yahooo.com", "yahoo.com"),
  obvious("outlok.com", "outlook.com"),
  obvious("iclod.com", "icloud.com"),
  obvious("orangr.fr", "orange.fr"),
  // A suffix that does not exist, or that no other owner has a reason to use.
  obvious("gmail.con", "gmail.com"),
  obvious("gmail.comm", "gmail.com"),
  obvious("gmail.co", "gmail.com"),
  obvious("yahoo.cm", "yahoo.com"),
  obvious("gmial.con", "gmail.com"),
  obvious("hotmail.couk", "hotmail.co.uk"),
  obvious("gmx.con", "gmx.com"),
  // As likely a domain in its own right: suggested only where it takes no mail.
  near("gail.com", "gmail.com"),
  near("hmail.com", "gmail.com"),
  near("cloud.com", "icloud.com"),
  near("never.com", "naver.com"),
  near("orage.fr", "orange.fr"),
  near("live.co", "live.com"),
  near("mail.co", "mail.com"),
  // Real providers, and names that are close to no provider in particular.
  real("email.com"),
  real("mail.com"),
  real("ymail.com"),
  real("fmail.com"),
  real("gmx.ch"),
  real("me.com"),
  real("yahoo.co.jp"),
  obvious("gmail.fr", "gmail.com"),
  real("gmal.fr"),
  real("love.com"),
  real("sent.co"),
  real("acme.test"),
  real("x.gmail.com"),
  real("company.com")
]

const suggested = (domain: string, route: MailRoute): string | undefined =>
  didYouMean({ localPart: "Ann+x", domain, smtputf8: false }, route)

describe("A suggestion", () => {
  for (const [typed, whileAlive, whileDead] of rows) {
    const says = (intended: string | undefined) => intended ?? "nothing"
    it(`for ${typed} is ${says(whileAlive)} where it takes mail, otherwise ${says(whileDead)}`, () => {
      const whole = (intended: string | undefined) => intended && `Ann+x@${intended}`
      assert.strictEqual(suggested(typed, alive), whole(whileAlive))
      assert.strictEqual(suggested(typed, dead), whole(whileDead))
      assert.strictEqual(suggested(typed, { _tag: "unanswered", why: "x" }), whole(whileDead))
    })
  }

  it("is never made for a provider's domain, and always names a provider", () => {
    for (const domain of providerRules.flatMap(({ domains }) => domains)) {
      assert.isUndefined(suggestDomain(domain), domain)
    }
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        const typo = suggestDomain(domain)
        assert.isTrue(typo === undefined || wellKnownProviders.has(typo.intended))
      })
    )
  })

  it("is a well-formed address that gets no suggestion itself", () => {
    for (const [typed] of rows) {
      const suggestion = suggested(typed, dead)
      if (suggestion === undefined) continue
      const address = Result.getOrThrow(parseAddress(suggestion))
      assert.strictEqual(print(address), suggestion)
      assert.isUndefined(suggested(address.domain, dead))
    }
  })
})

describe("The distance of a typo", () => {
  const distances: ReadonlyArray<readonly [string, string, number]> = [
    ["gmail", "gmail", 0],
    ["gnail", "gmail", 0.5], // n is next to m
    ["gmaill", "gmail", 0.5], // doubled
    ["yaho", "yahoo", 0.5], // not doubled
    ["gmial", "gmail", 1], // swapped
    ["gmxil", "gmail", 1],
    ["gmal", "gmail", 1],
    ["gxmail", "gmail", 1],
    ["", "ab", 2],
    ["aol", "outlook", Number.POSITIVE_INFINITY]
  ]
  for (const [typed, intended, distance] of distances) {
    it(`from "${typed}" to "${intended}" is ${distance}`, () =>
      assert.strictEqual(typoDistance(typed, intended), distance))
  }

  it("is symmetric, and 0 only for equal words", () => {
    const word = fc.string({ unit: fc.constantFrom(...Array.from("abcmnop")), maxLength: 8 })
    fc.assert(
      fc.property(word, word, (one, other) => {
        assert.strictEqual(typoDistance(one, other), typoDistance(other, one))
        assert.strictEqual(typoDistance(one, other) === 0, one === other)
      })
    )
  })

  it("treats adjacent keys as neighbours in both directions", () => {
    for (const pair of ["as", "qa", "wa", "mn", "op", "90"]) {
      assert.isTrue(areNeighbours(pair[0] ?? "", pair[1] ?? ""), pair)
      assert.isTrue(areNeighbours(pair[1] ?? "", pair[0] ?? ""), pair)
    }
    for (const pair of ["aa", "ad", "qs", "pa", "il", "ö1"]) {
      assert.isFalse(areNeighbours(pair[0] ?? "", pair[1] ?? ""), pair)
    }
  })
})
