/** An endpoint's deliveries, past and pending. Refreshed more often while one is being sent. */
import type { WebhookDelivery } from "@rcpt/api/Webhook"
import type { WebhookEndpoint } from "@rcpt/api/WebhookEndpoint"
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useSearchParams } from "wouter"

import { useMay } from "../api/role.ts"
import { Card } from "../parts/Card.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { CursorPagination } from "../parts/Pagination.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/webhooks.tsx"
import { columnsWith } from "./deliveryColumns.tsx"
import { DeliveryDetails } from "./DeliveryDetails.tsx"
import { ResendFailed } from "./ResendFailed.tsx"
import { deliveriesQuery, refreshWebhooks, resend } from "./webhookQueries.ts"

const { deliveries: said } = words

interface DeliveriesProps {
  /** Absent: those of all endpoints, also of ones that were removed. */
  readonly endpoint?: WebhookEndpoint
  /** For the names of the others; without those that were removed. */
  readonly endpoints?: ReadonlyArray<WebhookEndpoint>
  /** Shows nothing if there are no deliveries: for an account without a webhook. */
  readonly onlyIfAny?: boolean
}

const useResend = () => {
  const [resentId, setResentId] = useState<string>()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: resend,
    onSuccess: ({ id }) => {
      setResentId(id)
      return refreshWebhooks()
    }
  })
  return {
    send: (delivery: WebhookDelivery) => mutate(delivery),
    pending: isPending ? variables.id : undefined,
    resentId,
    error
  }
}

export const Deliveries = ({ endpoint, endpoints = [], onlyIfAny = false }: DeliveriesProps) => {
  const [search, setSearch] = useSearchParams()
  const cursor = search.get("cursor") ?? undefined
  const query = useQuery({
    ...deliveriesQuery(endpoint?.id, cursor),
    placeholderData: keepPreviousData
  })
  const resending = useResend()
  const [opened, setOpened] = useState<string>()
  const canManage = useMay("manage")
  const canSend = canManage && endpoint?.status === "live"
  if (onlyIfAny && !query.data?.deliveries.length) return null
  return (
    <Card
      title={endpoint === undefined ? said.ofAll : said.title}
      lead={said.lead}
      actions={canSend && <ResendFailed id={endpoint.id} />}
    >
      {resending.error && <ErrorNotice error={resending.error} />}
      <p className="visually-hidden" role="status">
        {resending.resentId === undefined ? "" : said.resent}
      </p>
      <Loaded query={query} skeleton={<Skeleton shape="row" lines={5} />}>
        {({ deliveries, next }) =>
          deliveries.length === 0 ? (
            <p className="muted">{said.none}</p>
          ) : (
            <>
              <DataTable
                caption={said.caption}
                columns={columnsWith({
                  ...resending,
                  canSend,
                  opened,
                  open: setOpened,
                  ...(endpoint === undefined && { endpoints })
                })}
                rows={deliveries}
                rowKey={({ id }) => id}
                stale={query.isPlaceholderData}
                renderDetail={(row) =>
                  row.id === opened ? <DeliveryDetails delivery={row} /> : undefined
                }
              />
              <CursorPagination
                label={said.pages}
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
