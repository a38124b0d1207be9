/** The webhook's URL, with buttons to test, change and remove it. */
import type { Webhook } from "@rcpt/api/Webhook"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { accountQuery } from "../api/account.ts"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { OfRole } from "../parts/OfRole.tsx"
import { EndpointBadge, EndpointState } from "./EndpointState.tsx"
import { UrlForm } from "./UrlForm.tsx"
import { removeWebhook, sendTest, webhookQuery } from "./webhookQueries.ts"

const RemoveDialog = ({
  open,
  onClose
}: {
  readonly open: boolean
  readonly onClose: () => void
}) => {
  const queryClient = useQueryClient()
  const removal = useMutation({
    mutationFn: removeWebhook,
    onSuccess: () => {
      queryClient.setQueryData(webhookQuery.queryKey, null)
      void queryClient.invalidateQueries({ queryKey: webhookQuery.queryKey })
      return queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    }
  })
  return (
    <ConfirmDialog
      open={open}
      title="Remove this webhook?"
      action="Remove webhook"
      danger
      mutation={removal}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      No more events are sent, and pending deliveries are dropped. The signing secret is removed
      too: a new webhook gets a new one.
    </ConfirmDialog>
  )
}

/** The outcome is shown in the list of deliveries. */
const TestButton = ({ disabled }: { readonly disabled: boolean }) => {
  const queryClient = useQueryClient()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: sendTest,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: webhookQuery.queryKey })
  })
  return (
    <>
      <Button small disabled={disabled} pending={isPending} onClick={() => mutate()}>
        Send test event
      </Button>
      {error && !disabled && <ErrorNotice error={error} />}
      {/* Always present, because only content added to an existing live region is read out. */}
      <span className="small muted" role="status">
        {isSuccess && !isPending ? "Sent. See the response under Deliveries." : ""}
      </span>
    </>
  )
}

export const Endpoint = ({ webhook }: { readonly webhook: Webhook }) => {
  const [dialog, openDialog] = useState<"change" | "remove">()
  const [isChanged, setChanged] = useState(false)
  const close = () => openDialog(undefined)
  return (
    <Card
      title="Endpoint"
      actions={
        <OfRole may="manage">
          <Button small onClick={() => openDialog("change")}>
            Change URL
          </Button>
          <Button small variant="danger" onClick={() => openDialog("remove")}>
            Remove
          </Button>
        </OfRole>
      }
    >
      {isChanged && webhook.status === "live" && webhook.failing_since === null && (
        <Notice kind="success" live>
          URL changed. Events now go to this URL, signed with the same secret.
        </Notice>
      )}
      <div className="row">
        <code className="breaks webhooks-url">{webhook.url}</code>
        <EndpointBadge webhook={webhook} />
        <span className="small muted">
          Saved <DateTime at={webhook.configured_at} show="ago" />
        </span>
      </div>
      <EndpointState webhook={webhook} />
      <OfRole may="manage">
        <div className="row">
          <TestButton key={webhook.url} disabled={webhook.status === "disabled"} />
        </div>
      </OfRole>
      <Dialog open={dialog === "change"} title="Change URL" onClose={close}>
        <UrlForm
          initial={webhook.url}
          action="Save URL"
          onSet={() => {
            setChanged(true)
            close()
          }}
          otherActions={<Button onClick={close}>Cancel</Button>}
        />
      </Dialog>
      <RemoveDialog open={dialog === "remove"} onClose={close} />
    </Card>
  )
}
