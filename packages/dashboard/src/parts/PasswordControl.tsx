/** A password field with a button that shows what was typed. */
import { useState } from "react"
import type { InputHTMLAttributes } from "react"

export const PasswordControl = ({
  className = "",
  ...rest
}: InputHTMLAttributes<HTMLInputElement>) => {
  const [isShown, setShown] = useState(false)
  return (
    <span className="password">
      <input
        {...rest}
        type={isShown ? "text" : "password"}
        className={`control ${className}`}
        // Shown as text, a browser would spell it and send it away for that.
        autoCapitalize="off"
        spellCheck={false}
      />
      <button
        type="button"
        className="password-show"
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? "Hide" : "Show"}
        <span className="visually-hidden"> password</span>
      </button>
    </span>
  )
}
