/** The words of this room in the reader's language. */
import { ledger } from "./en/ledger.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("ledger", ledger)
