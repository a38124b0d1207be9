/** API keys: make one, see which there are and when they were last used, revoke one. */
import type { IssuedKey, Key } from "@rcpt/api/Keys"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Notice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { CreateKeyDialog } from "./CreateKeyDialog.tsx"
import { firstCall, keyPlaceholder } from "./firstCall.ts"
import { keysQuery } from "./keyQueries.ts"

import "./KeysPage.css"
import { KeysTable } from "./KeysTable.tsx"
import { NewKeyCard } from "./NewKeyCard.tsx"
import { RevokeKeyDialog } from "./RevokeKeyDialog.tsx"

const NoKeys = ({ onCreate }: { readonly onCreate: () => void }) => (
  <EmptyState
    title="No API key yet"
    action={
      <Button variant="primary" onClick={onCreate}>
        Create key
      </Button>
    }
  >
    <div className="stack">
      <p>
        A program sends its key in the header <code>X-API-Key</code>. With one, the first call is
        this; the address is one of the sandbox, so it costs nothing.
      </p>
      <CodeBlock title="curl" code={firstCall(keyPlaceholder, "full")} />
    </div>
  </EmptyState>
)

interface KeysInForceProps {
  readonly onCreate: () => void
  readonly onRevoke: (key: Key) => void
}

const KeysInForce = ({ onCreate, onRevoke }: KeysInForceProps) => (
  <Loaded query={useQuery(keysQuery)} skeleton={<Skeleton shape="block" height="15rem" />}>
    {(keys) =>
      keys.length === 0 ? (
        <NoKeys onCreate={onCreate} />
      ) : (
        <Card title="Keys in force" lead="One for each program, so that each can be revoked alone.">
          <KeysTable keys={keys} onRevoke={onRevoke} />
        </Card>
      )
    }
  </Loaded>
)

export const KeysPage = () => {
  const { data: keys = [] } = useQuery(keysQuery)
  const [isCreating, setCreating] = useState(false)
  // All that were made and not put away: to make another must not lose the one before.
  const [issued, setIssued] = useState<ReadonlyArray<IssuedKey>>([])
  const [revoking, setRevoking] = useState<Key>()
  const [revoked, setRevoked] = useState<string>()
  const create = () => setCreating(true)
  const putAway = (id: string) => setIssued(issued.filter((key) => key.id !== id))
  return (
    <Page
      title="API keys"
      lead="Programs that call the API sign in with a key, in the header X-API-Key."
      actions={
        keys.length > 0 ? (
          <Button variant="primary" icon="plus" onClick={create}>
            Create key
          </Button>
        ) : undefined
      }
    >
      {revoked !== undefined && (
        <Notice kind="success" live>
          The key “<span className="breaks">{revoked}</span>” is revoked.
        </Notice>
      )}
      {issued.map((key) => (
        <NewKeyCard key={key.id} issued={key} onDone={() => putAway(key.id)} />
      ))}
      <KeysInForce onCreate={create} onRevoke={setRevoking} />
      <CreateKeyDialog
        open={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(made) => {
          setCreating(false)
          setRevoked(undefined)
          setIssued([made, ...issued])
        }}
      />
      <RevokeKeyDialog
        revoking={revoking}
        onClose={() => setRevoking(undefined)}
        onRevoked={({ id, name }) => {
          setRevoking(undefined)
          setRevoked(name)
          putAway(id)
        }}
      />
    </Page>
  )
}
