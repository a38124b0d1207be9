/** A new API key, with a first call to try it. */
import type { IssuedKey } from "@rcpt/api/Keys"

import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { NewSecret } from "../parts/NewSecret.tsx"
import { SecretOnce } from "../parts/SecretOnce.tsx"
import { accessOf } from "./access.ts"
import { firstCall } from "./firstCall.ts"

interface NewKeyCardProps {
  readonly issued: IssuedKey
  readonly onDone: () => void
}

export const NewKeyCard = ({ issued, onDone }: NewKeyCardProps) => {
  const access = accessOf(issued.scopes)
  return (
    <NewSecret id={issued.id} label={`New API key: ${issued.name}`}>
      <Card
        title={`API key “${issued.name}” created`}
        lead="Store it where your app reads its secrets, such as an environment variable or a vault."
      >
        <SecretOnce label="API key" secret={issued.key}>
          Copy this key now. It is not shown again, and we cannot recover it.
        </SecretOnce>
        <CodeBlock title="Your first call" code={firstCall(issued.key, access)} />
        <p className="muted small">
          {access === "read"
            ? "It returns your balance and is free."
            : "It verifies a sandbox address and is free."}
        </p>
        <div className="row">
          <Button onClick={onDone}>I have copied it</Button>
        </div>
      </Card>
    </NewSecret>
  )
}
