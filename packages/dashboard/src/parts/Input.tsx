/** A text field of one line, with its label. A password can be shown while it is typed. */
import type { InputHTMLAttributes } from "react"

import { Field } from "./Field.tsx"
import type { FieldTexts } from "./Field.tsx"
import { PasswordControl } from "./PasswordControl.tsx"

type InputProps = FieldTexts & InputHTMLAttributes<HTMLInputElement>

export const Input = ({ label, hint, error, className = "", ...rest }: InputProps) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) =>
      rest.type === "password" ? (
        <PasswordControl {...rest} {...ids} className={className} />
      ) : (
        <input {...rest} {...ids} className={`control ${className}`} />
      )
    }
  </Field>
)
