/** Every slip of one letter in the domains of the largest providers, and the domains of others that are close to them. */
import { cleanAddress } from "@rcpt/verifier/address/cleanAddress"
import { realDomains } from "@rcpt/verifier/address/rules/realDomains"
import { realProviders, typoTargets } from "@rcpt/verifier/address/rules/typoTargets"
import { suggestDomain, typoDistance } from "@rcpt/verifier/address/suggestDomain"
import { assert, describe, it } from "vitest"

const listOf = (text: string): ReadonlyArray<string> => text.split(" ")

interface Provider {
  readonly name: string
  readonly suffix: string
  readonly distinctive: boolean
}

const providers: ReadonlyArray<Provider> = typoTargets.flatMap(
  ({ names, suffixes, distinctive = false }) =>
    listOf(names).flatMap((name) =>
      listOf(suffixes).map((suffix) => ({ name, suffix, distinctive }))
    )
)

const domains = new Set(providers.map(({ name, suffix }) => `${name}.${suffix}`))
const others = new Set([
  ...realProviders.flatMap((row) => listOf(row.domains)),
  ...listOf(realDomains)
])

const letters = Array.from("abcdefghijklmnopqrstuvwxyz")

const slipsIn = (name: string): ReadonlySet<string> => {
  const at = Array.from(name, (_, index) => index)
  return new Set(
    [
      ...[...at, name.length].flatMap((i) =>
        letters.map((a) => name.slice(0, i) + a + name.slice(i))
      ),
      ...at.map((i) => name.slice(0, i) + name.slice(i + 1)),
      ...at.flatMap((i) => letters.map((a) => name.slice(0, i) + a + name.slice(i + 1))),
      ...at.slice(1).map((i) => name.slice(0, i - 1) + name[i]! + name[i - 1]! + name.slice(i + 1))
    ].filter((one) => one !== name && one !== "")
  )
}

/** A name of fewer letters is one slip away from nearly every other one. */
const comparedCharsMin = 3

/** The least number of providers that are compared with. */
const providersMin = 200

const compared = providers.filter(({ name }) => name.length >= comparedCharsMin)

describe("A slip of one letter in the domain of a provider", () => {
  it("is known for the 200 largest", () => assert.isAtLeast(compared.length, providersMin))

  it("gets a suggestion where the domain takes no mail, unless it is another's", () => {
    const missed = compared.flatMap(({ name, suffix }) =>
      [...slipsIn(name)]
        .map((slip) => `${slip}.${suffix}`)
        .filter((typed) => !domains.has(typed) && !others.has(typed))
        .filter((typed) => suggestDomain(typed) === undefined)
    )
    // Domains that the rules for local parts know as a provider's are left.
    assert.deepStrictEqual(
      missed.filter((typed) => !/^(?:g|y|p|f)?mail\.|^(?:me|gmx|live)\./.test(typed)),
      []
    )
  })

  it("gets one where the domain takes mail, too, if the name is long and made up", () => {
    const missed = compared
      .filter(({ name, distinctive }) => distinctive && name.length >= 6)
      .flatMap(({ name, suffix }) =>
        [...slipsIn(name)]
          .filter((slip) => slip[0] === name[0])
          .map((slip) => `${slip}.${suffix}`)
          .filter((typed) => !domains.has(typed) && !others.has(typed))
          .filter((typed) => suggestDomain(typed)?.kind !== "obvious")
      )
    assert.deepStrictEqual(missed, [])
  })

  it("gets the provider back that it is a slip of", () => {
    for (const { name, suffix } of compared)
      for (const slip of slipsIn(name)) {
        const found = suggestDomain(`${slip}.${suffix}`)?.intended
        if (found === undefined) continue
        assert.isAtMost(typoDistance(`${slip}.${suffix}`, found), 2, `${slip}.${suffix}`)
      }
  })

  for (const [typed, meant] of [
    ["zoho.cm", "zoho.com"],
    ["gmxx.com", "gmx.com"],
    ["gmaila.com", "gmail.com"],
    ["gmil.com", "gmail.com"]
  ] as const)
    it(`is found in ${typed}`, () => assert.strictEqual(suggestDomain(typed)?.intended, meant))

  it("is obvious in gmaila.com, as it is in gmil.com", () => {
    assert.deepStrictEqual(suggestDomain("gmaila.com"), suggestDomain("gmil.com"))
  })
})

describe("A dot that was left out", () => {
  it("is put back for every provider", () => {
    for (const domain of domains) {
      const letters = domain.replaceAll(".", "")
      assert.strictEqual(
        cleanAddress(`ann@${letters}`)?.replaceAll(".", ""),
        `ann@${letters}`,
        domain
      )
    }
    assert.strictEqual(cleanAddress("ann@gmailcom"), "ann@gmail.com")
    assert.strictEqual(cleanAddress("ann@hotmailcom"), "ann@hotmail.com")
  })
})

describe("A domain of somebody else", () => {
  it("is never suggested away, be it ever so close", () => {
    for (const domain of listOf(realDomains)) assert.isUndefined(suggestDomain(domain), domain)
  })
})
