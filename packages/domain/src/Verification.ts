/** One address, verified: what was learnt about it, and what follows from that. */
import type { Evidence } from "./Evidence.ts"
import type { Judgement } from "./Verdict.ts"

export interface Verification {
  readonly evidence: Evidence
  readonly judgement: Judgement
}
