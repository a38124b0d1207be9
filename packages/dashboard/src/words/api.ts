import { api } from "./en/api.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("api", api)
