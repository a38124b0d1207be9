/**
 * A key that was just made, with the first call to make with it. It stands in the page, not in a
 * dialog: Escape must not lose what is never shown again.
 */
import type { IssuedKey } from "@rcpt/api/Keys"
import { useEffect, useRef } from "react"

import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { SecretOnce } from "../parts/SecretOnce.tsx"
import { accessOf } from "./access.ts"
import { firstCall } from "./firstCall.ts"

interface NewKeyCardProps {
  readonly issued: IssuedKey
  readonly onDone: () => void
}

export const NewKeyCard = ({ issued, onDone }: NewKeyCardProps) => {
  const card = useRef<HTMLDivElement>(null)
  const access = accessOf(issued.scopes)
  useEffect(() => {
    card.current?.focus()
  }, [issued.id])
  return (
    <div
      ref={card}
      className="keys-new"
      tabIndex={-1}
      role="group"
      aria-label={`New API key: ${issued.name}`}
    >
      <Card
        title={`Key “${issued.name}” created`}
        lead="Store it where the program reads its secrets from: an environment variable, a vault."
      >
        <SecretOnce label="API key" secret={issued.key}>
          Copy it now: it is not shown again, and nobody can look it up for you.
        </SecretOnce>
        <CodeBlock title="The first call with it" code={firstCall(issued.key, access)} />
        <p className="muted small">
          {access === "read"
            ? "It answers the balance. It costs nothing."
            : "The address is one of the sandbox: checking it costs nothing."}
        </p>
        <div className="row">
          <Button onClick={onDone}>I have copied it</Button>
        </div>
      </Card>
    </div>
  )
}
