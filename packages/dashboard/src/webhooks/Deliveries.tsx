/** The deliveries of an endpoint, past and pending. They are refreshed more often while one is being sent. */
import type { WebhookDelivery } from "@rcpt/api/Webhook"
import type { WebhookAttempt, WebhookEndpoint, WebhookResent } from "@rcpt/api/WebhookEndpoint"
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link } from "wouter"

import { useMay } from "../api/account.ts"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { atEnd, columnsOf, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { DialogButton } from "../parts/Dialog.tsx"
import { Form, useForm } from "../parts/Form.tsx"
import { Input } from "../parts/Input.tsx"
import { List } from "../parts/List.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { StatusBadge } from "../parts/StatusBadge.tsx"
import { actionsColumn, NameLink } from "../parts/tableColumns.tsx"
import { useListState } from "../parts/useListState.ts"
import { whole } from "../words/numbers.ts"
import { words } from "../words/webhooks.tsx"
import {
  deliveriesQuery,
  detailsQuery,
  refreshWebhooks,
  resend,
  resendFailed
} from "./webhookQueries.ts"

const { deliveries: said } = words

/** The body with line breaks, for people. It was sent and signed without them. */
const formatted = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

const linesOf = (headers: NonNullable<WebhookAttempt["request_headers"]>): string =>
  headers.map(({ name, value }) => `${name}: ${value}`).join("\n")

const Answer = ({ response_status, error }: WebhookAttempt) =>
  response_status === null ? (
    <span className="breaks">{error}</span>
  ) : (
    <span className="numeric">{response_status}</span>
  )

interface AttemptProps {
  readonly attempt: WebhookAttempt
  /** Counted from 1; it tells the attempt's parts from those of others. */
  readonly number: number
}

const Attempt = ({ attempt, number }: AttemptProps) => (
  <li className="stack-tight">
    <p>
      <strong>
        <Answer {...attempt} />
      </strong>{" "}
      <span className="muted">
        {words.details.attempt(
          <DateTime at={attempt.at} />,
          whole(attempt.duration_ms),
          <span className="breaks">{attempt.url}</span>
        )}
      </span>
    </p>
    {attempt.response_body !== undefined && (
      <CodeBlock title={words.details.response(number)} code={attempt.response_body} />
    )}
    {attempt.request_headers && (
      <details>
        <summary>{words.details.requestHeaders}</summary>
        <CodeBlock title={words.details.headers(number)} code={linesOf(attempt.request_headers)} />
      </details>
    )}
  </li>
)

/** The request and the response of each attempt at a delivery. */
const DeliveryDetails = ({ delivery }: { readonly delivery: WebhookDelivery }) => {
  const { id, attempts, status, last_attempt_at } = delivery
  const query = useQuery(detailsQuery(id, [attempts, status, last_attempt_at].join()))
  return (
    <QueryState query={query} skeleton={<Skeleton shape="row" lines={4} />}>
      {({ log, request_body }) => (
        <div className="stack webhooks-details">
          {log.length === 0 ? (
            <p className="muted">{words.details.notSent}</p>
          ) : (
            <ol className="webhooks-attempts" aria-label={words.details.attempts}>
              {log.map((attempt, index) => (
                <Attempt key={attempt.at} attempt={attempt} number={log.length - index} />
              ))}
            </ol>
          )}
          <CodeBlock title={words.details.requestBody} code={formatted(request_body)} />
        </div>
      )}
    </QueryState>
  )
}

interface RowActions {
  readonly canSend: boolean
  readonly send: (delivery: WebhookDelivery) => void
  /** The id of the delivery that is being sent again. */
  readonly pending: string | undefined
  /** The id of the delivery whose attempts are shown. */
  readonly opened: string | undefined
  readonly open: (id: string | undefined) => void
  /** Present if the deliveries are of several endpoints. */
  readonly endpoints?: ReadonlyArray<WebhookEndpoint>
}

const EventCell = ({ type, job_id }: WebhookDelivery) => (
  <>
    <code>{type}</code>
    {job_id && (
      <>
        {" "}
        <Link className="small" href={`/jobs/${job_id}`}>
          {said.list}
        </Link>
      </>
    )}
  </>
)

/** The status of the response, or what went wrong. */
const ResponseCell = ({ response_status, error, attempts }: WebhookDelivery) => {
  if (response_status !== null && error === undefined)
    return <span className="numeric">{response_status}</span>
  if (error !== undefined) return <span className="breaks">{error}</span>
  return <span className="muted">{attempts === 0 ? said.notYet : said.noResponse}</span>
}

const NextAttempt = ({ status, next_attempt_at }: WebhookDelivery) => {
  if (status !== "pending") return null
  if (next_attempt_at === null) return <>{said.sending}</>
  // The next attempt is at most ten hours away, so the time is enough.
  return <DateTime at={next_attempt_at} show="time" />
}

const cellOfEndpoint =
  (endpoints: ReadonlyArray<WebhookEndpoint>) =>
  ({ endpoint_id }: WebhookDelivery) => {
    const endpoint = endpoints.find(({ id }) => id === endpoint_id)
    return endpoint === undefined ? (
      <span className="muted">{said.removed}</span>
    ) : (
      <NameLink href={`/webhooks/${endpoint.id}`}>{endpoint.description || endpoint.url}</NameLink>
    )
  }

/** The columns of the deliveries table: the event, its status and response, and the next attempt. */
const columnsWith = ({
  canSend,
  send,
  pending,
  opened,
  open,
  endpoints
}: RowActions): ReadonlyArray<Column<WebhookDelivery>> =>
  columnsOf(
    said,
    {
      event: named((row) => <EventCell {...row} />),
      ...(endpoints && { endpoint: cellOfEndpoint(endpoints) }),
      created: ({ created_at }) => <DateTime at={created_at} />,
      status: ({ status }) => <StatusBadge status={status} />,
      response: (row) => <ResponseCell {...row} />,
      attempts: atEnd(({ attempts }) => attempts),
      next: (row) => <NextAttempt {...row} />
    },
    actionsColumn((row) => (
      <>
        <Button
          variant="quiet"
          small
          aria-expanded={opened === row.id}
          onClick={() => open(opened === row.id ? undefined : row.id)}
        >
          {said.details}
        </Button>
        {canSend && (
          <Button
            variant="quiet"
            small
            disabled={row.status === "pending" && row.attempts === 0}
            pending={pending === row.id}
            onClick={() => send(row)}
          >
            {said.resend}
          </Button>
        )}
      </>
    ))
  )

const dayMillis = 86_400_000

/** The value of a `datetime-local` field: minutes of the reader's own clock, without a zone. */
const localMinute = (millis: number): string => {
  const date = new Date(millis)
  return new Date(millis - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const outcomeOf = ({ resent, left }: WebhookResent): string => {
  if (resent === 0) return words.resending.none
  const sent = words.resending.sent(whole(resent), resent === 1)
  return left === 0 ? sent : `${sent} ${words.resending.left(whole(left))}`
}

const lastDay = () => ({ since: localMinute(Date.now() - dayMillis), until: "" })

const RangeForm = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const [initial] = useState(lastDay)
  const form = useForm({
    initial,
    send: ({ since, until }) =>
      resendFailed(id, {
        since: new Date(since).toISOString(),
        ...(until !== "" && { until: new Date(until).toISOString() })
      }),
    onDone: refreshWebhooks
  })
  return (
    <Form
      form={form}
      action={words.resending.action}
      cancel={words.resending.close}
      onCancel={onClose}
    >
      <p>{words.resending.text}</p>
      <Input label={words.resending.since} type="datetime-local" required {...form.text("since")} />
      <Input
        label={words.resending.until}
        hint={words.resending.untilHint}
        type="datetime-local"
        {...form.text("until")}
      />
      <p role="status">{form.data && !form.isPending ? outcomeOf(form.data) : ""}</p>
    </Form>
  )
}

/**
 * The dialog that sends again all failed deliveries of a period, such as the time while a receiver was
 * down.
 */
const ResendFailed = ({ id }: { readonly id: string }) => (
  <DialogButton small label={words.resending.open} title={words.resending.title}>
    {(close) => <RangeForm id={id} onClose={close} />}
  </DialogButton>
)

interface DeliveriesProps {
  /** Absent for the deliveries of all endpoints, including removed ones. */
  readonly endpoint?: WebhookEndpoint
  /** The endpoints, for their names; removed ones are missing. */
  readonly endpoints?: ReadonlyArray<WebhookEndpoint>
  /** True to show nothing if there are no deliveries, for an account without a webhook. */
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
  const state = useListState()
  const query = useQuery({
    ...deliveriesQuery(endpoint?.id, state.cursor),
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
      <List
        query={query}
        rows={({ deliveries }) => deliveries}
        caption={said.caption}
        columns={columnsWith({
          ...resending,
          canSend,
          opened,
          open: setOpened,
          ...(endpoint === undefined && { endpoints })
        })}
        renderDetail={(row) => (row.id === opened ? <DeliveryDetails delivery={row} /> : undefined)}
        lines={5}
        pages={{ label: said.pages, state }}
        empty={<p className="muted">{said.none}</p>}
      />
    </Card>
  )
}
