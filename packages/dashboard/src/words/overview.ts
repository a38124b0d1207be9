/** The words of this room in the reader's language. */
import { overview } from "./en/overview.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("overview", overview)
