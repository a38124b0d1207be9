/** The webhook's state: live, failing, or disabled, with a button to enable it again. */
import type { Webhook } from "@rcpt/api/Webhook"
import { useMutation, useQueryClient } from "@tanstack/react-query"

import { Button } from "../parts/Button.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import { setWebhook, webhookQuery } from "./webhookQueries.ts"

export const EndpointBadge = ({ webhook }: { readonly webhook: Webhook }) =>
  webhook.status === "disabled" ? (
    <Badge tone="bad" icon="cross">
      Disabled
    </Badge>
  ) : webhook.failing_since !== null ? (
    <Badge tone="warn" icon="warning">
      Failing
    </Badge>
  ) : (
    <Badge tone="good" icon="check">
      Live
    </Badge>
  )

const disabledReasons: Readonly<Record<NonNullable<Webhook["disabled_reason"]>, string>> = {
  gone: "The receiver answered 410 Gone, which asks us to stop sending events.",
  failing: "The receiver has accepted nothing for 5 days."
}

const Disabled = ({ webhook }: { readonly webhook: Webhook }) => {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => setWebhook({ url: webhook.url }),
    onSuccess: (enabled) => queryClient.setQueryData(webhookQuery.queryKey, enabled)
  })
  return (
    <>
      <Notice
        kind="error"
        title="This webhook is disabled"
        actions={
          <Button small pending={isPending} onClick={() => mutate()}>
            Enable again
          </Button>
        }
      >
        <p>
          {webhook.disabled_reason && `${disabledReasons[webhook.disabled_reason]} `}
          {webhook.disabled_at !== null && (
            <>
              It was disabled <DateTime at={webhook.disabled_at} show="ago" />.{" "}
            </>
          )}
          Fix the receiver and enable it again, or change the URL. You can resend missed deliveries
          from the list below.
        </p>
      </Notice>
      {error && <ErrorNotice error={error} />}
    </>
  )
}

export const EndpointState = ({ webhook }: { readonly webhook: Webhook }) => {
  if (webhook.status === "disabled") return <Disabled webhook={webhook} />
  if (webhook.failing_since === null) return null
  return (
    <Notice kind="warning" title="Deliveries are failing">
      The receiver has accepted nothing since <DateTime at={webhook.failing_since} />. Failed
      deliveries are retried for about 28 hours. After 5 days without success, the webhook is
      disabled.
    </Notice>
  )
}
