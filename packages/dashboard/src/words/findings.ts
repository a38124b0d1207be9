/** The words of this room in the reader's language. */
import { findings } from "./en/findings.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("findings", findings)
