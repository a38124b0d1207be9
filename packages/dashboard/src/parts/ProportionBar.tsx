/**
 * Shares of a whole as one bar, and the same as words and numbers below it: the bar alone says
 * nothing to whoever cannot see it, so it is not read out.
 */
import { Leaders } from "./Leaders.tsx"

/** The word of a verdict, or a shade for whatever else is counted. */
export type Fill = "valid" | "risky" | "invalid" | "unknown" | "accent"

export interface Share {
  readonly key: string
  readonly label: string
  readonly count: number
  readonly fill: Fill
}

interface ProportionBarProps {
  readonly shares: ReadonlyArray<Share>
  /** Without the list below it, where the numbers stand elsewhere. */
  readonly bare?: boolean
  /** Of which the shares are a part so far. Default: their sum. */
  readonly total?: number
}

/** Units of the drawing, which is stretched to whatever width there is. */
const width = 1_000
/** A share that is there is to be seen: per mille. */
const sliver = 4

const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat("en")

interface Piece extends Share {
  readonly x: number
  readonly width: number
}

const piecesOf = (shares: ReadonlyArray<Share>, total: number): ReadonlyArray<Piece> => {
  let x = 0
  return shares
    .filter(({ count }) => count > 0)
    .map((share) => {
      const piece = { ...share, x, width: Math.max(sliver, (share.count / total) * width) }
      x += piece.width
      return piece
    })
}

export const ProportionBar = ({ shares, bare = false, total }: ProportionBarProps) => {
  const sum = shares.reduce((sum, { count }) => sum + count, 0)
  const all = Math.max(1, total ?? sum)
  return (
    <div className="proportion">
      <svg
        className="proportion-bar"
        viewBox={`0 0 ${width} 10`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect className="proportion-ground" width={width} height="10" />
        {piecesOf(shares, all).map(({ key, fill, x, width }) => (
          <rect key={key} className={`fill-${fill}`} x={x} width={width} height="10" />
        ))}
      </svg>
      {!bare && (
        <Leaders
          rows={shares.map(({ label, count, fill }) => ({
            label: (
              <span className="proportion-label">
                <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
                  <rect className={`fill-${fill}`} width="10" height="10" rx="2" />
                </svg>
                {label}
              </span>
            ),
            value: (
              <>
                {whole.format(count)}{" "}
                <span className="proportion-percent">{percent.format(count / all)}</span>
              </>
            )
          }))}
        />
      )}
    </div>
  )
}
