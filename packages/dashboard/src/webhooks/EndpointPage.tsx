/** One endpoint: where events go and which, its secret, and its deliveries. */
import type { WebhookEndpoint } from "@rcpt/api/WebhookEndpoint"
import { useQuery } from "@tanstack/react-query"
import { useParams } from "wouter"

import { ApiError } from "../api/ApiError.ts"
import { ButtonLink } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { OfRole } from "../parts/OfRole.tsx"
import { Page } from "../parts/Page.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/webhooks.tsx"
import { Deliveries } from "./Deliveries.tsx"
import { EndpointActions, TestButton } from "./EndpointActions.tsx"
import { EndpointBadge, EndpointState } from "./EndpointState.tsx"
import { SigningSecret } from "./SigningSecret.tsx"
import { endpointQuery } from "./webhookQueries.ts"

import "./WebhooksPage.css"

const { endpoint: said } = words

const NoEndpoint = () => (
  <Page title={said.notFound.title}>
    <EmptyState
      title={said.notFound.heading}
      action={<ButtonLink href="/webhooks">{said.all}</ButtonLink>}
    >
      {said.notFound.text}
    </EmptyState>
  </Page>
)

const Facts = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => (
  <Card
    title={said.card}
    actions={
      <OfRole may="manage">
        <EndpointActions endpoint={endpoint} />
      </OfRole>
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
    <OfRole may="manage">
      <TestButton key={endpoint.url} endpoint={endpoint} />
    </OfRole>
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
  if (query.error instanceof ApiError && query.error.status === 404) return <NoEndpoint />
  return (
    <Page
      title={query.data?.description || said.title}
      actions={
        <ButtonLink variant="quiet" href="/webhooks">
          {said.all}
        </ButtonLink>
      }
    >
      <Loaded query={query} skeleton={skeleton}>
        {(endpoint) => (
          <>
            <Facts endpoint={endpoint} />
            <OfRole may="manage" otherwise={said.readOnly}>
              <SigningSecret endpoint={endpoint} />
            </OfRole>
            <Deliveries endpoint={endpoint} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
