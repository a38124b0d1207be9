/** A number of credits, in digits of equal width. */
import { minusSign, signed, whole } from "../words/numbers.ts"
import { words } from "../words/parts.tsx"

interface CreditsProps {
  readonly amount: number
  /** Adds a `+` to positive amounts. Negative ones always have a minus. */
  readonly signed?: boolean
  /** Adds the word "credits". */
  readonly unit?: boolean
}

export const creditsText = (amount: number): string => `${whole(amount)} ${words.credit(amount)}`

export const Credits = ({ amount, signed: isSigned = false, unit = false }: CreditsProps) => (
  <span className="credits">
    {isSigned ? signed(amount) : minusSign(whole(amount))}
    {unit && <span className="credits-unit"> {words.credit(amount)}</span>}
  </span>
)
