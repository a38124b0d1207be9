/** The webhook of this account: its URL, its secret, what it was sent, and how to receive that. */
import { useQuery } from "@tanstack/react-query"

import { Card } from "../parts/Card.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Page } from "../parts/Page.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { Deliveries } from "./Deliveries.tsx"
import { Endpoint } from "./Endpoint.tsx"
import { Receiving } from "./Receiving.tsx"
import { SigningSecret } from "./SigningSecret.tsx"
import { UrlForm } from "./UrlForm.tsx"
import { webhookQuery } from "./webhookQueries.ts"

import "./WebhooksPage.css"

const NoWebhook = () => (
  <>
    <Card
      title="Set an endpoint"
      lead="Instead of asking again and again whether a list is finished, be told. No webhook is set yet."
    >
      <UrlForm initial="" action="Set webhook" />
    </Card>
    <Deliveries canSend={false} onlyIfAny />
  </>
)

const skeleton = (
  <div className="stack">
    <Skeleton shape="block" height="13rem" />
    <Skeleton shape="block" height="10rem" />
  </div>
)

export const WebhooksPage = () => {
  const webhook = useQuery(webhookQuery)
  return (
    <Page
      title="Webhooks"
      lead="A URL of yours that is told when a list is finished, and when credits run low."
    >
      <Loaded query={webhook} skeleton={skeleton}>
        {(set) =>
          set === null ? (
            <NoWebhook />
          ) : (
            <>
              <Endpoint webhook={set} />
              <SigningSecret webhook={set} />
              <Deliveries canSend={set.status === "live"} />
            </>
          )
        }
      </Loaded>
      <Receiving />
    </Page>
  )
}
