/** The words of this room in the reader's language. */
import { parts } from "./en/parts.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("parts", parts)
