/**
 * A real table. On a phone each row becomes a small sheet, with the column's name beside each value;
 * roles are written out, for some browsers forget them where `display` changes.
 */
import type { Key, ReactNode } from "react"

export interface Column<Row> {
  readonly key: string
  readonly head: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** Numbers are at the end, so that their digits stand below one another. */
  readonly align?: "start" | "end"
  /** The cell names the row: it heads the sheet on a phone, and is read with each of the others. */
  readonly isName?: boolean
}

interface DataTableProps<Row> {
  /** What the table is, for who cannot see what stands above it. */
  readonly caption: string
  readonly showCaption?: boolean
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly rowKey: (row: Row) => Key
  /** While other rows are on their way: these are paler, and stay. */
  readonly stale?: boolean
}

const classOf = ({ align, isName }: Pick<Column<never>, "align" | "isName">): string =>
  [align === "end" && "table-end", isName && "table-name"].filter(Boolean).join(" ")

export const DataTable = <Row,>({
  caption,
  showCaption = false,
  columns,
  rows,
  rowKey,
  stale = false
}: DataTableProps<Row>) => (
  <div className="table-box" aria-busy={stale || undefined}>
    <table className="table" role="table">
      <caption className={showCaption ? "" : "visually-hidden"}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.key} role="columnheader" scope="col" className={classOf(column)}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column) => (
              <Cell key={column.key} column={column}>
                {column.cell(row)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

interface CellProps {
  readonly column: Pick<Column<never>, "align" | "isName" | "head">
  readonly children: ReactNode
}

const Cell = ({ column, children }: CellProps) =>
  column.isName ? (
    <th role="rowheader" scope="row" className={classOf(column)}>
      {children}
    </th>
  ) : (
    <td role="cell" className={classOf(column)}>
      {/* Seen on a phone alone; elsewhere the head of the column says it. */}
      <span className="table-label" aria-hidden="true">
        {column.head}
      </span>
      <span className="table-value">{children}</span>
    </td>
  )
