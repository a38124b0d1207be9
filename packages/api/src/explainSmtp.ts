/**
 * The SMTP session, reply by reply: the phase, the code, and the rule that interpreted it. Without the
 * text of replies, which echoes addresses.
 */
import { SmtpPhase } from "@rcpt/domain/Smtp"
import type { ControlOutcome, SmtpEvidence, SmtpExchange } from "@rcpt/domain/Smtp"
import { Schema } from "effect"

export const ExplainedFact = Schema.Struct({
  rule: Schema.String.annotate({
    description: "Stable id of what was checked: `dns.spf`, `list.disposable`, `rdap.age` …"
  }),
  outcome: Schema.Literals(["present", "absent", "unanswered"]),
  source: Schema.String.annotate({
    description: "The source of the data: a list, a DNS query, a registry, a mail host."
  }),
  answer: Schema.optionalKey(
    Schema.String.annotate({ description: "What was found, or why there was no answer." })
  ),
  age_seconds: Schema.optionalKey(
    Schema.Int.annotate({
      description: "Maximum age of the data; absent if it was looked up for this request."
    })
  ),
  phase: Schema.optionalKey(SmtpPhase.annotate({ description: "Phase of the SMTP session." })),
  code: Schema.optionalKey(Schema.Int.annotate({ description: "SMTP reply code." })),
  enhanced_code: Schema.optionalKey(
    Schema.String.annotate({ description: "Enhanced status code (RFC 3463)." })
  )
}).annotate({ identifier: "ExplainedFact" })
export type ExplainedFact = typeof ExplainedFact.Type

const exchangeRow = ({
  host,
  phase,
  control,
  code,
  enhancedCode,
  ruleId,
  fault
}: SmtpExchange): ExplainedFact => ({
  rule: ruleId === undefined ? `smtp.${phase}` : `smtp.${ruleId}`,
  outcome: fault === undefined ? "present" : "unanswered",
  source: control ? `${host}, about a made-up address` : host,
  phase,
  ...(code !== undefined && { code }),
  ...(enhancedCode !== undefined && { enhanced_code: enhancedCode }),
  ...(fault !== undefined && { answer: fault })
})

const controlOutcomes: Readonly<Record<ControlOutcome, Pick<ExplainedFact, "outcome" | "answer">>> =
  {
    accepted: { outcome: "present", answer: "accepted" },
    refused: { outcome: "absent", answer: "refused" },
    unknown: { outcome: "unanswered", answer: "neither accepted nor refused" },
    notAsked: { outcome: "unanswered", answer: "not asked" }
  }

/** The replies in order, then the outcome of the control probe. */
export const explainSmtp = (smtp: SmtpEvidence): ReadonlyArray<ExplainedFact> =>
  smtp.checked
    ? [
        ...smtp.transcript.map(exchangeRow),
        {
          rule: "smtp.control",
          source: `${smtp.mxHost}, about a made-up address`,
          ...controlOutcomes[smtp.control]
        }
      ]
    : [
        {
          rule: "smtp",
          outcome: "unanswered",
          source: "the recipient's mail server",
          answer: smtp.reason
        }
      ]
