/** The words of this room in the reader's language. */
import { activity } from "./en/activity.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("activity", activity)
