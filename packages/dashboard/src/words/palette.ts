/** The words of this room in the reader's language. */
import { palette } from "./en/palette.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("palette", palette)
