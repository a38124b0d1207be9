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
  outcome: Schema.Literals(["present", "absent", "unanswered"]).annotate({
    description: "What became of it."
  }),
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
  ...(fault !== undefined && { answer: fault }),
  phase,
  ...(code !== undefined && { code }),
  ...(enhancedCode !== undefined && { enhanced_code: enhancedCode })
})

const controlOutcomes: Readonly<
  Record<ControlOutcome, readonly [outcome: ExplainedFact["outcome"], answer: string]>
> = {
  accepted: ["present", "accepted"],
  refused: ["absent", "refused"],
  unknown: ["unanswered", "neither accepted nor refused"],
  notAsked: ["unanswered", "not asked"]
}

const controlRow = (control: ControlOutcome, mxHost: string): ExplainedFact => {
  const [outcome, answer] = controlOutcomes[control]
  return { rule: "smtp.control", outcome, source: `${mxHost}, about a made-up address`, answer }
}

/** The replies in order, then the outcome of the control probe. */
export const explainSmtp = (smtp: SmtpEvidence): ReadonlyArray<ExplainedFact> =>
  smtp.checked
    ? [...smtp.transcript.map(exchangeRow), controlRow(smtp.control, smtp.mxHost)]
    : [
        {
          rule: "smtp",
          outcome: "unanswered",
          source: "the recipient's mail server",
          answer: smtp.reason
        }
      ]
