/** The page of one inlet: where its URL belongs, its last events and what became of each. */
import type { Inlet, InletDetails, InletEvent, InletFate } from "@rcpt/api/Inlet"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation, useParams } from "wouter"

import { isMissing } from "../api/ApiError.ts"
import { Card } from "../parts/Card.tsx"
import { ConfirmButton } from "../parts/ConfirmDialog.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { DialogButton } from "../parts/Dialog.tsx"
import { Form, useForm } from "../parts/Form.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { Input } from "../parts/Input.tsx"
import { MissingPage } from "../parts/MissingPage.tsx"
import { Notice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/inlets.tsx"
import { whole } from "../words/numbers.ts"
import { InletBadge, NewUrl } from "./InletParts.tsx"
import { changeInlet, inletQuery, refreshInlets, removeInlet, replaceUrl } from "./inletQueries.ts"

const { one: said } = words

const columns: ReadonlyArray<Column<InletEvent>> = [
  {
    key: "email",
    head: said.email,
    isName: true,
    cell: ({ email }) => <span className="breaks">{email ?? "–"}</span>
  },
  {
    key: "outcome",
    head: said.outcome,
    cell: ({ outcome, smtp_response: reply }) => (
      <>
        {words.outcomes[outcome]}
        {reply !== undefined && <div className="small muted breaks">{reply}</div>}
      </>
    )
  },
  {
    key: "result",
    head: said.result,
    cell: ({ result }) => (result === null ? said.waits : words.fates[result])
  },
  {
    key: "received",
    head: said.received,
    cell: ({ received_at }) => <DateTime at={received_at} show="ago" />
  }
]

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
  const replacing = useMutation({
    mutationFn: () => replaceUrl(id),
    onSuccess: async (inlet) => {
      await refreshInlets()
      onReplaced(inlet)
    }
  })
  const removal = useMutation({
    mutationFn: () => removeInlet(id),
    onSuccess: async () => {
      navigate("/inlets")
      await refreshInlets()
    }
  })
  return (
    <div className="row">
      <DialogButton label={has_key ? said.changeKey : said.setKey}>
        {(close) => <KeyForm inlet={inlet} onClose={close} />}
      </DialogButton>
      <ConfirmButton label={said.replace} title={said.replaceTitle} mutation={replacing}>
        {said.replaceText}
      </ConfirmButton>
      <ConfirmButton
        variant="danger"
        label={said.remove}
        title={said.removeTitle}
        mutation={removal}
      >
        {said.removeText}
      </ConfirmButton>
    </div>
  )
}

const Found = ({ inlet }: { readonly inlet: InletDetails }) => {
  const [replaced, setReplaced] = useState<Inlet>()
  const { name, kind, status, counts, events, previous_url_until: until } = inlet
  return (
    <Page
      title={name}
      lead={words.kinds[kind].label}
      actions={
        <IfPermitted may="manage">
          <Actions inlet={inlet} onReplaced={setReplaced} />
        </IfPermitted>
      }
    >
      {replaced && <NewUrl inlet={replaced} />}
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
      <Card title={said.events}>
        <Counts counts={counts} />
        {events.length === 0 ? (
          <p className="muted">{said.none}</p>
        ) : (
          <DataTable
            caption={said.events}
            columns={columns}
            rows={events}
            rowKey={({ received_at, occurred_at, email, type }) =>
              [received_at, occurred_at, email, type].join(" ")
            }
          />
        )}
      </Card>
    </Page>
  )
}

export const InletPage = () => {
  const { id = "" } = useParams()
  const inlet = useQuery(inletQuery(id))
  if (isMissing(inlet.error))
    return (
      <MissingPage
        title={words.title}
        heading={said.missing}
        all={{ href: "/inlets", label: said.all }}
      >
        {said.missingText}
      </MissingPage>
    )
  return (
    <QueryState query={inlet} skeleton={<Skeleton shape="block" height="20rem" />}>
      {(found) => <Found inlet={found} />}
    </QueryState>
  )
}
