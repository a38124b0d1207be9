import { webhooks } from "./en/webhooks.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("webhooks", webhooks)
