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
import { endpointQuery, refreshWebhooks, rotateSecret } from "./webhookQueries.ts"

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
            <span className="visually-hidden">hidden</span>
          </>
        )}
      </code>
      <div className="row">
        <Button small aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? "Hide secret" : "Show secret"}
        </Button>
        <CopyButton text={secret} label="Copy secret" />
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
      title="Rotate the secret?"
      action="Rotate secret"
      mutation={rotation}
      onConfirm={() => rotation.mutate()}
      onClose={onClose}
    >
      <div className="stack-tight">
        <p>
          This creates a new secret. For 24 hours, events are signed with both the new and the
          current secret, so your receiver keeps working while you update it.
        </p>
        {hasPrevious && (
          <p>
            <strong>The secret before the current one stops working immediately</strong>: the last
            rotation was less than 24 hours ago.
          </p>
        )}
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
      title="Signing secret"
      lead="Your receiver uses it to check that events come from here and were not changed."
      actions={
        <Button small onClick={() => setRotating(true)}>
          Rotate secret
        </Button>
      }
    >
      {until !== null && (
        <Notice
          kind={isRotated ? "success" : "info"}
          title="Two secrets are active"
          live={isRotated}
        >
          Until <DateTime at={until} />, events carry two signatures: one with the secret below and
          one with the previous secret. Update your receiver before then.
        </Notice>
      )}
      {endpoint.secret === undefined ? (
        <Notice kind="warning">
          The secret cannot be read any more. Rotate it to get a new one.
        </Notice>
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
