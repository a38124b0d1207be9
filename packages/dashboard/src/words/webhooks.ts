/** The words of this room in the reader's language. */
import { webhooks } from "./en/webhooks.tsx"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("webhooks", webhooks)
