/** The German of words/sentences.tsx. */
import type { words } from "../sentences.tsx"
import { translateFieldFault, translateProblem } from "./problems.ts"

export const sentences: typeof words = {
  problem: translateProblem,
  fieldFault: translateFieldFault
}
