import { bulk } from "./en/bulk.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("bulk", bulk)
