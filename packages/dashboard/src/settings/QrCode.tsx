/** A QR code, dark on light in both themes, because many cameras read no other. */
import { encode } from "uqr"

import "./QrCode.css"

interface QrCodeProps {
  readonly text: string
  /** The description for people who do not see it. */
  readonly label: string
}

/** The path of all dark squares. */
const pathOf = (rows: ReadonlyArray<ReadonlyArray<boolean>>): string =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("")

/** Light squares on each side (ISO/IEC 18004 §6.3.8). */
const border = 4

export const QrCode = ({ text, label }: QrCodeProps) => {
  const { data, size } = encode(text, { border, ecc: "M" })
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect className="qr-light" width={size} height={size} />
      <path className="qr-dark" d={pathOf(data)} shapeRendering="crispEdges" />
    </svg>
  )
}
