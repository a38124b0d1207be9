/** The page of one endpoint: its URL and events, its secret, and its deliveries. */
import type { WebhookEndpoint } from "@rcpt/api/WebhookEndpoint"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation, useParams } from "wouter"

import { isMissing } from "../api/ApiError.ts"
import { Button, ButtonLink } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { CopyButton } from "../parts/CopyButton.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { MissingPage } from "../parts/MissingPage.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/webhooks.tsx"
import { Deliveries } from "./Deliveries.tsx"
import { EndpointForm } from "./EndpointForm.tsx"
import { EndpointBadge, EndpointState } from "./EndpointState.tsx"
import {
  changeEndpoint,
  endpointQuery,
  refreshWebhooks,
  removeEndpoint,
  rotateSecret,
  sendTest
} from "./webhookQueries.ts"

import "./WebhooksPage.css"

const { endpoint: said } = words

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
            <span className="visually-hidden">{words.secret.hidden}</span>
          </>
        )}
      </code>
      <div className="row">
        <Button small aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? words.secret.hide : words.secret.show}
        </Button>
        <CopyButton text={secret} label={words.secret.copy} />
      </div>
    </div>
  )
}

interface RotateDialogProps {
  readonly id: string
  readonly open: boolean
  /** True if the last rotation is not over yet: this one ends the secret before it. */
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
      title={words.secret.rotateTitle}
      action={words.secret.rotate}
      mutation={rotation}
      onConfirm={() => rotation.mutate()}
      onClose={onClose}
    >
      <div className="stack-tight">
        <p>{words.secret.rotateText}</p>
        {hasPrevious && <p>{words.secret.endsPrevious}</p>}
      </div>
    </ConfirmDialog>
  )
}

/**
 * The secret that signs events. It is hidden until the user shows it, because screens are shared. It can
 * be read here at any time, so rotating it does not show it "once".
 */
const SigningSecret = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => {
  const [isRotating, setRotating] = useState(false)
  const [isRotated, setRotated] = useState(false)
  const until = endpoint.previous_secret_until
  return (
    <Card
      title={words.secret.title}
      lead={words.secret.lead}
      actions={
        <Button small onClick={() => setRotating(true)}>
          {words.secret.rotate}
        </Button>
      }
    >
      {until !== null && (
        <Notice kind={isRotated ? "success" : "info"} title={words.secret.two} live={isRotated}>
          {words.secret.twoText(<DateTime at={until} />)}
        </Notice>
      )}
      {endpoint.secret === undefined ? (
        <Notice kind="warning">{words.secret.unreadable}</Notice>
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
      // The page of a removed endpoint would ask for it again.
      navigate("/webhooks", { replace: true })
      return refreshWebhooks()
    }
  })
  return (
    <ConfirmDialog
      open={open}
      title={words.actions.removal.title}
      action={words.actions.removal.action}
      danger
      mutation={removal}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      {words.actions.removal.text}
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
      title={words.actions.off.title}
      action={words.actions.switchOff}
      mutation={switching}
      onConfirm={() => switching.mutate()}
      onClose={onClose}
    >
      {words.actions.off.text}
    </ConfirmDialog>
  )
}

/** The button that sends a test event. The outcome is shown in the list of deliveries. */
const TestButton = ({ endpoint: { id, status } }: EndpointProps) => {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => sendTest(id),
    onSuccess: refreshWebhooks
  })
  const disabled = status === "disabled"
  return (
    <div className="row">
      <Button small disabled={disabled} pending={isPending} onClick={() => mutate()}>
        {words.actions.test}
      </Button>
      {error && !disabled && <ErrorNotice error={error} />}
      {/* The region is always present, because only content added to an existing live region is read out. */}
      <span className="small muted" role="status">
        {isSuccess && !isPending ? words.actions.testSent : ""}
      </span>
    </div>
  )
}

/** The actions of an endpoint: send it a test, change it, switch it off, remove it. */
const EndpointActions = ({ endpoint }: EndpointProps) => {
  const [dialog, openDialog] = useState<"change" | "switch" | "remove">()
  const close = () => openDialog(undefined)
  return (
    <>
      <Button small onClick={() => openDialog("change")}>
        {words.actions.change}
      </Button>
      {endpoint.status === "live" && (
        <Button small onClick={() => openDialog("switch")}>
          {words.actions.switchOff}
        </Button>
      )}
      <Button small variant="danger" onClick={() => openDialog("remove")}>
        {words.actions.remove}
      </Button>
      <Dialog open={dialog === "change"} title={words.actions.changeTitle} onClose={close}>
        <EndpointForm
          initial={endpoint}
          action={words.actions.save}
          save={(wanted) => changeEndpoint(endpoint.id, wanted)}
          onSaved={close}
          onCancel={close}
        />
      </Dialog>
      <SwitchOffDialog endpoint={endpoint} open={dialog === "switch"} onClose={close} />
      <RemoveDialog endpoint={endpoint} open={dialog === "remove"} onClose={close} />
    </>
  )
}

const NoEndpoint = () => (
  <MissingPage
    title={said.notFound.title}
    heading={said.notFound.heading}
    all={{ href: "/webhooks", label: said.all }}
  >
    {said.notFound.text}
  </MissingPage>
)

const Facts = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => (
  <Card
    title={said.card}
    actions={
      <IfPermitted may="manage">
        <EndpointActions endpoint={endpoint} />
      </IfPermitted>
    }
  >
    <div className="row">
      <code className="breaks webhooks-url">{endpoint.url}</code>
      <EndpointBadge endpoint={endpoint} />
      <span className="small muted">
        {said.saved(<DateTime at={endpoint.configured_at} show="ago" />)}
      </span>
    </div>
    <p className="small">
      <span className="muted">{said.events}</span>
      {endpoint.events.map((event, index) => (
        <span key={event}>
          {index > 0 && ", "}
          <code>{event}</code>
        </span>
      ))}
    </p>
    <EndpointState endpoint={endpoint} />
    <IfPermitted may="manage">
      <TestButton key={endpoint.url} endpoint={endpoint} />
    </IfPermitted>
  </Card>
)

const skeleton = (
  <div className="stack">
    <Skeleton shape="block" height="13rem" />
    <Skeleton shape="block" height="10rem" />
  </div>
)

export const EndpointPage = () => {
  const { id = "" } = useParams()
  const query = useQuery(endpointQuery(id))
  if (isMissing(query.error)) return <NoEndpoint />
  return (
    <Page
      title={query.data?.description || said.title}
      actions={
        <ButtonLink variant="quiet" href="/webhooks">
          {said.all}
        </ButtonLink>
      }
    >
      <QueryState query={query} skeleton={skeleton}>
        {(endpoint) => (
          <>
            <Facts endpoint={endpoint} />
            <IfPermitted may="manage" otherwise={said.readOnly}>
              <SigningSecret endpoint={endpoint} />
            </IfPermitted>
            <Deliveries endpoint={endpoint} />
          </>
        )}
      </QueryState>
    </Page>
  )
}
