import { ledger } from "./en/ledger.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("ledger", ledger)
