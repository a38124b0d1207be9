/** An endpoint's state: live, failing, or disabled, with a button to enable it again. */
import type { WebhookEndpoint } from "@rcpt/api/WebhookEndpoint"
import { useMutation } from "@tanstack/react-query"

import { Button } from "../parts/Button.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import { words } from "../words/webhooks.tsx"
import { changeEndpoint, refreshWebhooks } from "./webhookQueries.ts"

const { state: said } = words

interface EndpointProps {
  readonly endpoint: WebhookEndpoint
}

const isSwitchedOff = ({ disabled_reason }: WebhookEndpoint): boolean =>
  disabled_reason === "switched_off"

export const EndpointBadge = ({ endpoint }: EndpointProps) =>
  isSwitchedOff(endpoint) ? (
    <Badge tone="neutral" icon="dash">
      {said.off}
    </Badge>
  ) : endpoint.status === "disabled" ? (
    <Badge tone="bad">{said.disabled}</Badge>
  ) : endpoint.failing_since !== null ? (
    <Badge tone="warn">{said.failing}</Badge>
  ) : (
    <Badge tone="good">{said.live}</Badge>
  )

const Disabled = ({ endpoint }: EndpointProps) => {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => changeEndpoint(endpoint.id, { enabled: true }),
    onSuccess: refreshWebhooks
  })
  const isOff = isSwitchedOff(endpoint)
  return (
    <>
      <Notice
        kind={isOff ? "info" : "error"}
        title={isOff ? said.offTitle : said.disabledTitle}
        actions={
          <Button small pending={isPending} onClick={() => mutate()}>
            {isOff ? said.switchOn : said.enable}
          </Button>
        }
      >
        <p>
          {said.disabledText(
            endpoint.disabled_reason,
            endpoint.disabled_at !== null && <DateTime at={endpoint.disabled_at} show="ago" />
          )}
        </p>
      </Notice>
      {error && <ErrorNotice error={error} />}
    </>
  )
}

export const EndpointState = ({ endpoint }: EndpointProps) => {
  if (endpoint.status === "disabled") return <Disabled endpoint={endpoint} />
  if (endpoint.failing_since === null) return null
  return (
    <Notice kind="warning" title={said.failingTitle}>
      {said.failingText(<DateTime at={endpoint.failing_since} />)}
    </Notice>
  )
}
