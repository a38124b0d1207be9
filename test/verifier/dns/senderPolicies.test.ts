import { absent, unanswered } from "@rcpt/domain/Fact"

import { describe } from "../../support/vitest.ts"
import { rows } from "./domainFactsRows.ts"

describe("SPF", () => {
  const spf = (...records: ReadonlyArray<string>) => ({ "x.test": { TXT: records } })
  const one = (record: string) => ({ _tag: "Present", value: { record, count: 1 } }) as const
  rows("spf", [
    [
      "is the record that begins with v=spf1",
      spf("v=other", "v=spf1 -all"),
      "x.test",
      one("v=spf1 -all")
    ],
    ["may be empty and in capitals", spf("V=SPF1"), "x.test", one("V=SPF1")],
    ["is not v=spf10", spf("v=spf10 -all"), "x.test", absent],
    ["is absent without a record", { "x.test": {} }, "x.test", absent],
    [
      "is unanswered when the look-up fails",
      { "x.test": { TXT: "SERVFAIL" } },
      "x.test",
      unanswered("SERVFAIL")
    ],
    [
      "stays present with two records, with their count",
      spf("v=spf1 b", "v=spf1 a"),
      "x.test",
      { _tag: "Present", value: { record: "v=spf1 a", count: 2 } }
    ]
  ])
})

describe("DMARC", () => {
  const at = (name: string, ...records: ReadonlyArray<string>) => ({
    [`_dmarc.${name}`]: { TXT: records }
  })
  const host = { "a.x.co.uk": {} }
  const policy = (record: string, policy: "none" | "quarantine" | "reject", publishedAt: string) =>
    ({ _tag: "Present", value: { record, policy, publishedAt } }) as const
  const both = "v=DMARC1; p=reject; sp=quarantine"
  rows("dmarc", [
    [
      "is the domain's own record",
      { ...host, ...at("a.x.co.uk", "v=DMARC1;p=none"), ...at("x.co.uk", both) },
      "a.x.co.uk",
      policy("v=DMARC1;p=none", "none", "a.x.co.uk")
    ],
    [
      "ignores sp= in the domain's own record",
      { "x.co.uk": {}, ...at("x.co.uk", both) },
      "x.co.uk",
      policy(both, "reject", "x.co.uk")
    ],
    [
      "is inherited from the organizational domain, with its sp=",
      { ...host, ...at("x.co.uk", both) },
      "a.x.co.uk",
      policy(both, "quarantine", "x.co.uk")
    ],
    [
      "is inherited from the organizational domain, with p= where there is no sp=",
      { ...host, ...at("x.co.uk", "v=DMARC1; p=reject") },
      "a.x.co.uk",
      policy("v=DMARC1; p=reject", "reject", "x.co.uk")
    ],
    [
      "is never inherited from a public suffix",
      { ...host, ...at("co.uk", both) },
      "a.x.co.uk",
      absent
    ],
    [
      "is never inherited from a name between the two",
      { "a.b.x.co.uk": {}, ...at("b.x.co.uk", both) },
      "a.b.x.co.uk",
      absent
    ],
    [
      "ignores the case and blanks of tags",
      { "x.co.uk": {}, ...at("x.co.uk", "v = DMARC1 ; P = Reject ;") },
      "x.co.uk",
      policy("v = DMARC1 ; P = Reject ;", "reject", "x.co.uk")
    ],
    [
      "has the policy `none` where p= is misspelt",
      { "x.co.uk": {}, ...at("x.co.uk", "v=DMARC1; p=rejekt") },
      "x.co.uk",
      policy("v=DMARC1; p=rejekt", "none", "x.co.uk")
    ],
    [
      "is absent with two records",
      { "x.co.uk": {}, ...at("x.co.uk", both, "v=DMARC1; p=none") },
      "x.co.uk",
      absent
    ],
    [
      "is not v=DMARC10",
      { "x.co.uk": {}, ...at("x.co.uk", "v=DMARC10; p=none") },
      "x.co.uk",
      absent
    ],
    [
      "is unanswered when the look-up of the domain's own record fails",
      { ...host, "_dmarc.a.x.co.uk": "SERVFAIL", ...at("x.co.uk", both) },
      "a.x.co.uk",
      unanswered("SERVFAIL")
    ],
    [
      "is unanswered when the look-up of the organizational domain's record fails",
      { ...host, "_dmarc.x.co.uk": "REFUSED" },
      "a.x.co.uk",
      unanswered("REFUSED")
    ]
  ])
})
