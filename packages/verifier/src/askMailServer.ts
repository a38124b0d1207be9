/** The last step of a deep verification: adds what the mail server says to the evidence so far. */
import type { Evidence } from "@rcpt/domain/Evidence"
import { absent, present } from "@rcpt/domain/Fact"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Effect } from "effect"

import type { Prober, ProbeOptions } from "./Prober.ts"

/** The evidence with the result of the mail server. */
export const withSmtpEvidence = (evidence: Evidence, smtp: SmtpEvidence): Evidence => {
  const known = smtp.checked ? undefined : smtp.catchAllBecause
  if (known !== undefined) return { ...evidence, smtp, catchAll: present({ because: known }) }
  // What follows from the domain's operator stands. The session decides only what was unanswered.
  if (!smtp.checked || smtp.catchAll === undefined || evidence.catchAll._tag !== "Unanswered") {
    return { ...evidence, smtp }
  }
  const because = `${smtp.mxHost} took an address that nobody has`
  return { ...evidence, smtp, catchAll: smtp.catchAll ? present({ because }) : absent }
}

export const askMailServer = (
  prober: Prober["Service"],
  evidence: Evidence,
  options: ProbeOptions
): Effect.Effect<Evidence> =>
  evidence.sandbox === undefined
    ? Effect.map(prober.probe(evidence, options), (smtp) => withSmtpEvidence(evidence, smtp))
    : Effect.succeed(withSmtpEvidence(evidence, evidence.sandbox.smtp))
