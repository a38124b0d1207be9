/** The words of this room in the reader's language. */
import { verify } from "./en/verify.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("verify", verify)
