/** What can be done with an endpoint: send it a test, change it, switch it off, remove it. */
import type { WebhookEndpoint } from "@rcpt/api/WebhookEndpoint"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation } from "wouter"

import { Button } from "../parts/Button.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { phrases } from "../words/phrases.tsx"
import { words } from "../words/webhooks.tsx"
import { EndpointForm } from "./EndpointForm.tsx"
import { changeEndpoint, refreshWebhooks, removeEndpoint, sendTest } from "./webhookQueries.ts"

const { actions: said } = words

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
      title={said.removal.title}
      action={said.removal.action}
      danger
      mutation={removal}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      {said.removal.text}
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
      title={said.off.title}
      action={said.switchOff}
      mutation={switching}
      onConfirm={() => switching.mutate()}
      onClose={onClose}
    >
      {said.off.text}
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
        {said.test}
      </Button>
      {error && !disabled && <ErrorNotice error={error} />}
      {/* Always present, because only content added to an existing live region is read out. */}
      <span className="small muted" role="status">
        {isSuccess && !isPending ? said.testSent : ""}
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
        {said.change}
      </Button>
      {endpoint.status === "live" && (
        <Button small onClick={() => openDialog("switch")}>
          {said.switchOff}
        </Button>
      )}
      <Button small variant="danger" onClick={() => openDialog("remove")}>
        {said.remove}
      </Button>
      <Dialog open={dialog === "change"} title={said.changeTitle} onClose={close}>
        <EndpointForm
          initial={endpoint}
          action={said.save}
          save={(wanted) => changeEndpoint(endpoint.id, wanted)}
          onSaved={close}
          otherActions={<Button onClick={close}>{phrases.cancel}</Button>}
        />
      </Dialog>
      <SwitchOffDialog endpoint={endpoint} open={dialog === "switch"} onClose={close} />
      <RemoveDialog endpoint={endpoint} open={dialog === "remove"} onClose={close} />
    </>
  )
}
