/** What was sent in each attempt at a delivery, and what was answered. */
import type { WebhookDelivery } from "@rcpt/api/Webhook"
import type { WebhookAttempt } from "@rcpt/api/WebhookEndpoint"
import { useQuery } from "@tanstack/react-query"

import { CodeBlock } from "../parts/CodeBlock.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { whole } from "../words/numbers.ts"
import { words } from "../words/webhooks.tsx"
import { detailsQuery } from "./webhookQueries.ts"

const { details: said } = words

/** For people. What was sent has no line breaks, and is signed that way. */
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
  /** From 1: tells its parts from those of the others. */
  readonly number: number
}

const Attempt = ({ attempt, number }: AttemptProps) => (
  <li className="stack-tight">
    <p>
      <strong>
        <Answer {...attempt} />
      </strong>{" "}
      <span className="muted">
        {said.attempt(
          <DateTime at={attempt.at} />,
          whole(attempt.duration_ms),
          <span className="breaks">{attempt.url}</span>
        )}
      </span>
    </p>
    {attempt.response_body !== undefined && (
      <CodeBlock title={said.response(number)} code={attempt.response_body} />
    )}
    {attempt.request_headers && (
      <details>
        <summary>{said.requestHeaders}</summary>
        <CodeBlock title={said.headers(number)} code={linesOf(attempt.request_headers)} />
      </details>
    )}
  </li>
)

export const DeliveryDetails = ({ delivery }: { readonly delivery: WebhookDelivery }) => {
  const { id, attempts, status, last_attempt_at } = delivery
  const query = useQuery(detailsQuery(id, [attempts, status, last_attempt_at].join()))
  return (
    <Loaded query={query} skeleton={<Skeleton shape="row" lines={4} />}>
      {({ log, request_body }) => (
        <div className="stack webhooks-details">
          {log.length === 0 ? (
            <p className="muted">{said.notSent}</p>
          ) : (
            <ol className="webhooks-attempts" aria-label={said.attempts}>
              {log.map((attempt, index) => (
                <Attempt key={attempt.at} attempt={attempt} number={log.length - index} />
              ))}
            </ol>
          )}
          <CodeBlock title={said.requestBody} code={formatted(request_body)} />
        </div>
      )}
    </Loaded>
  )
}
