/** The words of this room in the reader's language. */
import { shell } from "./en/shell.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("shell", shell)
