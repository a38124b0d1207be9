/** A list of labels and amounts with dots between them, as on a receipt. It is not for prose. */
import type { ReactNode } from "react"

export interface AmountRow {
  readonly label: ReactNode
  readonly value: ReactNode
  /** The total, below a line. */
  readonly isTotal?: boolean
}

interface AmountListProps {
  readonly rows: ReadonlyArray<AmountRow>
}

export const AmountList = ({ rows }: AmountListProps) => (
  <dl className="amounts">
    {rows.map(({ label, value, isTotal }, index) => (
      // Rows have no identity but their position.
      // oxlint-disable-next-line react/no-array-index-key
      <div key={index} className={isTotal ? "amount amount-total" : "amount"}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
