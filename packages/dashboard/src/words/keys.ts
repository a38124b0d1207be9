import { keys } from "./en/keys.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("keys", keys)
