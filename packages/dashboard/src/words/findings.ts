import { findings } from "./en/findings.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("findings", findings)
