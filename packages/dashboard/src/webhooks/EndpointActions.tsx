/** What can be done with an endpoint: send it a test, change it, switch it off, remove it. */
import type { WebhookEndpoint } from "@rcpt/api/WebhookEndpoint"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation } from "wouter"

import { Button } from "../parts/Button.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { EndpointForm } from "./EndpointForm.tsx"
import { changeEndpoint, refreshWebhooks, removeEndpoint, sendTest } from "./webhookQueries.ts"

interface EndpointProps {
  readonly endpoint: WebhookEndpoint
}

interface ConfirmProps extends EndpointProps {
  readonly open: boolean
  readonly onClose: () => void
}

const RemoveDialog = ({ endpoint: { id }, open, onClose }: ConfirmProps) => {
  const [, navigate] = useLocation()
  const removal = useMutation({
    mutationFn: () => removeEndpoint(id),
    onSuccess: () => {
      // The page of what is gone would ask for it again.
      navigate("/webhooks", { replace: true })
      return refreshWebhooks()
    }
  })
  return (
    <ConfirmDialog
      open={open}
      title="Remove this endpoint?"
      action="Remove endpoint"
      danger
      mutation={removal}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      It gets no more events, and pending deliveries are dropped. Its signing secret is removed too:
      a new endpoint gets a new one.
    </ConfirmDialog>
  )
}

const SwitchOffDialog = ({ endpoint: { id }, open, onClose }: ConfirmProps) => {
  const switching = useMutation({
    mutationFn: () => changeEndpoint(id, { enabled: false }),
    onSuccess: async () => {
      await refreshWebhooks()
      onClose()
    }
  })
  return (
    <ConfirmDialog
      open={open}
      title="Switch this endpoint off?"
      action="Switch off"
      mutation={switching}
      onConfirm={() => switching.mutate()}
      onClose={onClose}
    >
      Events that happen while it is off are not sent, and pending deliveries count as failed. You
      can resend those when it is on again.
    </ConfirmDialog>
  )
}

/** The outcome is shown in the list of deliveries. */
export const TestButton = ({ endpoint: { id, status } }: EndpointProps) => {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => sendTest(id),
    onSuccess: refreshWebhooks
  })
  const disabled = status === "disabled"
  return (
    <div className="row">
      <Button small disabled={disabled} pending={isPending} onClick={() => mutate()}>
        Send test event
      </Button>
      {error && !disabled && <ErrorNotice error={error} />}
      {/* Always present, because only content added to an existing live region is read out. */}
      <span className="small muted" role="status">
        {isSuccess && !isPending ? "Sent. See the response under Deliveries." : ""}
      </span>
    </div>
  )
}

export const EndpointActions = ({ endpoint }: EndpointProps) => {
  const [dialog, openDialog] = useState<"change" | "switch" | "remove">()
  const close = () => openDialog(undefined)
  return (
    <>
      <Button small onClick={() => openDialog("change")}>
        Change
      </Button>
      {endpoint.status === "live" && (
        <Button small onClick={() => openDialog("switch")}>
          Switch off
        </Button>
      )}
      <Button small variant="danger" onClick={() => openDialog("remove")}>
        Remove
      </Button>
      <Dialog open={dialog === "change"} title="Change endpoint" onClose={close}>
        <EndpointForm
          initial={endpoint}
          action="Save"
          save={(wanted) => changeEndpoint(endpoint.id, wanted)}
          onSaved={close}
          otherActions={<Button onClick={close}>Cancel</Button>}
        />
      </Dialog>
      <SwitchOffDialog endpoint={endpoint} open={dialog === "switch"} onClose={close} />
      <RemoveDialog endpoint={endpoint} open={dialog === "remove"} onClose={close} />
    </>
  )
}
