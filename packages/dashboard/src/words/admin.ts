import { admin } from "./en/admin.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("admin", admin)
