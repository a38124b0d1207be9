/** The first rows of the list, with the email column marked. */
import { useId } from "react"

import { Badge } from "../parts/StatusBadge.tsx"
import type { FileStart } from "./parseStart.ts"

/** The email column is always among them. */
const columnsShownMax = 6

const shownColumns = ({ header, emailColumn }: FileStart): ReadonlyArray<number> => {
  const first = header.map((_, column) => column).slice(0, columnsShownMax)
  return emailColumn < columnsShownMax ? first : [...first.slice(0, -1), emailColumn]
}

const whole = new Intl.NumberFormat("en")

const hiddenText = (count: number): string =>
  count === 0 ? "" : ` ${whole.format(count)} more ${count === 1 ? "column" : "columns"} not shown.`

export const Preview = ({ start }: { readonly start: FileStart }) => {
  const id = useId()
  const columns = shownColumns(start)
  const hidden = start.header.length - columns.length
  return (
    <div className="stack-tight">
      {/* It scrolls by itself, also by keyboard. */}
      <div className="bulk-preview" role="region" aria-labelledby={id} tabIndex={0}>
        <table>
          <caption id={id} className="visually-hidden">
            First rows of the list
          </caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className={cellClass(start, column)}>
                  <span className="bulk-preview-head">
                    {start.header[column] || `Column ${column + 1}`}
                    {column === start.emailColumn && <Badge tone="active">Addresses</Badge>}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {start.rows.map((row, index) => (
              // Rows of a file have no identity but their position.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column} className={cellClass(start, column)}>
                    {row[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="small muted">
        Preview of the first rows. The service reads the whole file.
        {hiddenText(hidden)}
      </p>
    </div>
  )
}

const cellClass = ({ emailColumn }: FileStart, column: number): string | undefined =>
  column === emailColumn ? "bulk-preview-email" : undefined
