/**
 * The conversation with a mail server, line by line: which phase, what code, and by which rule it was
 * read. Never the words of a reply: they echo addresses.
 */
import type { ControlOutcome, SmtpEvidence, SmtpExchange } from "@rcpt/domain/Smtp"

import type { ExplainedFact } from "./explain.ts"

const lineRow = ({
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

/** The lines in order, then what became of the question about an address that nobody has. */
export const explainSmtp = (smtp: SmtpEvidence): ReadonlyArray<ExplainedFact> =>
  smtp.checked
    ? [
        ...smtp.transcript.map(lineRow),
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
