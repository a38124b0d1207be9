/** A text field of one line, with its label. */
import type { InputHTMLAttributes } from "react"

import { Field } from "./Field.tsx"
import type { FieldTexts } from "./Field.tsx"

type InputProps = FieldTexts & InputHTMLAttributes<HTMLInputElement>

export const Input = ({ label, hint, error, className = "", ...rest }: InputProps) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => <input {...rest} {...ids} className={`control ${className}`} />}
  </Field>
)
