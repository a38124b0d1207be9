/** A line of text with its label. */
import type { InputHTMLAttributes } from "react"

import { Field } from "./Field.tsx"
import type { FieldWords } from "./Field.tsx"

type InputProps = FieldWords & InputHTMLAttributes<HTMLInputElement>

export const Input = ({ label, hint, error, className = "", ...rest }: InputProps) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => <input {...rest} {...ids} className={`control ${className}`} />}
  </Field>
)
