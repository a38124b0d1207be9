import { job } from "./en/job.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("job", job)
