/** The words of this room in the reader's language. */
import { usage } from "./en/usage.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("usage", usage)
