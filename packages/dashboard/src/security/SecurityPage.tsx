/** The page of security events: actions in the account, and refused ones. */
import type { PersonNamed } from "@rcpt/api/PersonNamed"
import type { SecurityEvent, SecurityPage as SecurityData } from "@rcpt/api/Security"
import { refusalKinds } from "@rcpt/domain/refusalKinds"
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query"
import { Link } from "wouter"

import { read } from "../api/request.ts"
import { columnsOf, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { List } from "../parts/List.tsx"
import { Page } from "../parts/Page.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import { useListState } from "../parts/useListState.ts"
import { roleWords } from "../people/roleWords.ts"
import { whole } from "../words/numbers.ts"
import { words } from "../words/security.tsx"

import "./SecurityPage.css"

const What = ({ event }: { readonly event: SecurityEvent }) => {
  const { label, isRefusal } = wordsOf(event)
  const detail = detailOf(event)
  return (
    <span className="stack-tight">
      <span className="row">
        {label}
        {isRefusal && <Badge tone="warn">{words.table.refused}</Badge>}
      </span>
      {detail && <span className="small muted breaks security-detail">{detail}</span>}
    </span>
  )
}

const Where = ({ event }: { readonly event: SecurityEvent }) => (
  <span className="stack-tight">
    <span className="breaks">{whereOf(event)}</span>
    {event.address && (
      <span className="small muted">
        {words.table.address(<span className="mono">{event.address.slice(0, 8)}</span>)}
      </span>
    )}
  </span>
)

const columns: ReadonlyArray<Column<SecurityEvent>> = columnsOf(words.table, {
  event: named((event) => <What event={event} />),
  time: ({ created_at, last_at }) => <DateTime at={last_at ?? created_at} />,
  who: (event) => <Where event={event} />,
  requestId: ({ request_id }) =>
    request_id === undefined ? (
      <span className="muted">{words.table.none}</span>
    ) : (
      <span className="mono small breaks">{request_id}</span>
    )
})

/** Events that are worth a look if the reader did not cause them. */
const refusals: ReadonlySet<SecurityEvent["type"]> = new Set(refusalKinds)

interface EventWords {
  readonly label: string
  readonly isRefusal: boolean
}

/** The words for an event. A newer service may have types that this page does not know. */
const wordsOf = ({ type }: SecurityEvent): EventWords => ({
  label: words.events[type] ?? (type as string).replaceAll("_", " "),
  isRefusal: refusals.has(type)
})

/** The name of a person. Only the id is known of somebody who has left the account. */
const nameOf = ({ id, email }: PersonNamed): string => email ?? words.hasLeft(id.slice(-8))

/** The person that an event is about, if another one caused it. */
const aboutOf = ({ person, by_person, role }: SecurityEvent): string | undefined => {
  const isOther = person !== undefined && person.id !== by_person?.id
  const parts = [isOther && nameOf(person), role && roleWords[role].label].filter(Boolean)
  return parts.length === 0 ? undefined : parts.join(": ")
}

/** The detail after the label of an event: a key, a person, an amount, a number of times. */
const detailOf = (event: SecurityEvent): string | undefined => {
  const { key, credits, reason, count, how } = event
  if (how !== undefined) return words.how[how]
  if (key !== undefined) return `${key.name} (…${key.last4})`
  if (credits !== undefined) return `${whole(credits)}: ${reason ?? ""}`
  const about = aboutOf(event)
  if (about !== undefined) return about
  return count > 1 ? words.timesInMinute(whole(count)) : undefined
}

const browserOf = (agent: string | undefined): string =>
  agent === undefined || agent === "other" ? words.otherClient : agent

/** The person or key behind an event, and the browser or program. */
const whereOf = ({ by, by_key, by_person, agent }: SecurityEvent): string => {
  const browser = browserOf(agent)
  switch (by) {
    case "key":
      return by_key === undefined
        ? words.by.someKey(browser)
        : words.by.key(by_key.name, by_key.last4, browser)
    case "session":
      return `${by_person === undefined ? words.by.dashboard : nameOf(by_person)}, ${browser}`
    case "operator":
      return words.by.operator
    case "service":
      return words.by.service
    case "unknown":
      return agent === undefined ? words.by.notRecorded : words.by.notSignedIn(browser)
  }
}

const eventsPerPage = 25

/** Milliseconds between two requests. */
const refetchInterval = 15_000

const securityQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ["security", cursor ?? ""],
    queryFn: read<SecurityData>("/account/security", { limit: eventsPerPage, cursor }),
    placeholderData: keepPreviousData,
    refetchInterval
  })

export const SecurityPage = () => {
  const state = useListState()
  return (
    <Page title={words.title} lead={words.lead}>
      <p>
        {words.advice(
          (text) => (
            <Link href="/keys">{text}</Link>
          ),
          (text) => (
            <Link href="/settings">{text}</Link>
          )
        )}
      </p>
      <List
        query={useQuery(securityQuery(state.cursor))}
        rows={({ events }) => events}
        caption={words.table.caption}
        columns={columns}
        lines={8}
        pages={{ label: words.pages, state }}
        empty={<EmptyState title={words.empty.title}>{words.empty.text}</EmptyState>}
      />
    </Page>
  )
}
