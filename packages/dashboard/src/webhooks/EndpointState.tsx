/** How the webhook is, in words: taking what it is sent, failing, or disabled and how it comes back. */
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

const why: Readonly<Record<NonNullable<Webhook["disabled_reason"]>, string>> = {
  gone: "The receiver answered 410 Gone, which says that it is never to be sent anything again.",
  failing: "The receiver has taken nothing for 5 days."
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
        title="Nothing is sent to this URL"
        actions={
          <Button small pending={isPending} onClick={() => mutate()}>
            Enable this URL again
          </Button>
        }
      >
        <p>
          {webhook.disabled_reason && `${why[webhook.disabled_reason]} `}
          {webhook.disabled_at !== null && (
            <>
              It was disabled <DateTime at={webhook.disabled_at} show="ago" />.{" "}
            </>
          )}
          Repair the receiver and enable it again, or set another URL. What was not delivered until
          then can be sent again from the list below.
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
    <Notice kind="warning" title="The receiver fails">
      It has taken nothing since <DateTime at={webhook.failing_since} />. What it does not take is
      tried again for about 28 hours; a receiver that takes nothing for 5 days is disabled.
    </Notice>
  )
}
