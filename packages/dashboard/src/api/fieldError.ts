/**
 * What the service says of one field: its sentences begin with the field's name, as in "name must be
 * 1 to 100 visible characters". It is shown beside the field, under the name that people see.
 */
import { ApiError, sentence } from "./ApiError.ts"

/** The sentence, when it is about this field; else the error is to be shown as a whole. */
export const fieldError = (error: unknown, field: string, label: string): string | undefined =>
  error instanceof ApiError && error.status === 400 && error.message.startsWith(`${field} `)
    ? sentence(label + error.message.slice(field.length))
    : undefined
