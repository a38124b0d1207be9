/** A number of credits, its digits as wide as each other. */

interface CreditsProps {
  readonly amount: number
  /** `+` before what is gained; what is lost has its minus anyway. */
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
    {/* The sign for minus, as wide as plus. */}
    {(signed ? withSign : whole).format(amount).replace("-", "−")}
    {unit && <span className="credits-unit"> {amount === 1 ? "credit" : "credits"}</span>}
  </span>
)
