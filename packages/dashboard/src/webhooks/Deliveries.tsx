/** What the webhook was sent, and is to be sent. Refreshes itself while something is on its way. */
import type { WebhookDelivery } from "@rcpt/api/Webhook"
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useSearchParams } from "wouter"

import { Card } from "../parts/Card.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { CursorPagination } from "../parts/Pagination.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { columnsWith } from "./deliveryColumns.tsx"
import { deliveriesQuery, sendAgain, webhookQuery } from "./webhookQueries.ts"

interface DeliveriesProps {
  /** A webhook that is disabled, or gone, is sent nothing again. */
  readonly canSend: boolean
  /** Without a webhook: nothing is shown unless there was one. */
  readonly onlyIfAny?: boolean
}

const useSendAgain = () => {
  const queryClient = useQueryClient()
  const [sent, setSent] = useState<string>()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: sendAgain,
    onSuccess: ({ id }) => {
      setSent(id)
      return queryClient.invalidateQueries({ queryKey: webhookQuery.queryKey })
    }
  })
  return {
    send: (delivery: WebhookDelivery) => mutate(delivery),
    pending: isPending ? variables.id : undefined,
    sent,
    error
  }
}

export const Deliveries = ({ canSend, onlyIfAny = false }: DeliveriesProps) => {
  const [search, setSearch] = useSearchParams()
  const cursor = search.get("cursor") ?? undefined
  const query = useQuery({ ...deliveriesQuery(cursor), placeholderData: keepPreviousData })
  const again = useSendAgain()
  if (onlyIfAny && !query.data?.deliveries.length) return null
  return (
    <Card
      title="Deliveries"
      lead="Whatever is not answered 2xx within 15 seconds is tried again, seven times in 28 hours."
    >
      {again.error && <ErrorNotice error={again.error} />}
      <p className="visually-hidden" role="status">
        {again.sent === undefined ? "" : "The delivery is sent again."}
      </p>
      <Loaded query={query} skeleton={<Skeleton shape="row" lines={5} />}>
        {({ deliveries, next }) =>
          deliveries.length === 0 ? (
            <p className="muted">
              Nothing was sent yet. Send a test above: it comes within seconds, and its answer is
              shown here.
            </p>
          ) : (
            <>
              <DataTable
                caption="Deliveries, the newest first"
                columns={columnsWith({ ...again, canSend })}
                rows={deliveries}
                rowKey={({ id }) => id}
                stale={query.isPlaceholderData}
              />
              <CursorPagination
                label="Pages of deliveries"
                cursor={cursor}
                next={next ?? undefined}
                onMove={(to) => setSearch(to === undefined ? {} : { cursor: to })}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
