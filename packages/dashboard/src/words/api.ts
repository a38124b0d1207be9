/** The words of this room in the reader's language. */
import { api } from "./en/api.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("api", api)
