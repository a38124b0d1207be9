import { costOf } from "@rcpt/domain/price"
import { heldFor } from "@rcpt/domain/prices"
import { mailboxExists, notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence, SmtpReason } from "@rcpt/domain/Smtp"
import type { Mode, Status } from "@rcpt/domain/Verdict"
import { assert, describe, it } from "vitest"

import { refused, smtpResult } from "../verifier/judge/smtpResults.ts"

type PriceRow = readonly [
  situation: string,
  mode: Mode,
  status: Status,
  smtp: SmtpEvidence | undefined,
  credits: number
]

/** The whole price table. */
const rows: ReadonlyArray<PriceRow> = [
  ["fast, valid", "fast", "valid", undefined, 1],
  ["fast, invalid", "fast", "invalid", undefined, 1],
  ["fast, unknown", "fast", "unknown", undefined, 0],
  ["deep, invalid syntax", "deep", "invalid", notChecked("smtp_invalid_syntax"), 1],
  ["deep, no such domain, no MX, null MX", "deep", "invalid", notChecked("smtp_no_mx"), 1],
  ["deep, disposable or parked", "deep", "risky", notChecked("smtp_not_required"), 1],
  ["deep, private mail hosts", "deep", "invalid", notChecked("smtp_unsafe_mx"), 1],
  ["deep, SMTPUTF8", "deep", "valid", notChecked("smtp_smtputf8"), 1],
  ["deep, no session in time", "deep", "valid", notChecked("smtp_throttled"), 1],
  [
    "deep, too many addresses of one domain",
    "deep",
    "valid",
    notChecked("smtp_abuse_throttled"),
    1
  ],
  ["deep, a fault of ours", "deep", "valid", notChecked("smtp_unavailable"), 1],
  ["deep, DNS down", "deep", "unknown", notChecked("smtp_unavailable"), 0],
  ["deep, not probed", "deep", "valid", undefined, 1],
  ["deep, timeout", "deep", "valid", smtpResult("timeout"), 1],
  ["deep, throttled", "deep", "valid", smtpResult("rate_limited"), 1],
  ["deep, greylisted", "deep", "valid", smtpResult("greylisted"), 1],
  ["deep, policy block", "deep", "valid", smtpResult("policy_blocked"), 1],
  ["deep, inconclusive", "deep", "valid", smtpResult("unknown"), 1],
  [
    "deep, a provider that hides whether mailboxes exist",
    "deep",
    "valid",
    smtpResult("unknown", { subReason: "provider_unverifiable" }),
    1
  ],
  [
    "deep, a gateway without a control probe",
    "deep",
    "valid",
    smtpResult("unknown", { subReason: "accept_all_gateway" }),
    1
  ],
  [
    "deep, a gateway that accepts every recipient",
    "deep",
    "risky",
    smtpResult("unknown", { subReason: "accept_all_gateway", catchAll: true }),
    5
  ],
  ["deep, catch-all", "deep", "risky", smtpResult("catch_all", { catchAll: true }), 5],
  ["deep, deliverable", "deep", "valid", smtpResult("deliverable"), 5],
  ["deep, deliverable but risky otherwise", "deep", "risky", smtpResult("deliverable"), 5],
  ["deep, no such mailbox", "deep", "invalid", refused("mailbox_not_found"), 5],
  ["deep, mailbox disabled", "deep", "invalid", refused("mailbox_disabled"), 5],
  ["deep, domain refused", "deep", "invalid", refused("domain_not_found"), 5],
  ["deep, mailbox full, permanent reply", "deep", "risky", refused("mailbox_full"), 5],
  [
    "deep, mailbox full, temporary reply",
    "deep",
    "risky",
    smtpResult("unknown", { subReason: "mailbox_full" }),
    5
  ],
  [
    "deep, an inconclusive reply about the mailbox",
    "deep",
    "valid",
    smtpResult("unknown", { subReason: "mailbox_not_found" }),
    1
  ],
  ["deep, unknown in spite of the reply", "deep", "unknown", smtpResult("deliverable"), 0]
]

describe("The price of", () => {
  for (const [situation, mode, status, smtp, credits] of rows) {
    it(`${situation}: ${credits}`, () =>
      assert.strictEqual(costOf(mode, { status }, smtp), credits))
  }

  it("a verification is at most what is held for it", () => {
    for (const [, mode, status, smtp] of rows) {
      assert.isAtMost(costOf(mode, { status }, smtp), heldFor[mode])
    }
  })
})

describe("That the mailbox exists", () => {
  const answers: ReadonlyArray<readonly [smtp: SmtpEvidence, exists: boolean | undefined]> = [
    [smtpResult("deliverable"), true],
    [refused("mailbox_full"), true],
    [smtpResult("unknown", { subReason: "mailbox_full" }), true],
    [refused("mailbox_not_found"), false],
    [refused("mailbox_disabled"), false],
    [refused("domain_not_found"), false],
    [smtpResult("catch_all", { catchAll: true }), undefined],
    [smtpResult("unknown", { subReason: "mailbox_not_found" }), undefined],
    [smtpResult("greylisted"), undefined],
    [notChecked("smtp_no_mx" satisfies SmtpReason), undefined]
  ]
  for (const [smtp, exists] of answers) {
    const sub = smtp.checked ? smtp.subReason : smtp.reason
    it(`is ${exists ?? "unknown"} after ${smtp.status} ${sub ?? ""}`, () =>
      assert.strictEqual(mailboxExists(smtp), exists))
  }
})
