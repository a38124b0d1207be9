/** The words of this room in the reader's language. */
import { security } from "./en/security.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("security", security)
