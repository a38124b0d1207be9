/** The German of words/sentences.tsx. */
import type { Catalogue } from "../Catalogue.ts"
import { translateFieldFault, translateProblem } from "./problems.ts"

export const sentences: Catalogue["sentences"] = {
  problem: translateProblem,
  fieldFault: translateFieldFault
}
