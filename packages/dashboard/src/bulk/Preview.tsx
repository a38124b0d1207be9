/** The first rows of the list. A click on a column says that the addresses are in it. */
import { useId } from "react"

import { Badge } from "../parts/StatusBadge.tsx"
import { words } from "../words/bulk.tsx"
import type { ListLayout } from "./listLayout.ts"
import type { FileStart } from "./parseStart.ts"

/** Exports have hundreds of columns; nobody looks for one among them here. The chosen one is always shown. */
const columnsShownMax = 30

const shownColumns = ({ header }: FileStart, chosen: number): ReadonlyArray<number> => {
  const first = header.map((_, column) => column).slice(0, columnsShownMax)
  return chosen < columnsShownMax ? first : [...first.slice(0, -1), chosen]
}

const { preview: said } = words

interface PreviewProps {
  readonly start: FileStart
  readonly layout: ListLayout
  readonly onLayout: (layout: ListLayout) => void
}

export const Preview = ({ start, layout, onLayout }: PreviewProps) => {
  const id = useId()
  const columns = shownColumns(start, layout.column)
  const hidden = start.header.length - columns.length
  const choose = (column: number): void => onLayout({ ...layout, column })
  return (
    <div className="stack-tight">
      {/* It scrolls by itself, also by keyboard. */}
      <div className="bulk-preview" role="region" aria-labelledby={`${id}-name`} tabIndex={0}>
        <table>
          <caption id={`${id}-name`} className="visually-hidden">
            {said.name}
          </caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className={cellClass(layout, column)}>
                  <button
                    type="button"
                    className="bulk-preview-head"
                    aria-pressed={column === layout.column}
                    onClick={() => choose(column)}
                  >
                    {(layout.hasHeader && start.header[column]) || said.column(column + 1)}
                    {column === layout.column && <Badge tone="active">{said.addresses}</Badge>}
                  </button>
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
                  // By keyboard, the button of the column does the same.
                  <td
                    key={column}
                    className={cellClass(layout, column)}
                    onClick={() => choose(column)}
                  >
                    {row[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="small muted">
        {said.note}
        {hidden > 0 && ` ${said.hidden(hidden)}`}
      </p>
      <HeaderSwitch
        hasHeader={layout.hasHeader}
        onSwitch={(hasHeader) => onLayout({ ...layout, hasHeader })}
      />
    </div>
  )
}

interface HeaderSwitchProps {
  readonly hasHeader: boolean
  readonly onSwitch: (hasHeader: boolean) => void
}

const HeaderSwitch = ({ hasHeader, onSwitch }: HeaderSwitchProps) => {
  const id = useId()
  return (
    <div className="choice">
      <input
        type="checkbox"
        id={id}
        checked={hasHeader}
        onChange={({ target }) => onSwitch(target.checked)}
      />
      <label htmlFor={id}>{said.hasHeader}</label>
    </div>
  )
}

const cellClass = (layout: ListLayout, column: number): string | undefined =>
  column === layout.column ? "bulk-preview-email" : undefined
