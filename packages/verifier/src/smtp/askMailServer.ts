/** The last step of a deep verification: what the fast ones learnt, and what the mail server says. */
import type { Evidence } from "@rcpt/domain/Evidence"
import { absent, present } from "@rcpt/domain/Fact"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Effect } from "effect"

import type { Prober, ProbeWishes } from "./Prober.ts"

/** The word of the mail server joins what was learnt before. */
export const withAnswer = (evidence: Evidence, smtp: SmtpEvidence): Evidence => {
  // What follows from who runs a domain stands; a conversation answers where nothing did.
  if (!smtp.checked || smtp.catchAll === undefined || evidence.catchAll._tag !== "Unanswered") {
    return { ...evidence, smtp }
  }
  const because = `${smtp.mxHost} took an address that nobody has`
  return { ...evidence, smtp, catchAll: smtp.catchAll ? present({ because }) : absent }
}

export const askMailServer = (
  prober: Prober["Service"],
  evidence: Evidence,
  wishes: ProbeWishes
): Effect.Effect<Evidence> =>
  evidence.sandbox === undefined
    ? Effect.map(prober.probe(evidence, wishes), (smtp) => withAnswer(evidence, smtp))
    : Effect.succeed(withAnswer(evidence, evidence.sandbox.smtp))
