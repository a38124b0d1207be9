/** A password field with a button that shows what was typed. */
import { useState } from "react"
import type { InputHTMLAttributes } from "react"

import { words as parts } from "../words/parts.ts"

const { password: words } = parts

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
        {isShown ? words.hide : words.show}
        <span className="visually-hidden">{words.spoken}</span>
      </button>
    </span>
  )
}
