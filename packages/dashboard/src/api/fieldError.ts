/**
 * The service's error about one field. It begins with the field's name in the API, as in "name must be 1
 * to 100 visible characters". The page shows it at the field, with the name that users see.
 */
import { words } from "../words/api.tsx"
import { ApiError, toSentence } from "./ApiError.ts"

/** `undefined`: the error is not about this field. `subject`: begins the sentence, as in "The name". */
export const fieldError = (error: unknown, field: string, subject: string): string | undefined =>
  error instanceof ApiError && error.status === 400 && error.message.startsWith(`${field} `)
    ? toSentence(words.ofField(subject, error.message.slice(field.length + 1)))
    : undefined
