/** A card with a table. */
import type { ComponentProps, ReactNode } from "react"

import { Card } from "./Card.tsx"
import { DataTable } from "./DataTable.tsx"
import type { DataTableProps } from "./DataTable.tsx"

type TableCardProps<Row> = Omit<ComponentProps<typeof Card>, "children"> &
  Omit<DataTableProps<Row>, "caption"> & {
    /** By default the title. */
    readonly caption?: string
    /** Above the table. */
    readonly children?: ReactNode
  }

export const TableCard = <Row,>({
  title,
  lead,
  actions,
  caption = title,
  children,
  ...table
}: TableCardProps<Row>) => (
  <Card title={title} lead={lead} actions={actions}>
    {children}
    <DataTable {...({ ...table, caption } as unknown as DataTableProps<Row>)} />
  </Card>
)
