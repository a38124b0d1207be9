/** The page of accuracy: how many of the mailed addresses bounced, by what rcpt had said of them. */
import type { Accuracy, AccuracyDays, AccuracyGroup, BounceRate } from "@rcpt/api/Accuracy"
import { queryOptions, useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useSearchParams } from "wouter"

import { useAccount } from "../api/account.ts"
import { read } from "../api/request.ts"
import { ButtonLink } from "../parts/Button.tsx"
import { atEnd, columnsOf, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Notice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Select } from "../parts/Select.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { StatusBadge } from "../parts/StatusBadge.tsx"
import { TableCard } from "../parts/TableCard.tsx"
import { words } from "../words/accuracy.tsx"
import { whole } from "../words/numbers.ts"
import { phrases } from "../words/phrases.tsx"
import { words as results } from "../words/results.tsx"
import { rateText } from "./rateText.ts"

import "./AccuracyPage.css"

// The choice of days and accounts, which is in the URL.

type Whose = "own" | "all"

const dayChoices = (["30", "90", "365"] as const satisfies ReadonlyArray<AccuracyDays>).map(
  (value) => ({ value, label: words.lastDays(Number(value)) })
)

const whoseChoices = (["own", "all"] as const).map((value) => ({
  value,
  label: words.whose[value]
}))

const accuracyQuery = (days: AccuracyDays, whose: Whose) =>
  queryOptions({
    queryKey: ["accuracy", days, whose],
    queryFn: read<Accuracy>(whose === "all" ? "/admin/accuracy" : "/usage/accuracy", { days })
  })

// The chart: one line for each group, on a scale that all have in common.

/** Width in units of the drawing, which is stretched to the available width. */
const width = 1_000
/** The least width of an interval, per mille, which keeps it visible. */
const rangeWidthMin = 8

interface RangeProps {
  readonly rate: BounceRate
  /** The share at the right end. */
  readonly top: number
}

/** An interval with its share as a line in it. It is hidden from screen readers, as the numbers stand beside it. */
const Range = ({ rate: { share, low, high }, top }: RangeProps) => {
  const at = (part: number) => Math.min(width, (part / top) * width)
  const left = Math.min(at(low), width - rangeWidthMin)
  return (
    <svg
      className="proportion-bar accuracy-range"
      viewBox={`0 0 ${width} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className="proportion-ground" width={width} height="10" />
      <rect
        className="fill-accent accuracy-interval"
        x={left}
        width={Math.max(rangeWidthMin, at(high) - left)}
        height="10"
      />
      <rect
        className="fill-accent"
        x={Math.min(at(share), width - rangeWidthMin)}
        width={rangeWidthMin}
        height="10"
      />
    </svg>
  )
}

const count =
  (key: keyof typeof words.counts) =>
  (group: AccuracyGroup): ReactNode => <span className="mono">{whole(group[key])}</span>

const columnsFor = (
  head: string,
  nameOf: (name: string) => ReactNode,
  top: number
): ReadonlyArray<Column<AccuracyGroup>> =>
  columnsOf(
    { name: head, ...words.counts, share: words.share },
    {
      name: named(({ name }) => <span className="accuracy-name">{nameOf(name)}</span>),
      sent: atEnd(count("sent")),
      delivered: atEnd(count("delivered")),
      bounced: atEnd(count("bounced")),
      complained: atEnd(count("complained")),
      share: ({ bounce_rate: rate }) =>
        rate === undefined ? (
          <span className="muted small">{words.notEnough}</span>
        ) : (
          <span className="accuracy-share">
            <Range rate={rate} top={top} />
            <span className="mono small">{rateText(rate)}</span>
          </span>
        )
    }
  )

type Dimension = Extract<keyof Accuracy, `by_${string}`>

interface DimensionTexts {
  readonly key: Dimension
  readonly nameOf: (name: string) => ReactNode
}

const lookedUp =
  (texts: Readonly<Record<string, string>>) =>
  (name: string): string =>
    texts[name] ?? name

/** A band such as `80-89`, with the dash of a range. */
const bandText = (name: string): string => name.replace("-", "–")

const dimensions: ReadonlyArray<DimensionTexts> = [
  { key: "by_status", nameOf: (name) => <StatusBadge status={name} /> },
  { key: "by_mode", nameOf: lookedUp(phrases.mode) },
  { key: "by_sub_status", nameOf: lookedUp(results.subStatuses) },
  { key: "by_score", nameOf: bandText },
  { key: "by_provider", nameOf: (name) => name },
  { key: "by_catch_all_confidence", nameOf: bandText }
]

/** The highest end of an interval on the page: all charts have the same scale. */
const topOf = (accuracy: Accuracy): number =>
  Math.max(
    0.01,
    ...dimensions.flatMap(({ key }) =>
      accuracy[key].map(({ bounce_rate: rate }) => rate?.high ?? 0)
    )
  )

const NoReports = () => (
  <EmptyState
    picture="bars"
    title={words.empty.title}
    action={<ButtonLink href="/docs/feedback">{words.empty.action}</ButtonLink>}
  >
    {words.empty.text}
  </EmptyState>
)

const AccuracyOf = ({ accuracy }: { readonly accuracy: Accuracy }) => {
  const { total, mail_min, deliveries_reported, deferred } = accuracy
  if (total.sent === 0) return <NoReports />
  const top = topOf(accuracy)
  const rate = total.bounce_rate
  return (
    <>
      {!deliveries_reported && (
        <Notice kind="warning" title={words.onlyBounces.title} standing>
          <p>{words.onlyBounces.text}</p>
        </Notice>
      )}
      <p className="accuracy-sum">
        {words.sum(whole(total.sent), whole(total.bounced), rate && rateText(rate))}{" "}
        <span className="muted">
          {rate === undefined ? words.enough(whole(mail_min)) : words.interval}
        </span>
      </p>
      {deferred > 0 && <p className="muted">{words.deferred(whole(deferred), deferred === 1)}</p>}
      {dimensions
        .filter(({ key }) => accuracy[key].length > 0)
        .map(({ key, nameOf }) => {
          const { title, head } = words.dimensions[key]
          return (
            <TableCard
              key={key}
              title={title}
              caption={words.caption(title)}
              columns={columnsFor(head, nameOf, top)}
              rows={accuracy[key]}
              rowKey={({ name }) => name}
            />
          )
        })}
    </>
  )
}

export const AccuracyPage = () => {
  const [search, setSearch] = useSearchParams()
  const { data: account } = useAccount()
  const days = dayChoices.find(({ value }) => value === search.get("days"))?.value ?? "90"
  const whose = account?.is_admin && search.get("of") === "all" ? "all" : "own"
  const choose = (chosen: { readonly days: string; readonly of: string }): void =>
    setSearch({ days: chosen.days, ...(chosen.of === "all" && { of: "all" }) }, { replace: true })
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          {account?.is_admin && (
            <Select
              label={words.mailOf}
              choices={whoseChoices}
              value={whose}
              onChoose={(of) => choose({ days, of })}
            />
          )}
          <Select
            label={words.period}
            choices={dayChoices}
            value={days}
            onChoose={(days) => choose({ days, of: whose })}
          />
        </>
      }
    >
      <QueryState
        query={useQuery(accuracyQuery(days, whose))}
        skeleton={<Skeleton shape="block" height="24rem" />}
      >
        {(accuracy) => <AccuracyOf accuracy={accuracy} />}
      </QueryState>
    </Page>
  )
}
