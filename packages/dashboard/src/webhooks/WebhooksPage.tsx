/** The account's webhook: its URL, its secret, its deliveries, and how to receive events. */
import { useQuery } from "@tanstack/react-query"

import { useMay } from "../api/role.ts"
import { Card } from "../parts/Card.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { OfRole } from "../parts/OfRole.tsx"
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
    <OfRole may="manage" otherwise="There is no webhook, and your role is read-only.">
      <Card
        title="Add a webhook"
        lead="You have no webhook yet. Add one to be notified when a list is finished, instead of polling the API."
      >
        <UrlForm initial="" action="Add webhook" />
      </Card>
    </OfRole>
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
  const canManage = useMay("manage")
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
              <OfRole
                may="manage"
                otherwise="Your role is read-only: the signing secret is not shown, and the webhook cannot be changed."
              >
                <SigningSecret webhook={current} />
              </OfRole>
              <Deliveries canSend={canManage && current.status === "live"} />
            </>
          )
        }
      </Loaded>
      <Receiving />
    </Page>
  )
}
