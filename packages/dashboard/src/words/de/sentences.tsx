/** The German of words/sentences.tsx. */
import type { Catalogue } from "../Catalogue.ts"
import { translateFieldFault, translateProblem } from "./problems.ts"
import { translateReason } from "./reasons.ts"

export const sentences: Catalogue["sentences"] = {
  // A service that is newer than this dashboard may have reasons that are not known here.
  reason: (sentence) => translateReason(sentence) ?? sentence,
  problem: translateProblem,
  fieldFault: translateFieldFault
}
