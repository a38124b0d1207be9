/** The words of this room in the reader's language. */
import { admin } from "./en/admin.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("admin", admin)
