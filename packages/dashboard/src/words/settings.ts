import { settings } from "./en/settings.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("settings", settings)
