/** The zigzag edge of torn-off paper. The bottom edge is flipped by CSS. */
import { useId } from "react"

/** Pixels of one tooth. */
const width = 12
const height = 7

export const TornEdge = ({ at }: { readonly at: "top" | "bottom" }) => {
  const id = useId()
  return (
    <svg
      className={`receipt-edge receipt-edge-${at}`}
      width="100%"
      height={height}
      aria-hidden="true"
    >
      <pattern id={id} width={width} height={height} patternUnits="userSpaceOnUse">
        <path
          className="receipt-tooth"
          d={`M-1 ${height + 1}L${width / 2} 1L${width + 1} ${height + 1}`}
        />
      </pattern>
      <rect width="100%" height={height} fill={`url(#${id})`} />
    </svg>
  )
}
