/** Every reason that a result may have, as sentences: of chance evidence, of replies, rules and reports, and of malformed texts. */
import { syntheticSigns } from "@rcpt/domain/Evidence"
import type { Evidence } from "@rcpt/domain/Evidence"
import { present } from "@rcpt/domain/Fact"
import type { Reason } from "@rcpt/domain/reasons"
import type { FoundRule } from "@rcpt/domain/Rules"
import { reasonSentence } from "@rcpt/domain/saidReasons"
import { notChecked, SmtpChecked, SmtpReason } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { judge } from "@rcpt/verifier/judge/judge"
import * as steps from "@rcpt/verifier/steps"
import * as fc from "fast-check"

import { anyEvidence, withRule } from "./anyEvidence.ts"
import { evidence, listing, malformed } from "./evidence.ts"
import { refused, smtpResult } from "./smtpResults.ts"

/** Texts with each fault. */
export const malformedTexts: ReadonlyArray<string> = [
  "",
  "a".repeat(400),
  "ann",
  "ann@",
  "@x.test",
  ".ann@x.test",
  "ann.@x.test",
  "a..b@x.test",
  "a b@x.test",
  "ann@x",
  "ann@x..test",
  "ann@x.test.",
  "ann@x.1",
  "ann@[127.0.0.1]",
  "ann@-x.test",
  "ann@ab--c.test",
  "ann@x!.test",
  "ann@xn--a.test",
  `ann@${"a".repeat(64)}.test`,
  `${"a".repeat(65)}@x.test`,
  '"ann"x@x.test',
  '"ann',
  "ann@x.test, bob@x.test"
]

const replies: ReadonlyArray<SmtpEvidence> = [
  ...SmtpChecked.fields.status.literals.map((status) => smtpResult(status)),
  ...(["mailbox_not_found", "mailbox_disabled", "mailbox_full", "domain_not_found"] as const).map(
    refused
  ),
  smtpResult("rate_limited", { isBusy: true }),
  smtpResult("policy_blocked", { isUnread: true }),
  ...SmtpReason.literals.map(notChecked)
]

const at = Date.parse("2026-11-21T10:00Z")
const catchAll = present({ because: "a test" })

const rules: ReadonlyArray<FoundRule> = (
  ["address", "domain", "mail_host", "tld"] as const
).flatMap((match) =>
  ([true, false] as const).flatMap((subdomains) =>
    (["block", "allow"] as const).map((action) => ({
      id: "1",
      action,
      match,
      value: "x.test",
      subdomains: subdomains && (match === "domain" || match === "mail_host")
    }))
  )
)

const listed = { disposable: listing, free: listing, role: listing, relay: listing }
const syntax = (localPart: string): Evidence["syntax"] => ({
  _tag: "wellFormed",
  address: { localPart, domain: "x.test", smtputf8: localPart !== "ann" },
  normalized: ""
})

const chosen: ReadonlyArray<Evidence> = [
  ...replies.flatMap((smtp) => [
    evidence({}, {}, { smtp }),
    evidence({}, {}, { smtp, catchAll, catchAllLearntAt: at })
  ]),
  evidence({}, {}, { catchAll, catchAllLearntAt: at }),
  ...(["bounced", "complained", "delivered"] as const).map((outcome) =>
    evidence({}, {}, { reported: { outcome, at } })
  ),
  evidence(
    {},
    {},
    {
      catchAll,
      domainMail: { own: { arrived: 6, bounced: 2 }, others: { arrived: 9, bounced: 1 } }
    }
  ),
  evidence({ routability: { _tag: "unroutable", why: "privateAddress" } }),
  ...rules.flatMap((rule) => [
    evidence({}, {}, { rule }),
    evidence({ domain: "gmial.com" }, listed, {
      rule,
      age: present({ days: 3, registeredOn: "2026-01-01" }),
      localPart: { shape: "other", synthetic: "digits" },
      didYouMean: "ann@gmail.com"
    })
  ]),
  ...[1, 2, 29].map((days) => evidence({}, {}, { age: present({ days, registeredOn: "" }) })),
  ...syntheticSigns.map((synthetic) =>
    evidence({}, listed, { localPart: { shape: "other", synthetic } })
  ),
  ...["“ann”", "аnn", "ann", "☃"].map((localPart) =>
    evidence({}, {}, { syntax: syntax(localPart), didYouMean: "ann@gmail.com" })
  ),
  evidence({ domain: "gmial.com" }, {}, { didYouMean: "ann@gmail.com" }),
  { ...malformed, didYouMean: "ann@gmail.com" },
  evidence({}, {}, { sandbox: { smtp: smtpResult("deliverable") } }),
  ...[...malformedTexts, "jane.doe tag@acme.test"].map((text) => steps.checkSyntax(text))
]

/** The reasons of a judgement as the answer has them. */
export const sentencesOf = (given: Evidence): ReadonlyArray<string> =>
  judge(given).reasons.map((reason) => reasonSentence(reason))

const named = (one: Evidence): Evidence =>
  one.domain === undefined ? one : { ...one, domain: { ...one.domain, domain: "x.test" } }

/** Numbers that follow from chance are `N`. */
const settled = (sentence: string): string =>
  sentence.replace(/\d+ of 100/, "N of 100").replace(/\d+ days ago/, "N days ago")

/** The reasons of chosen evidence, and of chance. */
export const everyReason = (): ReadonlyArray<Reason> => {
  const chance = fc.sample(anyEvidence, { seed: 59, numRuns: 2_000 }).map(named)
  const all = [...chosen, ...chance, ...chance.slice(0, 20).map((one) => withRule(one, "block"))]
  return all.flatMap((given) => judge(given).reasons)
}

export const everySentence = (): ReadonlyArray<string> =>
  [
    ...new Set(
      everyReason()
        .map((reason) => reasonSentence(reason))
        .map(settled)
    )
  ].toSorted()
