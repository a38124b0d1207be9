/** The page of the account's inlets: where mail services send what became of its mail. */
import type { Inlet } from "@rcpt/api/Inlet"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link } from "wouter"

import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { Page } from "../parts/Page.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/inlets.tsx"
import { whole } from "../words/numbers.ts"
import { InletForm } from "./InletForm.tsx"
import { InletBadge, NewUrl } from "./InletParts.tsx"
import { inletsQuery } from "./inletQueries.ts"

const { table } = words

const columns: ReadonlyArray<Column<Inlet>> = [
  {
    key: "name",
    head: table.name,
    isName: true,
    cell: ({ id, name }) => (
      <Link className="breaks" href={`/inlets/${id}`}>
        {name}
      </Link>
    )
  },
  { key: "kind", head: table.kind, cell: ({ kind }) => words.kinds[kind].label },
  { key: "state", head: table.state, cell: ({ status }) => <InletBadge status={status} /> },
  {
    key: "last",
    head: table.last,
    cell: ({ last_event_at: at }) =>
      at === null ? <span className="muted">{table.never}</span> : <DateTime at={at} show="ago" />
  },
  {
    key: "recorded",
    head: table.recorded,
    align: "end",
    cell: ({ counts }) => <span className="numeric">{whole(counts.recorded)}</span>
  }
]

export const InletsPage = () => {
  const inlets = useQuery(inletsQuery)
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<Inlet>()
  const close = () => setMaking(false)
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <IfPermitted may="manage">
          <Button variant="primary" icon="plus" onClick={() => setMaking(true)}>
            {words.make}
          </Button>
        </IfPermitted>
      }
    >
      {made && <NewUrl inlet={made} />}
      <QueryState query={inlets} skeleton={<Skeleton shape="block" height="15rem" />}>
        {({ inlets: rows }) =>
          rows.length === 0 ? (
            <EmptyState title={words.empty.title}>{words.empty.text}</EmptyState>
          ) : (
            <Card title={table.title}>
              <DataTable
                caption={table.title}
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
              />
            </Card>
          )
        }
      </QueryState>
      <Dialog open={isMaking} title={words.form.title} onClose={close}>
        <InletForm
          onMade={(inlet) => {
            setMade(inlet)
            close()
          }}
          onClose={close}
        />
      </Dialog>
    </Page>
  )
}
