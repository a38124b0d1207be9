/**
 * The secret that signs what is sent: hidden until it is asked for, for screens are shared. It can be
 * read again here, by whoever is signed in, so rotating it shows nothing "once".
 */
import type { Account } from "@rcpt/api/Account"
import type { Webhook } from "@rcpt/api/Webhook"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { accountQuery, useAccount } from "../api/account.ts"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { CopyButton } from "../parts/CopyButton.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Notice } from "../parts/Notice.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { rotateSecret, webhookQuery } from "./webhookQueries.ts"

const dots = "•".repeat(12)

const Secret = ({ secret }: { readonly secret: string }) => {
  const [isShown, show] = useState(false)
  return (
    <div className="webhooks-secret">
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
        <Button small aria-pressed={isShown} onClick={() => show(!isShown)}>
          {isShown ? "Hide secret" : "Show secret"}
        </Button>
        <CopyButton text={secret} label="Copy secret" />
      </div>
    </div>
  )
}

interface RotateDialogProps {
  readonly open: boolean
  /** A rotation before is not over yet: its old secret ends now. */
  readonly hasPrevious: boolean
  readonly onRotated: () => void
  readonly onClose: () => void
}

const RotateDialog = ({ open, hasPrevious, onRotated, onClose }: RotateDialogProps) => {
  const queryClient = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: rotateSecret,
    onSuccess: async ({ secret }) => {
      queryClient.setQueryData(
        accountQuery.queryKey,
        (account: Account | undefined) => account && { ...account, webhook_secret: secret }
      )
      await queryClient.invalidateQueries({ queryKey: webhookQuery.queryKey })
      onRotated()
    }
  })
  return (
    <ConfirmDialog
      open={open}
      title="Rotate the secret?"
      action="Rotate secret"
      pending={isPending}
      error={error}
      onConfirm={() => mutate()}
      onCancel={() => {
        onClose()
        reset()
      }}
    >
      <div className="stack-tight">
        <p>
          A new secret is made. For 24 hours everything is signed twice, with the new one and with
          the one of now, so your receiver goes on working while you change it over.
        </p>
        {hasPrevious && (
          <p>
            <strong>The secret before the one of now stops signing at once</strong>: the last
            rotation is less than 24 hours ago.
          </p>
        )}
      </div>
    </ConfirmDialog>
  )
}

export const SigningSecret = ({ webhook }: { readonly webhook: Webhook }) => {
  const { data: account } = useAccount()
  const [isAsked, ask] = useState(false)
  const [isRotated, setRotated] = useState(false)
  const until = webhook.previous_secret_until
  return (
    <Card
      title="Signing secret"
      lead="With it your receiver knows that what it gets is from here, and unchanged."
      actions={
        <Button small onClick={() => ask(true)}>
          Rotate secret
        </Button>
      }
    >
      {until !== null && (
        <Notice kind={isRotated ? "success" : "info"} title="Two secrets sign" live={isRotated}>
          Until <DateTime at={until} /> everything carries two signatures: of the secret below, and
          of the one before it. Put this one into your receiver by then.
        </Notice>
      )}
      {account?.webhook_secret === undefined ? (
        <Skeleton shape="row" />
      ) : (
        <Secret secret={account.webhook_secret} />
      )}
      <RotateDialog
        open={isAsked}
        hasPrevious={until !== null}
        onClose={() => ask(false)}
        onRotated={() => {
          ask(false)
          setRotated(true)
        }}
      />
    </Card>
  )
}
