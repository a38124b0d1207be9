/** The page of the account's inlets: where mail services send what became of its mail. */
import type { Inlet, InletKind } from "@rcpt/api/Inlet"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link } from "wouter"

import { Card } from "../parts/Card.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { DialogButton } from "../parts/Dialog.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Form, useForm } from "../parts/Form.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { Input } from "../parts/Input.tsx"
import { Page } from "../parts/Page.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Select } from "../parts/Select.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/inlets.tsx"
import { whole } from "../words/numbers.ts"
import { InletBadge, NewUrl } from "./InletParts.tsx"
import { inletsQuery, makeInlet, refreshInlets } from "./inletQueries.ts"

const { form: said, table } = words

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

const kinds = (Object.keys(words.kinds) as ReadonlyArray<InletKind>).map((value) => ({
  value,
  label: words.kinds[value].label
}))

interface Fields {
  readonly kind: InletKind
  readonly name: string
  readonly signing_key: string
}

const empty: Fields = { kind: "amazon_ses", name: "", signing_key: "" }

interface InletFormProps {
  readonly onMade: (inlet: Inlet) => void
  readonly onClose: () => void
}

/** The service says which values it takes; its error is shown at the field. */
const InletForm = ({ onMade, onClose }: InletFormProps) => {
  const form = useForm({
    initial: empty,
    problems: { name: said.nameSubject, signing_key: said.keySubject },
    send: ({ signing_key, ...inlet }) =>
      makeInlet({ ...inlet, ...(signing_key !== "" && { signing_key }) }),
    onDone: async (inlet) => {
      await refreshInlets()
      onMade(inlet)
    }
  })
  return (
    <Form form={form} action={said.save} onCancel={onClose}>
      <Select label={said.kind} choices={kinds} {...form.choice("kind")} />
      <Input label={said.name} hint={said.nameHint} required {...form.text("name")} />
      <Input
        label={said.key}
        hint={words.kinds[form.values.kind].key}
        {...form.verbatim("signing_key")}
      />
    </Form>
  )
}

export const InletsPage = () => {
  const inlets = useQuery(inletsQuery)
  const [made, setMade] = useState<Inlet>()
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <IfPermitted may="manage">
          <DialogButton variant="primary" icon="plus" label={words.make} title={words.form.title}>
            {(close) => (
              <InletForm
                onMade={(inlet) => {
                  setMade(inlet)
                  close()
                }}
                onClose={close}
              />
            )}
          </DialogButton>
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
              <DataTable caption={table.title} columns={columns} rows={rows} />
            </Card>
          )
        }
      </QueryState>
    </Page>
  )
}
