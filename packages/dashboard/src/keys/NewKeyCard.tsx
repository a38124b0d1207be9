/** A new API key, with a first call to try it. */
import type { IssuedKey } from "@rcpt/api/Keys"

import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { NewSecret } from "../parts/NewSecret.tsx"
import { SecretOnce } from "../parts/SecretOnce.tsx"
import { words } from "../words/keys.tsx"
import { accessOf } from "./access.ts"
import { firstCall } from "./firstCall.ts"

const { issued: said } = words

interface NewKeyCardProps {
  readonly issued: IssuedKey
  readonly onDone: () => void
}

export const NewKeyCard = ({ issued, onDone }: NewKeyCardProps) => {
  const access = accessOf(issued.scopes)
  return (
    <NewSecret id={issued.id} label={said.label(issued.name)}>
      <Card title={said.title(issued.name)} lead={said.lead}>
        <SecretOnce label={said.secret} secret={issued.key}>
          {said.once}
        </SecretOnce>
        <CodeBlock title={said.firstCall} code={firstCall(issued.key, access)} />
        <p className="muted small">
          {access === "read" ? said.firstCallReads : said.firstCallVerifies}
        </p>
        <div className="row">
          <Button onClick={onDone}>{said.done}</Button>
        </div>
      </Card>
    </NewSecret>
  )
}
