/** The words of this room in the reader's language. */
import { people } from "./en/people.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("people", people)
