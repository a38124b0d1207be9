/** The words of this room in the reader's language. */
import { job } from "./en/job.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("job", job)
