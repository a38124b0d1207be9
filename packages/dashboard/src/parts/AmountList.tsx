/** Labels and amounts with dots between them, as on a receipt. For amounts, not for prose. */
import type { ReactNode } from "react"

export interface Leader {
  readonly label: ReactNode
  readonly value: ReactNode
  /** The total, below a line. */
  readonly isTotal?: boolean
}

interface LeadersProps {
  readonly rows: ReadonlyArray<Leader>
}

export const Leaders = ({ rows }: LeadersProps) => (
  <dl className="leaders">
    {rows.map(({ label, value, isTotal }, index) => (
      // Rows have no identity but their position.
      // oxlint-disable-next-line react/no-array-index-key
      <div key={index} className={isTotal ? "leader leader-total" : "leader"}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
