/**
 * An HTML table. On a phone each row becomes a small sheet, with the column's name beside each value.
 * Roles are set explicitly, because some browsers drop them when `display` changes.
 */
import { Fragment } from "react"
import type { Key, ReactNode } from "react"

export interface Column<Row> {
  readonly key: string
  readonly head: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** The alignment: `end` for numbers, so that their digits line up. */
  readonly align?: "start" | "end"
  /** True if the cell names the row: it heads the sheet on a phone, and is read out with each other cell. */
  readonly isName?: boolean
}

type Cell<Row> = Column<Row>["cell"]
type CellOf<Row> = Cell<Row> | Omit<Column<Row>, "key" | "head">

/** The cell that names its row. */
export const named = <Row,>(cell: Cell<Row>): CellOf<Row> => ({ cell, isName: true })

/** A cell at the end of its column, as numbers are. */
export const atEnd = <Row,>(cell: Cell<Row>): CellOf<Row> => ({ cell, align: "end" })

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
}

export type DataTableProps<Row> = TableProps<Row> &
  (Row extends { readonly id: Key } ? unknown : { readonly rowKey: (row: Row) => Key })

const idOf = (row: unknown): Key => (row as { readonly id: Key }).id

const classOf = ({ align, isName }: Pick<Column<never>, "align" | "isName">): string =>
  [align === "end" && "table-end", isName && "table-name"].filter(Boolean).join(" ")

export const DataTable = <Row,>({
  caption,
  showCaption = false,
  columns,
  rows,
  rowKey = idOf,
  stale = false,
  renderDetail = () => undefined,
  empty,
  className = ""
}: DataTableProps<Row>) => {
  if (rows.length === 0 && empty !== undefined) return empty
  return (
    <div className={`table-box ${className}`} aria-busy={stale || undefined}>
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
                  <Cell key={column.key} column={column}>
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
      {/* This label is shown only on a phone; elsewhere the column has a heading. */}
      <span className="table-label" aria-hidden="true">
        {column.head}
      </span>
      <span className="table-value">{children}</span>
    </td>
  )
