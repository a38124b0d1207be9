/** The link of a new invitation, to be handed on. */
import type { MadeInvitation } from "@rcpt/api/People"

import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { NewSecret } from "../parts/NewSecret.tsx"
import { SecretOnce } from "../parts/SecretOnce.tsx"
import { roleWords } from "./roleWords.ts"

interface NewLinkCardProps {
  readonly made: MadeInvitation
  readonly onDone: () => void
}

export const NewLinkCard = ({ made, onDone }: NewLinkCardProps) => {
  const { label } = roleWords[made.role]
  return (
    <NewSecret id={made.id} label={`Link for ${made.email}`}>
      <Card
        title={`Link for ${made.email}`}
        lead={
          <>
            Hand it to them by a way you trust. It works once, until{" "}
            <DateTime at={made.expires_at} />. Role: {label}.
          </>
        }
      >
        <SecretOnce label="link" secret={new URL(made.path, window.location.origin).href}>
          Copy this link now. It is not shown again, and whoever opens it first joins the account.
        </SecretOnce>
        <div className="row">
          <Button onClick={onDone}>I have copied it</Button>
        </div>
      </Card>
    </NewSecret>
  )
}
