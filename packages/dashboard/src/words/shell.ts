import { shell } from "./en/shell.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("shell", shell)
