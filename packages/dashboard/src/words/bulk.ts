/** The words of this room in the reader's language. */
import { bulk } from "./en/bulk.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("bulk", bulk)
