/** The account's webhook: its URL, its secret, its deliveries, and how to receive events. */
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
      title="Add a webhook"
      lead="You have no webhook yet. Add one to be notified when a list is finished, instead of polling the API."
    >
      <UrlForm initial="" action="Add webhook" />
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
      lead="Get notified at your own URL when a list is finished or credits run low."
    >
      <Loaded query={webhook} skeleton={skeleton}>
        {(current) =>
          current === null ? (
            <NoWebhook />
          ) : (
            <>
              <Endpoint webhook={current} />
              <SigningSecret webhook={current} />
              <Deliveries canSend={current.status === "live"} />
            </>
          )
        }
      </Loaded>
      <Receiving />
    </Page>
  )
}
