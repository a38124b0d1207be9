/** API keys: create them, see when they were last used, revoke them. */
import type { IssuedKey, Key } from "@rcpt/api/Keys"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { useMay } from "../api/role.ts"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Notice } from "../parts/Notice.tsx"
import { OfRole } from "../parts/OfRole.tsx"
import { Page } from "../parts/Page.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/keys.tsx"
import { CreateKeyDialog } from "./CreateKeyDialog.tsx"
import { firstCall, keyPlaceholder } from "./firstCall.ts"
import { keysQuery } from "./keyQueries.ts"
import { KeysTable } from "./KeysTable.tsx"
import { NewKeyCard } from "./NewKeyCard.tsx"
import { RevokeKeyDialog } from "./RevokeKeyDialog.tsx"

const NoKeys = ({ onCreate }: { readonly onCreate: () => void }) => (
  <EmptyState
    picture="key"
    title={words.empty.title}
    action={
      <OfRole may="manage" otherwise={words.readOnly}>
        <Button variant="primary" onClick={onCreate}>
          {words.create}
        </Button>
      </OfRole>
    }
  >
    <div className="stack">
      <p>{words.empty.text}</p>
      <CodeBlock title="curl" code={firstCall(keyPlaceholder, "full")} />
    </div>
  </EmptyState>
)

interface KeysCardProps {
  readonly onCreate: () => void
  readonly onRevoke: (key: Key) => void
}

const KeysCard = ({ onCreate, onRevoke }: KeysCardProps) => {
  const canManage = useMay("manage")
  return (
    <Loaded query={useQuery(keysQuery)} skeleton={<Skeleton shape="block" height="15rem" />}>
      {(keys) =>
        keys.length === 0 ? (
          <NoKeys onCreate={onCreate} />
        ) : (
          <Card title={words.card.title} lead={words.card.lead}>
            {!canManage && <Notice>{words.readOnly}</Notice>}
            <KeysTable keys={keys} onRevoke={canManage ? onRevoke : undefined} />
          </Card>
        )
      }
    </Loaded>
  )
}

export const KeysPage = () => {
  const { data: keys = [] } = useQuery(keysQuery)
  const [isCreating, setCreating] = useState(false)
  // Every new key stays until it is dismissed: creating another one must not hide it.
  const [issued, setIssued] = useState<ReadonlyArray<IssuedKey>>([])
  const [revoking, setRevoking] = useState<Key>()
  const [revoked, setRevoked] = useState<string>()
  const create = () => setCreating(true)
  const dismiss = (id: string) => setIssued(issued.filter((key) => key.id !== id))
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        keys.length > 0 ? (
          <OfRole may="manage">
            <Button variant="primary" icon="plus" onClick={create}>
              {words.create}
            </Button>
          </OfRole>
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
      <KeysCard onCreate={create} onRevoke={setRevoking} />
      <CreateKeyDialog
        open={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(key) => {
          setCreating(false)
          setRevoked(undefined)
          setIssued([key, ...issued])
        }}
      />
      <RevokeKeyDialog
        revoking={revoking}
        onClose={() => setRevoking(undefined)}
        onRevoked={({ id, name }) => {
          setRevoking(undefined)
          setRevoked(name)
          dismiss(id)
        }}
      />
    </Page>
  )
}
