/**
 * Shares of a whole as one bar, with their names and numbers below it. The bar itself is hidden from
 * screen readers.
 */
import { whole } from "../words/numbers.ts"
import { shareText } from "../words/shares.ts"
import { AmountList } from "./AmountList.tsx"

/** The colour of a verdict, the accent, or a colour for one of several series without a meaning. */
export type Fill =
  | "valid"
  | "risky"
  | "invalid"
  | "unknown"
  | "accent"
  | "first"
  | "second"
  | "third"
  | "fourth"

export interface Share {
  readonly key: string
  readonly label: string
  readonly count: number
  readonly fill: Fill
}

interface ProportionBarProps {
  readonly shares: ReadonlyArray<Share>
  /** True for the bar without the list below it. */
  readonly bare?: boolean
  /** The whole, if the shares are only a part of it so far. By default it is their sum. */
  readonly total?: number
}

/** Width in units of the drawing, which is stretched to the available width. */
const width = 1_000
/** The least width of a share, per mille, which keeps it visible. */
const shareWidthMin = 4

interface Piece extends Share {
  readonly x: number
  readonly width: number
}

const piecesOf = (shares: ReadonlyArray<Share>, total: number): ReadonlyArray<Piece> => {
  let x = 0
  return shares
    .filter(({ count }) => count > 0)
    .map((share) => {
      const piece = { ...share, x, width: Math.max(shareWidthMin, (share.count / total) * width) }
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
        <AmountList
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
                {whole(count)} <span className="proportion-percent">{shareText(count, all)}</span>
              </>
            )
          }))}
        />
      )}
    </div>
  )
}
