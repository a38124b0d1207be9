/** The last step of a deep verification: what the fast ones learnt, and what the mail server says. */
import type { Evidence } from "@rcpt/domain/Evidence"
import { absent, present } from "@rcpt/domain/Fact"
import { Effect } from "effect"

import type { Prober, ProbeWishes } from "./Prober.ts"

export const askMailServer = (
  prober: Prober["Service"],
  evidence: Evidence,
  wishes: ProbeWishes
): Effect.Effect<Evidence> =>
  Effect.map(prober.probe(evidence, wishes), (smtp) => {
    // What follows from who runs a domain stands; a conversation answers where nothing did.
    if (!smtp.checked || smtp.catchAll === undefined || evidence.catchAll._tag !== "Unanswered") {
      return { ...evidence, smtp }
    }
    const because = `${smtp.mxHost} took an address that nobody has`
    return { ...evidence, smtp, catchAll: smtp.catchAll ? present({ because }) : absent }
  })
