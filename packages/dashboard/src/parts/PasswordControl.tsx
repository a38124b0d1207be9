/** A password field with a button that shows what was typed. */
import { useState } from "react"
import type { InputHTMLAttributes } from "react"

import { words } from "../words/parts.tsx"

const { password: said } = words

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
        {isShown ? said.hide : said.show}
        <span className="visually-hidden">{said.spoken}</span>
      </button>
    </span>
  )
}
