/** The page of API keys: create and change them, see when they were last used, revoke them. */
import type { IssuedKey, Key } from "@rcpt/api/Keys"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link, useSearchParams } from "wouter"

import { activityOf } from "../activity/activityQueries.ts"
import { useMay } from "../api/account.ts"
import { refetch } from "../api/queryClient.ts"
import { sandboxAddress } from "../api/sandbox.ts"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { ConfirmButton } from "../parts/ConfirmDialog.tsx"
import { columnsOf, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Dialog, DialogButton } from "../parts/Dialog.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { List } from "../parts/List.tsx"
import { Notice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
import { NewSecret, SecretOnce } from "../parts/SecretOnce.tsx"
import { actionsColumn, createdColumn, lastUsedColumn } from "../parts/tableColumns.tsx"
import { Tabs } from "../parts/Tabs.tsx"
import { words } from "../words/keys.tsx"
import { FormsTab } from "./FormsTab.tsx"
import { accessOf, KeyForm } from "./KeyForm.tsx"
import type { Access } from "./KeyForm.tsx"
import { changeKey, createKey, keysQuery, revokeKey } from "./keyQueries.ts"

const { table } = words

/** The placeholder of the key until there is one. */
const keyPlaceholder = "YOUR_API_KEY"

const pathFor = (access: Access): string =>
  access === "read"
    ? "/api/v1/account"
    : `/api/v1/verify?email=${encodeURIComponent(sandboxAddress("valid"))}`

/**
 * The first call with a key, in two lines for narrow screens: it is free, the access of the key allows it,
 * and it works in any Unix shell.
 */
const firstCall = (key: string, access: Access): string =>
  `curl -H "X-API-Key: ${key}" \\\n  "${window.location.origin}${pathFor(access)}"`

/** What a key may do, and its limits in small below. */
const KeyAccess = ({ shown }: { readonly shown: Key }) => {
  const { origins = [], networks, expires_at, credit_limit, credits_used = 0 } = shown
  const used = credit_limit && { used: credits_used, most: credit_limit.credits }
  return (
    <div className="stack-tight">
      <span>{words.access[accessOf(shown)].label}</span>
      {shown.scopes.includes("manage") && <span className="muted small">{table.manages}</span>}
      {origins.length > 0 && <span className="muted small breaks">{origins.join(", ")}</span>}
      {used && (
        <span className="muted small">
          {credit_limit.per === "day" ? table.usedToday(used) : table.usedThisMonth(used)}
        </span>
      )}
      {networks && <span className="muted small breaks">{networks.join(", ")}</span>}
      {expires_at !== undefined && (
        <span className="muted small">
          {table.ends} <DateTime at={expires_at} />
        </span>
      )}
    </div>
  )
}

const keyColumns: ReadonlyArray<Column<Key>> = [
  ...columnsOf<Key, typeof table>(
    table,
    {
      name: named(({ name }) => name),
      key: ({ last4, key }) => (
        <code title={key}>
          <span className="visually-hidden">{table.endsIn}</span>
          <span aria-hidden="true">…</span>
          {last4}
        </code>
      ),
      access: (key) => <KeyAccess shown={key} />
    },
    createdColumn
  ),
  ...columnsOf<Key, typeof table>(table, {
    madeBy: ({ made_by, made_by_key }) =>
      made_by === undefined ? (
        <span className="muted">{made_by_key === undefined ? table.notRecorded : table.byKey}</span>
      ) : (
        <span className="breaks">{made_by.email ?? table.hasLeft}</span>
      )
  }),
  lastUsedColumn,
  ...columnsOf<Key, typeof table>(table, {
    activity: ({ id, name }) => (
      <Link href={activityOf({ key: id })} aria-label={table.requestsOf(name)}>
        {table.requests}
      </Link>
    )
  })
]

interface KeyActions {
  /** Called when a key was revoked. */
  readonly onRevoked: (key: Key) => void
}

interface RevokingProps {
  readonly revoking: Key
}

const Consequences = ({ revoking: { name, last4, scopes, last_used_at } }: RevokingProps) => (
  <div className="stack-tight">
    <p>
      {words.revocation.stops(<strong className="breaks">{name}</strong>, <code>{last4}</code>)}
    </p>
    {scopes.includes("manage") && <p>{words.revocation.endsOthers}</p>}
    <p>
      {last_used_at === null
        ? words.revocation.neverUsed
        : words.revocation.lastUsed(<DateTime at={last_used_at} show="ago" />)}
    </p>
  </div>
)

/** Asks before a key is revoked, with the consequences and when the key was last used. */
const RevokeButton = ({ revoking, onRevoked }: RevokingProps & KeyActions) => (
  <ConfirmButton
    variant="quiet"
    small
    danger
    label={table.revoke}
    aria-label={table.revokeOf(revoking.name)}
    title={words.revocation.title}
    action={words.revocation.action}
    run={() => revokeKey(revoking)}
    onDone={async () => {
      await refetch(keysQuery)
      onRevoked(revoking)
    }}
  >
    <Consequences revoking={revoking} />
  </ConfirmButton>
)

const keyActions = ({ onRevoked }: KeyActions): Column<Key> =>
  actionsColumn((key) => (
    <div className="row">
      {/* The service takes a second, until every node has the change. */}
      <DialogButton
        variant="quiet"
        small
        label={table.change}
        aria-label={table.changeOf(key.name)}
        title={words.changing.title}
      >
        {(close) => (
          <KeyForm
            before={key}
            action={words.changing.action}
            send={(change) => changeKey(key.id, change)}
            onDone={close}
            onClose={close}
          />
        )}
      </DialogButton>
      <RevokeButton revoking={key} onRevoked={onRevoked} />
    </div>
  ))

interface NewKeyCardProps {
  readonly issued: IssuedKey
  readonly onDone: () => void
}

/** A browser key is public, and can be looked up again. */
const NewBrowserKeyCard = ({ issued, onDone }: NewKeyCardProps) => (
  <Card title={words.issued.title(issued.name)} lead={words.issued.browserLead}>
    <CodeBlock title={words.issued.browserKey} code={issued.key} />
    <div className="row">
      <Button onClick={onDone}>{words.issued.done}</Button>
    </div>
  </Card>
)

/** A new API key, with a first call to try it. */
const NewKeyCard = ({ issued, onDone }: NewKeyCardProps) => {
  const access = accessOf(issued)
  if (access === "browser") return <NewBrowserKeyCard issued={issued} onDone={onDone} />
  return (
    <NewSecret id={issued.id} label={words.issued.label(issued.name)}>
      <Card title={words.issued.title(issued.name)} lead={words.issued.lead}>
        <SecretOnce label={words.issued.secret} secret={issued.key}>
          {words.issued.once}
        </SecretOnce>
        <CodeBlock title={words.issued.firstCall} code={firstCall(issued.key, access)} />
        <p className="muted small">
          {access === "read" ? words.issued.firstCallReads : words.issued.firstCallVerifies}
        </p>
        <div className="row">
          <Button onClick={onDone}>{words.issued.done}</Button>
        </div>
      </Card>
    </NewSecret>
  )
}

interface CreateKeyDialogProps {
  /** What the key may do at first; the dialog is closed while this is undefined. */
  readonly access: Access | undefined
  readonly onCreated: (issued: IssuedKey) => void
  readonly onClose: () => void
}

/** The dialog of a new API key. The key itself is passed to `onCreated`. */
const CreateKeyDialog = ({ access, onClose, onCreated }: CreateKeyDialogProps) => (
  <Dialog open={access !== undefined} title={words.creation.title} onClose={onClose}>
    {access && (
      <KeyForm
        access={access}
        action={words.create}
        send={createKey}
        onDone={onCreated}
        onClose={onClose}
      />
    )}
  </Dialog>
)

const NoKeys = ({ onCreate }: { readonly onCreate: () => void }) => (
  <EmptyState
    picture="key"
    title={words.empty.title}
    action={
      <IfPermitted may="manage" otherwise={words.readOnly}>
        <Button variant="primary" onClick={onCreate}>
          {words.create}
        </Button>
      </IfPermitted>
    }
  >
    <div className="stack">
      <p>{words.empty.text}</p>
      <CodeBlock title="curl" code={firstCall(keyPlaceholder, "full")} />
    </div>
  </EmptyState>
)

interface KeysCardProps extends KeyActions {
  readonly onCreate: () => void
}

/** The active API keys. Only the last four characters of a key are known. */
const KeysCard = ({ onCreate, ...actions }: KeysCardProps) => {
  const canManage = useMay("manage")
  return (
    <List
      query={useQuery(keysQuery)}
      rows={(keys) => keys}
      caption={table.caption}
      columns={canManage ? [...keyColumns, keyActions(actions)] : keyColumns}
      empty={<NoKeys onCreate={onCreate} />}
    >
      {(keys) => (
        <Card title={words.card.title} lead={words.card.lead}>
          {!canManage && <Notice>{words.readOnly}</Notice>}
          {keys}
        </Card>
      )}
    </List>
  )
}

interface KeyTabsProps extends KeyActions {
  readonly onCreate: (access: Access) => void
}

const KeyTabs = ({ onCreate, ...actions }: KeyTabsProps) => {
  const [search, setSearch] = useSearchParams()
  return (
    <Tabs
      label={words.tabs.label}
      chosen={search.get("tab") === "forms" ? "forms" : "keys"}
      onChoose={(key) => setSearch(key === "keys" ? {} : { tab: key })}
      tabs={[
        {
          key: "keys",
          label: words.tabs.keys,
          panel: <KeysCard onCreate={() => onCreate("full")} {...actions} />
        },
        {
          key: "forms",
          label: words.tabs.forms,
          panel: <FormsTab onCreate={() => onCreate("browser")} />
        }
      ]}
    />
  )
}

export const KeysPage = () => {
  const { data: keys = [] } = useQuery(keysQuery)
  const [creating, setCreating] = useState<Access>()
  // Every new key stays until it is dismissed: creating another one must not hide it.
  const [issued, setIssued] = useState<ReadonlyArray<IssuedKey>>([])
  const [revoked, setRevoked] = useState<string>()
  const create = () => setCreating("full")
  const dismiss = (id: string) => setIssued(issued.filter((key) => key.id !== id))
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        keys.length > 0 ? (
          <IfPermitted may="manage">
            <Button variant="primary" icon="plus" onClick={create}>
              {words.create}
            </Button>
          </IfPermitted>
        ) : undefined
      }
    >
      {revoked !== undefined && (
        <Notice kind="success" live>
          {words.revocation.done(<span className="breaks">{revoked}</span>)}
        </Notice>
      )}
      {issued.map((key) => (
        <NewKeyCard key={key.id} issued={key} onDone={() => dismiss(key.id)} />
      ))}
      <KeyTabs
        onCreate={setCreating}
        onRevoked={({ id, name }) => {
          setRevoked(name)
          dismiss(id)
        }}
      />
      <CreateKeyDialog
        access={creating}
        onClose={() => setCreating(undefined)}
        onCreated={(key) => {
          setCreating(undefined)
          setRevoked(undefined)
          setIssued([key, ...issued])
        }}
      />
    </Page>
  )
}
