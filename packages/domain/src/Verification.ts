/** One verified address: the evidence about it, and the judgement that follows. */
import type { Evidence } from "./Evidence.ts"
import type { Judgement } from "./Verdict.ts"

export interface Verification {
  readonly evidence: Evidence
  readonly judgement: Judgement
}
