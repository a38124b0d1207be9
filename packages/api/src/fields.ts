/** Fields of requests and answers, each with the sentence that the documents have of it. */
import { Schema } from "effect"

export const string = (description: string) => Schema.String.annotate({ description })

export const integer = (description: string) => Schema.Int.annotate({ description })

export const boolean = (description: string) => Schema.Boolean.annotate({ description })

/** What stands at the place of the field, beside what its schema says wherever it is used. */
export const described = <Field extends Schema.Top>(field: Field, description: string) =>
  field.pipe(Schema.annotateKey({ description }))
