/** The page of the account's inlets: where mail services send what became of its mail. */
import type { Inlet, InletKind } from "@rcpt/api/Inlet"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { AddButton } from "../parts/AddButton.tsx"
import { atEnd, columnsOf, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Form, useForm } from "../parts/Form.tsx"
import { Input } from "../parts/Input.tsx"
import { List } from "../parts/List.tsx"
import { Page } from "../parts/Page.tsx"
import { Select } from "../parts/Select.tsx"
import { LastTime, NameLink } from "../parts/tableColumns.tsx"
import { words } from "../words/inlets.tsx"
import { whole } from "../words/numbers.ts"
import { InletBadge, NewUrl } from "./InletParts.tsx"
import { inletsQuery, makeInlet, refreshInlets } from "./inletQueries.ts"

const { form: said, table } = words

const columns: ReadonlyArray<Column<Inlet>> = columnsOf(table, {
  name: named(({ id, name }) => <NameLink href={`/inlets/${id}`}>{name}</NameLink>),
  kind: ({ kind }) => words.kinds[kind].label,
  state: ({ status }) => <InletBadge status={status} />,
  last: ({ last_event_at }) => <LastTime at={last_event_at} otherwise={table.never} />,
  recorded: atEnd(({ counts }) => whole(counts.recorded))
})

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
  const [made, setMade] = useState<Inlet>()
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <AddButton may="manage" label={words.make} title={words.form.title}>
          {(close) => (
            <InletForm
              onMade={(inlet) => {
                setMade(inlet)
                close()
              }}
              onClose={close}
            />
          )}
        </AddButton>
      }
    >
      {made && <NewUrl inlet={made} />}
      <List
        query={useQuery(inletsQuery)}
        rows={({ inlets }) => inlets}
        card={{ title: table.title }}
        columns={columns}
        empty={<EmptyState title={words.empty.title}>{words.empty.text}</EmptyState>}
      />
    </Page>
  )
}
