import { costOf, heldFor } from "@rcpt/domain/price"
import { mailboxExists, notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence, SmtpReason } from "@rcpt/domain/Smtp"
import type { Mode, Status } from "@rcpt/domain/Verdict"
import { assert, describe, it } from "vitest"

import { refused, said } from "../verifier/smtpSaid.ts"

type Row = readonly [
  situation: string,
  mode: Mode,
  status: Status,
  smtp: SmtpEvidence | undefined,
  credits: number
]

/** Interface.md §8, row by row. */
const rows: ReadonlyArray<Row> = [
  ["fast, whatever came out", "fast", "valid", undefined, 1],
  ["fast, invalid", "fast", "invalid", undefined, 1],
  ["fast, unknown", "fast", "unknown", undefined, 0],
  ["deep, invalid syntax", "deep", "invalid", notChecked("smtp_invalid_syntax"), 1],
  ["deep, no such domain, no MX, null MX", "deep", "invalid", notChecked("smtp_no_mx"), 1],
  ["deep, disposable or parked", "deep", "risky", notChecked("smtp_not_required"), 1],
  ["deep, private mail hosts", "deep", "invalid", notChecked("smtp_unsafe_mx"), 1],
  ["deep, SMTPUTF8", "deep", "valid", notChecked("smtp_smtputf8"), 1],
  ["deep, no slot", "deep", "valid", notChecked("smtp_throttled"), 1],
  ["deep, enumeration", "deep", "valid", notChecked("smtp_abuse_throttled"), 1],
  ["deep, our infrastructure", "deep", "valid", notChecked("smtp_unavailable"), 1],
  ["deep, DNS down", "deep", "unknown", notChecked("smtp_unavailable"), 0],
  ["deep, not asked for", "deep", "valid", undefined, 1],
  ["deep, timeout", "deep", "valid", said("timeout"), 1],
  ["deep, throttled", "deep", "valid", said("rate_limited"), 1],
  ["deep, greylisted", "deep", "valid", said("greylisted"), 1],
  ["deep, policy block", "deep", "valid", said("policy_blocked"), 1],
  ["deep, inconclusive", "deep", "valid", said("unknown"), 1],
  [
    "deep, a provider that conceals",
    "deep",
    "valid",
    said("unknown", { subReason: "provider_unverifiable" }),
    1
  ],
  [
    "deep, a gateway that could not be asked twice",
    "deep",
    "valid",
    said("unknown", { subReason: "accept_all_gateway" }),
    1
  ],
  [
    "deep, a gateway that takes everybody",
    "deep",
    "risky",
    said("unknown", { subReason: "accept_all_gateway", catchAll: true }),
    5
  ],
  ["deep, catch-all", "deep", "risky", said("catch_all", { catchAll: true }), 5],
  ["deep, deliverable", "deep", "valid", said("deliverable"), 5],
  ["deep, deliverable but risky otherwise", "deep", "risky", said("deliverable"), 5],
  ["deep, no such mailbox", "deep", "invalid", refused("mailbox_not_found"), 5],
  ["deep, mailbox disabled", "deep", "invalid", refused("mailbox_disabled"), 5],
  ["deep, domain refused", "deep", "invalid", refused("domain_not_found"), 5],
  ["deep, mailbox full for good", "deep", "risky", refused("mailbox_full"), 5],
  [
    "deep, mailbox full for now",
    "deep",
    "risky",
    said("unknown", { subReason: "mailbox_full" }),
    5
  ],
  [
    "deep, a weak word about the mailbox",
    "deep",
    "valid",
    said("unknown", { subReason: "mailbox_not_found" }),
    1
  ],
  ["deep, unknown whatever was said", "deep", "unknown", said("deliverable"), 0]
]

describe("The price of", () => {
  for (const [situation, mode, status, smtp, credits] of rows) {
    it(`${situation}: ${credits}`, () =>
      assert.strictEqual(costOf(mode, { status }, smtp), credits))
  }

  it("anything is never more than what is held for it", () => {
    for (const [, mode, status, smtp] of rows) {
      assert.isAtMost(costOf(mode, { status }, smtp), heldFor[mode])
    }
  })
})

describe("That the mailbox exists", () => {
  const answers: ReadonlyArray<readonly [smtp: SmtpEvidence, exists: boolean | undefined]> = [
    [said("deliverable"), true],
    [refused("mailbox_full"), true],
    [said("unknown", { subReason: "mailbox_full" }), true],
    [refused("mailbox_not_found"), false],
    [refused("mailbox_disabled"), false],
    [refused("domain_not_found"), false],
    [said("catch_all", { catchAll: true }), undefined],
    [said("unknown", { subReason: "mailbox_not_found" }), undefined],
    [said("greylisted"), undefined],
    [notChecked("smtp_no_mx" satisfies SmtpReason), undefined]
  ]
  for (const [smtp, exists] of answers) {
    const sub = smtp.checked ? smtp.subReason : smtp.reason
    it(`is ${exists ?? "unknown"} after ${smtp.status} ${sub ?? ""}`, () =>
      assert.strictEqual(mailboxExists(smtp), exists))
  }
})
