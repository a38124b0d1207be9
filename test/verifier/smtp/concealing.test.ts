import { concealingProviders } from "@rcpt/api/concealingProviders"
import { mailProviders } from "@rcpt/verifier/dns/rules/mailProviders"
import { probePolicyOf } from "@rcpt/verifier/smtp/rules/probePolicies"

import { assert, describe, it } from "../../support/vitest.ts"

describe("Providers that never tell", () => {
  it("are those whose acceptance proves nothing when they are probed", () => {
    const names = mailProviders
      .filter(({ hosts }) => hosts.some((host) => probePolicyOf(host).acceptance === "conceals"))
      .map(({ name }) => name)
    assert.deepStrictEqual(new Set<string | undefined>(names), concealingProviders)
  })
})
