/** A list of named facts. Facts without a value are left out. */
import type { ReactNode } from "react"

export type FactRow = readonly [name: string, value: ReactNode]

const hasValue = (value: ReactNode): boolean => value !== undefined && value !== ""

export const Facts = ({ rows }: { readonly rows: ReadonlyArray<FactRow> }) => (
  <dl className="verify-facts">
    {rows
      .filter(([, value]) => hasValue(value))
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="breaks">{value}</dd>
        </div>
      ))}
  </dl>
)
