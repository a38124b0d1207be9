import { verdict } from "./en/verdict.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("verdict", verdict)
