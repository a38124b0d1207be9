/** Names and values of what was found, such as records; those without a value are left out. */
import type { ReactNode } from "react"

export type FactRow = readonly [name: string, value: ReactNode]

const isThere = (value: ReactNode): boolean => value !== undefined && value !== ""

export const Facts = ({ rows }: { readonly rows: ReadonlyArray<FactRow> }) => (
  <dl className="verify-facts">
    {rows
      .filter(([, value]) => isThere(value))
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="breaks">{value}</dd>
        </div>
      ))}
  </dl>
)
