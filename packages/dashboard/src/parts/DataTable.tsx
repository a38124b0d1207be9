/**
 * An HTML table. On a phone each row becomes a small sheet, with the column's name beside each value.
 * Roles are set explicitly, because some browsers drop them when `display` changes.
 */
import { Fragment } from "react"
import type { CSSProperties, Key, ReactNode } from "react"

export interface Column<Row> {
  readonly key: string
  readonly head: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** The alignment: `end` for numbers, so that their digits line up. */
  readonly align?: "start" | "end"
  /** True if the cell names the row: it heads the sheet on a phone, and is read out with each other cell. */
  readonly isName?: boolean
  /** On a phone: `bare` without its heading, `small` also in small. */
  readonly phone?: "bare" | "small"
}

type Cell<Row> = Column<Row>["cell"]
type CellOf<Row> = Cell<Row> | Omit<Column<Row>, "key" | "head">

/** The cell that names its row. */
export const named = <Row,>(cell: Cell<Row>): CellOf<Row> => ({ cell, isName: true })

/** A cell at the end of its column, as numbers are. */
export const atEnd = <Row,>(cell: Cell<Row>, phone?: "bare" | "small"): CellOf<Row> => ({
  cell,
  align: "end",
  ...(phone && { phone })
})

/** Columns in the order of their cells, each below the heading that has its name in `heads`, and `others` after them. */
export const columnsOf = <Row, Heads extends object>(
  heads: Heads,
  cells: { readonly [Name in keyof Heads]?: CellOf<Row> },
  ...others: ReadonlyArray<Column<NoInfer<Row>>>
): ReadonlyArray<Column<Row>> => [
  ...Object.entries<CellOf<Row>>(cells as Record<string, CellOf<Row>>).map(([key, cell]) => ({
    key,
    head: heads[key as keyof Heads] as ReactNode,
    ...(typeof cell === "function" ? { cell } : cell)
  })),
  ...others
]

interface TableProps<Row> {
  /** Describes the table for screen readers. */
  readonly caption: string
  readonly showCaption?: boolean
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  /** By default the id. */
  readonly rowKey?: (row: Row) => Key
  /** True while other rows are loading: these stay, but paler. */
  readonly stale?: boolean
  /** The detail below a row, over its whole width, or `undefined` for none. */
  readonly renderDetail?: (row: Row) => ReactNode
  /** What is shown in its place if there are no rows. */
  readonly empty?: ReactNode
  readonly className?: string
  /** How the cells of a row stand on a phone: areas of a grid, by the keys of the columns. */
  readonly sheet?: string
}

export type DataTableProps<Row> = TableProps<Row> &
  (Row extends { readonly id: Key } ? unknown : { readonly rowKey: (row: Row) => Key })

const idOf = (row: unknown): Key => (row as { readonly id: Key }).id

const classOf = ({ align, isName, phone }: Omit<Column<never>, "cell">): string =>
  [align === "end" && "table-end", isName && "table-name", phone && `table-${phone}`]
    .filter(Boolean)
    .join(" ")

export const DataTable = <Row,>({
  caption,
  showCaption = false,
  columns,
  rows,
  rowKey = idOf,
  stale = false,
  renderDetail = () => undefined,
  empty,
  className = "",
  sheet
}: DataTableProps<Row>) => {
  if (rows.length === 0 && empty !== undefined) return empty
  return (
    <div
      className={`table-box ${sheet ? "table-sheet" : ""} ${className}`}
      {...(sheet && { style: { "--sheet": sheet } as CSSProperties })}
      aria-busy={stale || undefined}
    >
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
            <Fragment key={rowKey(row)}>
              <tr role="row">
                {columns.map((column) => (
                  <Cell key={column.key} column={column} inSheet={sheet !== undefined}>
                    {column.cell(row)}
                  </Cell>
                ))}
              </tr>
              <Detail columns={columns.length}>{renderDetail(row)}</Detail>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Detail = ({
  columns,
  children
}: {
  readonly columns: number
  readonly children: ReactNode
}) =>
  children === undefined ? null : (
    <tr role="row" className="table-detail">
      <td role="cell" colSpan={columns}>
        {children}
      </td>
    </tr>
  )

interface CellProps {
  readonly column: Omit<Column<never>, "cell">
  readonly inSheet: boolean
  readonly children: ReactNode
}

const Cell = ({ column, inSheet, children }: CellProps) => {
  const place = { className: classOf(column), ...(inSheet && { style: { gridArea: column.key } }) }
  return column.isName ? (
    <th role="rowheader" scope="row" {...place}>
      {children}
    </th>
  ) : (
    <td role="cell" {...place}>
      {/* This label is shown only on a phone; elsewhere the column has a heading. */}
      <span className="table-label" aria-hidden="true">
        {column.head}
      </span>
      <span className="table-value">{children}</span>
    </td>
  )
}
