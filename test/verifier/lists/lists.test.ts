import type { ListEvidence } from "@rcpt/domain/Evidence"
import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Result } from "effect"

import { assert, layer } from "../../support/vitest.ts"

type ListName = keyof ListEvidence

const rows: ReadonlyArray<readonly [address: string, listed: ReadonlyArray<ListName>]> = [
  ["ann@example.org", []],
  ["ann@mailinator.com", ["disposable"]],
  ["ann@inbox.mailinator.com", ["disposable"]], // a host below a listed domain
  ["ann@yopmail.com", ["disposable"]],
  ["ann@10minutemail.com", ["disposable"]],
  ["ann@cad.edu.gr", ["disposable"]], // missing from both packages
  ["ann@灵.cc", ["disposable"]], // written so in the list; addresses have its A-labels
  ["ann@xn--5nx.cc", ["disposable"]],
  ["ann@angi.com", []], // on one list of those in use
  ["ann@atomicmail.io", ["free"]],
  ["ann@sibmail.com", ["free"]], // two lists, against our correction
  ["ann@tmxnet.com", []],
  ["info@clerk.com", ["role"]], // companies that the package calls free
  ["ann@easypost.com", []],
  ["ann@mailinblack.com", []],
  ["ann@name.com", []],
  ["ann@throwawaymail.app", ["disposable"]], // on one list, and called so
  // A suffix of a dynamic DNS provider is listed; its customers are not affected by that or by each other.
  ["ann@mine.v6.rocks", []],
  ["ann@temp-mail.pp.ua", ["disposable"]],
  ["ann@inbox.temp-mail.pp.ua", ["disposable"]],
  ["ann@my.id", []], // a public suffix that a package lists
  ["ann@someone.my.id", []],
  ["ann@vfemail.net", ["free"]],
  // Relays are neither disposable nor free, even if a package lists them.
  ["ann@33mail.com", ["relay"]],
  ["x@ann.33mail.com", ["relay"]],
  ["ann@spamgourmet.com", ["relay"]],
  ["ann@duck.com", ["relay"]],
  ["ann@mozmail.com", ["relay"]],
  ["x7k2@privaterelay.appleid.com", ["relay"]],
  ["shop@ann.anonaddy.com", ["relay"]], // the local part says which shop has the address
  ["abuse@anonaddy.com", ["relay", "role"]],
  ["ann@mailbox.org", []], // paid; other lists call it a relay
  ["ann@gmail.com", ["free"]],
  ["ann@tutanota.com", ["free"]],
  ["ann@yahoo.co.uk", ["free"]],
  ["ann@hey.com", []], // paid
  ["info@example.org", ["role"]],
  ["Sales+spring@example.org", ["role"]],
  ["ann@sympatico.ca", ["free"]], // access providers that the package lacks
  ["ann@proximus.be", ["free"]],
  ["ann@sify.com", ["free"]], // a package calls it disposable
  ["ann@nus.edu.sg", []], // a university and a company that the package calls free
  ["ann@facebook.com", []],
  ["info@gmail.com", ["free"]], // a person chose the name
  ["postmaster@gmail.com", ["free", "role"]],
  ["noreply@example.org", ["role"]],
  ["no-reply-42@example.org", ["role"]],
  ["orders-noreply@example.org", ["role"]],
  ["bounces+ann=x.org@example.org", ["role"]],
  ["vertrieb@example.org", ["role"]],
  ["segreteria@example.org", ["role"]],
  ["info2@example.org", ["role"]],
  ["sales-eu@example.org", ["role"]],
  ["uk.support@example.org", ["role"]],
  ["ufficio.stampa@example.org", ["role"]],
  ["info12345@example.org", []], // as long a number is a person's
  ["info2@gmail.com", ["free"]],
  ["security.jones@example.org", []], // a surname
  ["security.jones@gmail.com", ["free"]],
  ["security-uk@gmail.com", ["free", "role"]],
  ["anna.sales@example.org", []],
  ["de.post@example.org", []], // a Dutch surname
  ["b.rand@example.org", []], // an initial, not a brand
  ["abused@example.org", []],
  ["bouncer@example.org", []],
  ["hello@example.org", []],
  ["it@example.org", []],
  ["team@example.org", []],
  ["paris@example.org", []],
  ["+info@example.org", []],
  ["support@mailinator.com", ["disposable", "role"]]
]

layer(Lists.layer)("Lists", (it) => {
  for (const [input, listed] of rows) {
    it.effect(`${input} is ${listed.join(" and ") || "on no list"}`, function* () {
      const listings = (yield* Lists).consult(Result.getOrThrow(parseAddress(input)))
      const names = Object.entries(listings).flatMap(([name, entry]) => (entry ? [name] : []))
      assert.deepStrictEqual(names.sort(), [...listed].sort())
    })
  }
})
