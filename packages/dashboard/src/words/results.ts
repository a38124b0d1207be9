/** The words of this room in the reader's language. */
import { results } from "./en/results.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("results", results)
