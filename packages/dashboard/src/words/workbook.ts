/** The words of this room in the reader's language. */
import { workbook } from "./en/workbook.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("workbook", workbook)
