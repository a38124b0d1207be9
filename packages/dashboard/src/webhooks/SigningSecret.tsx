/**
 * The secret that signs events. It is hidden until the user shows it, because screens are shared. It can
 * be read here at any time, so rotating it does not show it "once".
 */
import type { WebhookEndpoint } from "@rcpt/api/WebhookEndpoint"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { CopyButton } from "../parts/CopyButton.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Notice } from "../parts/Notice.tsx"
import { words } from "../words/webhooks.tsx"
import { endpointQuery, refreshWebhooks, rotateSecret } from "./webhookQueries.ts"

const { secret: said } = words

const dots = "•".repeat(12)

const Secret = ({ secret }: { readonly secret: string }) => {
  const [isShown, setShown] = useState(false)
  return (
    <div className="row-between webhooks-secret">
      <code className="breaks">
        {isShown ? (
          secret
        ) : (
          <>
            whsec_<span aria-hidden="true">{dots}</span>
            <span className="visually-hidden">{said.hidden}</span>
          </>
        )}
      </code>
      <div className="row">
        <Button small aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? said.hide : said.show}
        </Button>
        <CopyButton text={secret} label={said.copy} />
      </div>
    </div>
  )
}

interface RotateDialogProps {
  readonly id: string
  readonly open: boolean
  /** The last rotation is not over yet: this one ends the secret before it. */
  readonly hasPrevious: boolean
  readonly onRotated: () => void
  readonly onClose: () => void
}

const RotateDialog = ({ id, open, hasPrevious, onRotated, onClose }: RotateDialogProps) => {
  const queryClient = useQueryClient()
  const rotation = useMutation({
    mutationFn: () => rotateSecret(id),
    onSuccess: async ({ secret }) => {
      queryClient.setQueryData(
        endpointQuery(id).queryKey,
        (endpoint: WebhookEndpoint | undefined) => endpoint && { ...endpoint, secret }
      )
      await refreshWebhooks()
      onRotated()
    }
  })
  return (
    <ConfirmDialog
      open={open}
      title={said.rotateTitle}
      action={said.rotate}
      mutation={rotation}
      onConfirm={() => rotation.mutate()}
      onClose={onClose}
    >
      <div className="stack-tight">
        <p>{said.rotateText}</p>
        {hasPrevious && <p>{said.endsPrevious}</p>}
      </div>
    </ConfirmDialog>
  )
}

export const SigningSecret = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => {
  const [isRotating, setRotating] = useState(false)
  const [isRotated, setRotated] = useState(false)
  const until = endpoint.previous_secret_until
  return (
    <Card
      title={said.title}
      lead={said.lead}
      actions={
        <Button small onClick={() => setRotating(true)}>
          {said.rotate}
        </Button>
      }
    >
      {until !== null && (
        <Notice kind={isRotated ? "success" : "info"} title={said.two} live={isRotated}>
          {said.twoText(<DateTime at={until} />)}
        </Notice>
      )}
      {endpoint.secret === undefined ? (
        <Notice kind="warning">{said.unreadable}</Notice>
      ) : (
        <Secret secret={endpoint.secret} />
      )}
      <RotateDialog
        id={endpoint.id}
        open={isRotating}
        hasPrevious={until !== null}
        onClose={() => setRotating(false)}
        onRotated={() => {
          setRotating(false)
          setRotated(true)
        }}
      />
    </Card>
  )
}
