/** Texts of a form that clients know. */
import { Schema } from "effect"

export const dateTime = Schema.String.annotate({ format: "date-time" })
export const uuidText = Schema.String.annotate({ format: "uuid" })
