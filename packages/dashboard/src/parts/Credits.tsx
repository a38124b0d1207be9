/** A number of credits, in digits of equal width. */

interface CreditsProps {
  readonly amount: number
  /** Adds a `+` to positive amounts. Negative ones always have a minus. */
  readonly signed?: boolean
  /** "credits" after it. */
  readonly unit?: boolean
}

const whole = new Intl.NumberFormat("en")
const withSign = new Intl.NumberFormat("en", { signDisplay: "exceptZero" })

export const creditsText = (amount: number): string =>
  `${whole.format(amount)} ${amount === 1 ? "credit" : "credits"}`

export const Credits = ({ amount, signed = false, unit = false }: CreditsProps) => (
  <span className="credits">
    {/* The minus sign (U+2212), as wide as plus. */}
    {(signed ? withSign : whole).format(amount).replace("-", "−")}
    {unit && <span className="credits-unit"> {amount === 1 ? "credit" : "credits"}</span>}
  </span>
)
