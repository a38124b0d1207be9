/** A text field of one line, with its label. A password can be shown while it is typed. */
import { useState } from "react"
import type { InputHTMLAttributes } from "react"

import { words } from "../words/parts.tsx"
import { Field } from "./Field.tsx"
import type { FieldTexts } from "./Field.tsx"

/** A password field with a button that shows what was typed. */
const PasswordControl = ({ className = "", ...rest }: InputHTMLAttributes<HTMLInputElement>) => {
  const [isShown, setShown] = useState(false)
  return (
    <span className="password">
      <input
        {...rest}
        type={isShown ? "text" : "password"}
        className={`control ${className}`}
        // A browser would spell-check a password that is shown as text, and send it away for that.
        autoCapitalize="off"
        spellCheck={false}
      />
      <button
        type="button"
        className="password-show"
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? words.password.hide : words.password.show}
        <span className="visually-hidden">{words.password.spoken}</span>
      </button>
    </span>
  )
}

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
