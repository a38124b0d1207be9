import { workbook } from "./en/workbook.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("workbook", workbook)
