/** An endpoint's state: live, failing, or disabled, with a button to enable it again. */
import type { WebhookEndpoint } from "@rcpt/api/WebhookEndpoint"
import { useMutation } from "@tanstack/react-query"

import { Button } from "../parts/Button.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import { changeEndpoint, refreshWebhooks } from "./webhookQueries.ts"

interface EndpointProps {
  readonly endpoint: WebhookEndpoint
}

const isSwitchedOff = ({ disabled_reason }: WebhookEndpoint): boolean =>
  disabled_reason === "switched_off"

export const EndpointBadge = ({ endpoint }: EndpointProps) =>
  isSwitchedOff(endpoint) ? (
    <Badge tone="neutral" icon="dash">
      Off
    </Badge>
  ) : endpoint.status === "disabled" ? (
    <Badge tone="bad" icon="cross">
      Disabled
    </Badge>
  ) : endpoint.failing_since !== null ? (
    <Badge tone="warn" icon="warning">
      Failing
    </Badge>
  ) : (
    <Badge tone="good" icon="check">
      Live
    </Badge>
  )

const disabledReasons: Readonly<Record<NonNullable<WebhookEndpoint["disabled_reason"]>, string>> = {
  gone: "The receiver answered 410 Gone, which asks us to stop sending events.",
  failing: "The receiver has accepted nothing for 5 days.",
  switched_off: "It gets no events until you switch it on."
}

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
        title={isOff ? "This endpoint is switched off" : "This endpoint is disabled"}
        actions={
          <Button small pending={isPending} onClick={() => mutate()}>
            {isOff ? "Switch on" : "Enable again"}
          </Button>
        }
      >
        <p>
          {endpoint.disabled_reason && `${disabledReasons[endpoint.disabled_reason]} `}
          {endpoint.disabled_at !== null && (
            <>
              It was {isOff ? "switched off" : "disabled"}{" "}
              <DateTime at={endpoint.disabled_at} show="ago" />.{" "}
            </>
          )}
          {!isOff && "Fix the receiver and enable it again, or change the URL. "}
          Failed deliveries can be resent afterwards.
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
    <Notice kind="warning" title="Deliveries are failing">
      The receiver has accepted nothing since <DateTime at={endpoint.failing_since} />. Failed
      deliveries are retried for about 28 hours. After 5 days without success, the endpoint is
      disabled. Other endpoints are not held up.
    </Notice>
  )
}
