/** The words of this room in the reader's language. */
import { settings } from "./en/settings.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("settings", settings)
