/** Mail hosts and their operators: written down before the table had its newer rows. */
import { readFileSync } from "node:fs"

import {
  knownOperatorOf,
  probePolicyOf,
  providerIdOf
} from "@rcpt/verifier/smtp/rules/probePolicies"
import { assert, describe, it } from "vitest"

const hosts = readFileSync(new URL("mailHosts.txt", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split(" ") as [host: string, id: string])

describe("The operator of a mail host", () => {
  for (const [host, id] of hosts)
    it(`of ${host} is ${id === "-" ? "not known" : id}`, () => {
      assert.strictEqual(providerIdOf(host), id === "-" ? undefined : id)
    })

  it("has one pace for all its hosts, in all of Microsoft's clouds", () => {
    const clouds = [
      "x.mail.protection.office365.us",
      "x.partner.outlook.cn",
      "x.mail.eo.outlook.com"
    ]
    for (const host of clouds) {
      assert.strictEqual(knownOperatorOf(host), "microsoft365")
      assert.strictEqual(probePolicyOf(host).control, "apart")
    }
  })

  it("that filters for others makes no catch-all of what it takes", () => {
    const gateways = "mx1.vadesecure.com gw1.fortimail.com a.mailinblack.com mx1.spamtitan.com"
    for (const host of gateways.split(" "))
      assert.strictEqual(probePolicyOf(host).acceptance, "gateway")
  })
})
