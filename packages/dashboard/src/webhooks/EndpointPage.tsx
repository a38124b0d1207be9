/** The page of one endpoint: its URL and events, its secret, and its deliveries. */
import type { WebhookEndpoint } from "@rcpt/api/WebhookEndpoint"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation, useParams } from "wouter"

import { queryClient } from "../api/queryClient.ts"
import { Button, ButtonLink } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmButton } from "../parts/ConfirmDialog.tsx"
import { CopyButton } from "../parts/CopyButton.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { DialogButton } from "../parts/Dialog.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { ThingPage } from "../parts/ThingPage.tsx"
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

interface EndpointProps {
  readonly endpoint: WebhookEndpoint
}

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

/**
 * The secret that signs events. It is hidden until the user shows it, because screens are shared. It can
 * be read here at any time, so rotating it does not show it "once".
 */
const SigningSecret = ({ endpoint }: EndpointProps) => {
  const { id, secret, previous_secret_until: until } = endpoint
  const [isRotated, setRotated] = useState(false)
  return (
    <Card
      title={words.secret.title}
      lead={words.secret.lead}
      actions={
        <ConfirmButton
          small
          label={words.secret.rotate}
          title={words.secret.rotateTitle}
          run={() => rotateSecret(id)}
          onDone={({ secret }) => {
            queryClient.setQueryData(
              endpointQuery(id).queryKey,
              (endpoint: WebhookEndpoint | undefined) => endpoint && { ...endpoint, secret }
            )
            setRotated(true)
            return refreshWebhooks()
          }}
        >
          <div className="stack-tight">
            <p>{words.secret.rotateText}</p>
            {/* This rotation ends the secret before the last one. */}
            {until !== null && <p>{words.secret.endsPrevious}</p>}
          </div>
        </ConfirmButton>
      }
    >
      {until !== null && (
        <Notice kind={isRotated ? "success" : "info"} title={words.secret.two} live={isRotated}>
          {words.secret.twoText(<DateTime at={until} />)}
        </Notice>
      )}
      {secret === undefined ? (
        <Notice kind="warning">{words.secret.unreadable}</Notice>
      ) : (
        <Secret secret={secret} />
      )}
    </Card>
  )
}

const RemoveButton = ({ endpoint: { id } }: EndpointProps) => {
  const [, navigate] = useLocation()
  return (
    <ConfirmButton
      small
      variant="danger"
      label={words.actions.remove}
      title={words.actions.removal.title}
      action={words.actions.removal.action}
      run={() => removeEndpoint(id)}
      onDone={() => {
        // The page of a removed endpoint would ask for it again.
        navigate("/webhooks", { replace: true })
        return refreshWebhooks()
      }}
    >
      {words.actions.removal.text}
    </ConfirmButton>
  )
}

const SwitchOffButton = ({ endpoint: { id } }: EndpointProps) => (
  <ConfirmButton
    small
    label={words.actions.switchOff}
    title={words.actions.off.title}
    run={() => changeEndpoint(id, { enabled: false })}
    onDone={refreshWebhooks}
  >
    {words.actions.off.text}
  </ConfirmButton>
)

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
const EndpointActions = ({ endpoint }: EndpointProps) => (
  <>
    <DialogButton small label={words.actions.change} title={words.actions.changeTitle}>
      {(close) => (
        <EndpointForm
          initial={endpoint}
          action={words.actions.save}
          save={(wanted) => changeEndpoint(endpoint.id, wanted)}
          onSaved={close}
          onCancel={close}
        />
      )}
    </DialogButton>
    {endpoint.status === "live" && <SwitchOffButton endpoint={endpoint} />}
    <RemoveButton endpoint={endpoint} />
  </>
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

export const EndpointPage = () => {
  const { id = "" } = useParams()
  const query = useQuery(endpointQuery(id))
  return (
    <ThingPage
      query={query}
      list="/webhooks"
      missing={{ ...said.notFound, all: said.all }}
      height="24rem"
      title={query.data?.description || said.title}
      actions={
        <ButtonLink variant="quiet" href="/webhooks">
          {said.all}
        </ButtonLink>
      }
    >
      {(endpoint) => (
        <>
          <Facts endpoint={endpoint} />
          <IfPermitted may="manage" otherwise={said.readOnly}>
            <SigningSecret endpoint={endpoint} />
          </IfPermitted>
          <Deliveries endpoint={endpoint} />
        </>
      )}
    </ThingPage>
  )
}
