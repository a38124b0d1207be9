/** The words of this room in the reader's language. */
import { keys } from "./en/keys.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("keys", keys)
