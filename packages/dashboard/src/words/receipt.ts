/** The words of this room in the reader's language. */
import { receipt } from "./en/receipt.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("receipt", receipt)
