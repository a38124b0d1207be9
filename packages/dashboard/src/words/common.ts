import { common } from "./en/common.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("common", common)
