/** The words of this room in the reader's language. */
import { session } from "./en/session.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("session", session)
