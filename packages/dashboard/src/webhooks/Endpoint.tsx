/** The URL that is set: test it, change it, remove it. */
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
  const { mutate, isPending, error, reset } = useMutation({
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
      title="Remove the webhook?"
      action="Remove webhook"
      danger
      pending={isPending}
      error={error}
      onConfirm={() => mutate()}
      onCancel={() => {
        onClose()
        reset()
      }}
    >
      Nothing is sent any more, and what was not delivered yet never is. Its secret goes with it: a
      webhook that is set later has another one.
    </ConfirmDialog>
  )
}

/** What came of it is in the list of deliveries. */
const TestButton = ({ disabled }: { readonly disabled: boolean }) => {
  const queryClient = useQueryClient()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: sendTest,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: webhookQuery.queryKey })
  })
  return (
    <>
      <Button small disabled={disabled} pending={isPending} onClick={() => mutate()}>
        Send a test
      </Button>
      {error && !disabled && <ErrorNotice error={error} />}
      {/* There from the beginning: what is put into a live region is read out. */}
      <span className="small muted" role="status">
        {isSuccess && !isPending ? "Sent. Its answer is in the list of deliveries." : ""}
      </span>
    </>
  )
}

export const Endpoint = ({ webhook }: { readonly webhook: Webhook }) => {
  const [opened, openDialog] = useState<"change" | "remove">()
  const [isChanged, setChanged] = useState(false)
  const close = () => openDialog(undefined)
  return (
    <Card
      title="Endpoint"
      actions={
        <>
          <Button small onClick={() => openDialog("change")}>
            Change URL
          </Button>
          <Button small variant="danger" onClick={() => openDialog("remove")}>
            Remove
          </Button>
        </>
      }
    >
      {isChanged && webhook.status === "live" && webhook.failing_since === null && (
        <Notice kind="success" live>
          From now on everything is sent to this URL, signed with the same secret.
        </Notice>
      )}
      <div className="row">
        <code className="breaks webhooks-url">{webhook.url}</code>
        <EndpointBadge webhook={webhook} />
        <span className="small muted">
          Set <DateTime at={webhook.configured_at} show="ago" />
        </span>
      </div>
      <EndpointState webhook={webhook} />
      <div className="row">
        <TestButton key={webhook.url} disabled={webhook.status === "disabled"} />
      </div>
      <Dialog open={opened === "change"} title="Change the URL" onClose={close}>
        <UrlForm
          initial={webhook.url}
          action="Save URL"
          onSet={() => {
            setChanged(true)
            close()
          }}
          aside={<Button onClick={close}>Cancel</Button>}
        />
      </Dialog>
      <RemoveDialog open={opened === "remove"} onClose={close} />
    </Card>
  )
}
