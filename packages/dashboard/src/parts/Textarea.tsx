/** Several lines of text with their label. */
import type { TextareaHTMLAttributes } from "react"

import { Field } from "./Field.tsx"
import type { FieldWords } from "./Field.tsx"

type TextareaProps = FieldWords & TextareaHTMLAttributes<HTMLTextAreaElement>

export const Textarea = ({ label, hint, error, className = "", ...rest }: TextareaProps) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => <textarea rows={4} {...rest} {...ids} className={`control ${className}`} />}
  </Field>
)
