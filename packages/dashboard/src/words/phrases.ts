/** The words of this room in the reader's language. */
import { phrases } from "./en/phrases.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("phrases", phrases)
