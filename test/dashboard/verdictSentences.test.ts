/** What a page says about a result: no sentence contradicts the verdict, the recommendation or the mode. */
import { render, spoken } from "@rcpt/api/render"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import type { Evidence } from "@rcpt/domain/Evidence"
import { notAsked, present, unanswered } from "@rcpt/domain/Fact"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { SmtpReason, SmtpSubReason } from "@rcpt/domain/Smtp"
import type { Mode } from "@rcpt/domain/Verdict"
import { SubStatus } from "@rcpt/domain/Verdict"
import { judge } from "@rcpt/verifier/judge/judge"
import { withSmtpEvidence } from "@rcpt/verifier/Prober"
import { sandboxDomain, soundEvidence } from "@rcpt/verifier/sandbox/changes"
import { playSandbox } from "@rcpt/verifier/sandbox/playSandbox"
import { sandboxRows } from "@rcpt/verifier/sandbox/sandboxRows"
import { assert, describe, it } from "vitest"

import { checkGroups, outcomeOf } from "../../packages/dashboard/src/verify/checkOutcomes.ts"
import { smtpSentences } from "../../packages/dashboard/src/verify/SmtpConversation.tsx"
import { adviceOf, foundIn, meaningOf } from "../../packages/dashboard/src/verify/verdictWords.ts"
import { evidence } from "../verifier/judge/evidence.ts"
import { smtpResult } from "../verifier/judge/smtpResults.ts"

const now = Date.parse("2026-01-31T12:00:00.000Z")

const resultOf = (given: Evidence, mode: Mode): VerifyResult =>
  spoken(
    render(
      { evidence: given, judgement: judge(given) },
      {
        mode,
        creditsUsed: 1,
        elapsedMillis: 1,
        checkedAt: new Date(now).toISOString(),
        explain: true
      }
    )
  )

const ofSandbox = (localPart: string, mode: Mode): VerifyResult => {
  const address = { localPart, domain: sandboxDomain, smtputf8: false }
  const fast = playSandbox(soundEvidence(`${localPart}@${sandboxDomain}`, address, now), now)!
  return resultOf(mode === "fast" ? fast : withSmtpEvidence(fast, fast.sandbox!.smtp), mode)
}

/** The answers of a mail server, and the reasons for which none was asked. */
const sessions: ReadonlyArray<SmtpEvidence> = [
  ...(
    [
      "deliverable",
      "undeliverable",
      "catch_all",
      "unknown",
      "greylisted",
      "rate_limited",
      "policy_blocked",
      "timeout"
    ] as const
  ).flatMap((status) => [
    smtpResult(status),
    ...SmtpSubReason.literals.map((subReason) => smtpResult(status, { subReason })),
    smtpResult(status, { catchAll: true, control: "accepted" }),
    smtpResult(status, { catchAll: false, control: "refused" })
  ]),
  ...SmtpReason.literals.map((reason): SmtpEvidence => ({
    checked: false,
    status: "not_checked",
    reason
  }))
]

const catchAlls = [notAsked, unanswered("not probed"), present({ because: "a test" })]

const afterSessions = catchAlls.flatMap((catchAll) =>
  sessions.map((smtp) => resultOf(withSmtpEvidence(evidence({}, {}, { catchAll }), smtp), "deep"))
)

const results: ReadonlyArray<VerifyResult> = [
  ...sandboxRows.flatMap(({ localPart }) => [
    ofSandbox(localPart, "fast"),
    ofSandbox(localPart, "deep")
  ]),
  ...catchAlls.map((catchAll) => resultOf(evidence({}, {}, { catchAll }), "fast")),
  ...afterSessions
]

const said = (result: VerifyResult): ReadonlyArray<string> =>
  [
    foundIn(result),
    meaningOf(result),
    adviceOf(result),
    ...result.reasons,
    result.smtp && smtpSentences(result.smtp),
    ...checkGroups.flatMap(({ keys }) => keys.map((key) => outcomeOf(key, result).meaning))
  ].filter((text) => text !== undefined)

/** What a sentence must not say of a result: each row names a kind of contradiction. */
const contradictions: ReadonlyArray<
  readonly [kind: string, of: (result: VerifyResult) => boolean, says: RegExp]
> = [
  [
    "do not send, yet email arrives",
    ({ recommendation }) => recommendation === "do_not_send",
    /email (?:arrives|reaches)|you can send|accepts email for this|no problem/i
  ],
  [
    "send, yet it bounces",
    ({ recommendation }) => recommendation === "send",
    /bounces|may bounce|do not send|with care|not confirmed|unlikely/i
  ],
  [
    "the mail server was asked, yet it was not",
    ({ smtp }) => smtp?.checked === true,
    /(?:was )?not asked|none has so far|fast check|not contacted/i
  ],
  [
    "the mail server was not asked, yet it answered",
    ({ smtp }) => smtp?.checked !== true,
    /the mail server (?:accepted|rejected|was asked,|asked us|did not say|is limiting|blocks us)/i
  ],
  [
    "a fast check, yet deep",
    ({ mode }) => mode === "fast",
    /mailbox confirmed|deep verification|the mail server says/i
  ],
  ["a deep check, yet fast", ({ mode }) => mode === "deep", /fast check/i],
  [
    "not valid, yet without a problem",
    ({ status }) => status !== "valid",
    /no problem|you can send to it/i
  ],
  [
    "two different times to ask again",
    ({ retry_after }) => retry_after !== undefined,
    /in a (?:few )?minutes?\b/i
  ]
]

describe("The sentences about a result", () => {
  it("are there for each sub-status and mode", () => {
    const shown = new Set(results.map(({ sub_status }) => sub_status))
    assert.deepStrictEqual(
      SubStatus.literals.filter((one) => !shown.has(one)),
      []
    )
    for (const result of results) assert.isDefined(meaningOf(result), result.email)
  })

  for (const [kind, of, says] of contradictions)
    it(`never say: ${kind}`, () => {
      const faults = results.filter(of).flatMap((result) =>
        said(result)
          .filter((text) => says.test(text))
          .map((text) => `${result.email} ${result.mode} ${result.sub_status}: ${text}`)
      )
      assert.deepStrictEqual([...new Set(faults)], [])
    })

  it("name the outcome of a check by its own word", () => {
    const labels = checkGroups.flatMap(({ keys }) =>
      keys.map((key) => outcomeOf(key, ofSandbox("valid", "fast")).label)
    )
    assert.include(labels, "Valid")
    assert.notInclude(labels, "Present")
  })
})
