/** The words of this room in the reader's language. */
import { verdict } from "./en/verdict.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("verdict", verdict)
