/** The link of a new invitation, to be handed on. */
import type { MadeInvitation } from "@rcpt/api/People"

import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { NewSecret } from "../parts/NewSecret.tsx"
import { SecretOnce } from "../parts/SecretOnce.tsx"
import { words } from "../words/people.tsx"
import { roleWords } from "./roleWords.ts"

const { link: said } = words

interface NewLinkCardProps {
  readonly made: MadeInvitation
  readonly onDone: () => void
}

export const NewLinkCard = ({ made, onDone }: NewLinkCardProps) => {
  const { label } = roleWords[made.role]
  return (
    <NewSecret id={made.id} label={said.title(made.email)}>
      <Card
        title={said.title(made.email)}
        lead={said.lead(<DateTime at={made.expires_at} />, label)}
      >
        <SecretOnce label={said.label} secret={new URL(made.path, window.location.origin).href}>
          {said.once}
        </SecretOnce>
        <div className="row">
          <Button onClick={onDone}>{said.done}</Button>
        </div>
      </Card>
    </NewSecret>
  )
}
