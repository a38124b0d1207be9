/** The page of one inlet: where its URL belongs, its last events and what became of each. */
import type { Inlet, InletDetails, InletEvent, InletFate } from "@rcpt/api/Inlet"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation, useParams } from "wouter"

import { Card } from "../parts/Card.tsx"
import { ConfirmButton } from "../parts/ConfirmDialog.tsx"
import { columnsOf, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { DialogButton } from "../parts/Dialog.tsx"
import { Form, useForm } from "../parts/Form.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { Input } from "../parts/Input.tsx"
import { Notice } from "../parts/Notice.tsx"
import { TableCard } from "../parts/TableCard.tsx"
import { ThingPage } from "../parts/ThingPage.tsx"
import { words } from "../words/inlets.tsx"
import { whole } from "../words/numbers.ts"
import { InletBadge, NewUrl } from "./InletParts.tsx"
import { changeInlet, inletQuery, refreshInlets, removeInlet, replaceUrl } from "./inletQueries.ts"

const { one: said } = words

const columns: ReadonlyArray<Column<InletEvent>> = columnsOf(said, {
  email: named(({ email }) => <span className="breaks">{email ?? "–"}</span>),
  outcome: ({ outcome, smtp_response: reply }) => (
    <>
      {words.outcomes[outcome]}
      {reply !== undefined && <div className="small muted breaks">{reply}</div>}
    </>
  ),
  result: ({ result }) => (result === null ? said.waits : words.fates[result]),
  received: ({ received_at }) => <DateTime at={received_at} show="ago" />
})

const Counts = ({ counts }: Pick<Inlet, "counts">) => {
  const fates = (Object.keys(words.fates) as ReadonlyArray<InletFate>).filter(
    (fate) => counts[fate] > 0
  )
  return fates.length === 0 ? null : (
    <p className="muted">
      {fates.map((fate) => `${words.fates[fate]}: ${whole(counts[fate])}`).join(" · ")}
    </p>
  )
}

interface KeyFormProps {
  readonly inlet: InletDetails
  readonly onClose: () => void
}

const KeyForm = ({ inlet: { id, kind }, onClose }: KeyFormProps) => {
  const form = useForm({
    initial: { signing_key: "" },
    problems: { signing_key: words.form.keySubject },
    send: (key) => changeInlet(id, key),
    onDone: async () => {
      await refreshInlets()
      onClose()
    }
  })
  return (
    <Form form={form} action={said.saveKey} onCancel={onClose}>
      <Input
        label={words.form.key}
        hint={words.kinds[kind].key}
        required
        {...form.verbatim("signing_key")}
      />
    </Form>
  )
}

interface ActionsProps {
  readonly inlet: InletDetails
  readonly onReplaced: (inlet: Inlet) => void
}

/** What a manager can do with an inlet. */
const Actions = ({ inlet, onReplaced }: ActionsProps) => {
  const { id, has_key } = inlet
  const [, navigate] = useLocation()
  return (
    <IfPermitted may="manage">
      <DialogButton label={has_key ? said.changeKey : said.setKey}>
        {(close) => <KeyForm inlet={inlet} onClose={close} />}
      </DialogButton>
      <ConfirmButton
        label={said.replace}
        title={said.replaceTitle}
        run={async () => {
          const replaced = await replaceUrl(id)
          await refreshInlets()
          onReplaced(replaced)
        }}
      >
        {said.replaceText}
      </ConfirmButton>
      <ConfirmButton
        variant="danger"
        label={said.remove}
        title={said.removeTitle}
        run={() => removeInlet(id)}
        onDone={() => {
          navigate("/inlets")
          return refreshInlets()
        }}
      >
        {said.removeText}
      </ConfirmButton>
    </IfPermitted>
  )
}

const Found = ({ inlet }: { readonly inlet: InletDetails }) => {
  const { kind, status, counts, events, previous_url_until: until } = inlet
  return (
    <>
      <Card title={said.connect}>
        <div className="stack">
          <div>
            <InletBadge status={status} />
          </div>
          {status === "needs_key" && <Notice kind="warning">{said.needsKey}</Notice>}
          <p>{words.kinds[kind].where}</p>
          {until !== null && <p>{said.previous(<DateTime at={until} />)}</p>}
        </div>
      </Card>
      <TableCard
        title={said.events}
        columns={columns}
        rows={events}
        rowKey={({ received_at, occurred_at, email, type }) =>
          [received_at, occurred_at, email, type].join(" ")
        }
        empty={<p className="muted">{said.none}</p>}
      >
        <Counts counts={counts} />
      </TableCard>
    </>
  )
}

export const InletPage = () => {
  const { id = "" } = useParams()
  const inlet = useQuery(inletQuery(id))
  const [replaced, setReplaced] = useState<Inlet>()
  return (
    <ThingPage
      query={inlet}
      list="/inlets"
      missing={{
        title: words.title,
        heading: said.missing,
        text: said.missingText,
        all: said.all
      }}
      height="20rem"
      title={inlet.data?.name ?? words.title}
      lead={inlet.data && words.kinds[inlet.data.kind].label}
      actions={inlet.data && <Actions inlet={inlet.data} onReplaced={setReplaced} />}
    >
      {(found) => (
        <>
          {replaced && <NewUrl inlet={replaced} />}
          <Found inlet={found} />
        </>
      )}
    </ThingPage>
  )
}
