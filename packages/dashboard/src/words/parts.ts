import { parts } from "./en/parts.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("parts", parts)
