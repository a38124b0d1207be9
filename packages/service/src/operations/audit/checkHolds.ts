/**
 * I6 for the checks of requests: every hold of one is opened for the price of its mode, charged once at
 * most and for what its receipt says, and refunded only for a reason that its other events permit.
 */
import * as Credits from "@rcpt/domain/Credits"
import type { EventOf } from "@rcpt/domain/creditsEvents"
import { deepPriceOf } from "@rcpt/domain/price"
import { heldFor } from "@rcpt/domain/prices"

/** The part of the log that is checked again; zeros: all of it. */
export interface Since {
  /** The number of the first commit. */
  readonly from: bigint
  /** The number of the first commit that opened a hold of which that part speaks. */
  readonly opened: bigint
}

interface Rule {
  /** SQL over the columns of `holds`: true where the hold contradicts the rule. */
  readonly broken: string
  /** SQL: a text that says how the hold contradicts it. */
  readonly says: string
}

const reasons = Credits.RefundReason.literals
/** SQL: texts as a list. */
export const quoted = (texts: ReadonlyArray<string>): string =>
  texts.map((text) => `'${text}'`).join(", ")

/** Each event is parsed once: `offset 0` keeps Postgres from doing it for each field. */
const fields = `(select data::jsonb as j offset 0) parsed cross join lateral (
      select j ->> 'holdId' as "holdId", (j ->> 'credits')::bigint as credits, j ->> 'reason' as reason,
        (j ->> 'expiresAt')::bigint as "expiresAt", j -> 'purpose' as purpose, j -> 'receipt' as receipt
    ) d`

/** SQL: an earlier answer was given again. */
const isKnown = `coalesce(type = 'CreditsRefunded' and reason = 'remainder' and receipt ->> 'known' = 'true', false)`

/** SQL: what the events of a type say of their hold, as columns. `is` selects them. */
const columnsOf: Readonly<
  Record<EventOf<"opens" | "settles">["_tag"], (is: string) => ReadonlyArray<string>>
> = {
  CreditsHeld: (is) => [
    `count(*) filter (where ${is}) as opened`,
    `min(version) filter (where ${is}) as opened_at`,
    `coalesce(sum(d.credits) filter (where ${is}), 0) as held`
  ],
  CreditsCharged: (is) => [
    `count(*) filter (where ${is}) as charges`,
    `coalesce(sum(d.credits) filter (where ${is}), 0) as charged`,
    `max(receipt ->> 'status') filter (where ${is}) as charged_for`,
    `max(receipt ->> 'subStatus') filter (where ${is}) as sub_status`
  ],
  CreditsRefunded: (is) => [
    `max(receipt ->> 'status') filter (where ${is} and reason = 'unknown') as free_for`,
    `coalesce(sum(d.credits) filter (where ${isKnown}), 0) as known`,
    `max(receipt ->> 'status') filter (where ${isKnown}) as known_for`,
    `count(*) filter (where ${is} and reason <> 'unknown' and receipt is not null and not ${isKnown})
        as answered_refunds`,
    `count(*) filter (where ${is} and coalesce(reason, '') not in (${quoted(reasons)})) as odd_refunds`,
    ...reasons.map(
      (reason) =>
        `coalesce(sum(d.credits) filter (where ${is} and reason = '${reason}'), 0) as ${reason}`
    )
  ]
}

const columns = Object.entries(columnsOf).flatMap(([tag, of]) => of(`type = '${tag}'`))

/**
 * A row per stream and hold, of their events that `where` selects, and that `having` selects then. A hold that
 * another stream settles has no mode there.
 */
export const holdsOf = (where: string, having = "true") => `
    select stream_id as stream, "holdId" as hold, min(version) as version,
      max(purpose ->> 'kind') as kind, max(purpose ->> 'mode') as mode, max("expiresAt") as expires,
      ${columns.join(",\n      ")}
    from es.event cross join lateral ${fields}
    where stream_id like '${Credits.format.category}-%'
      and type in (${quoted(Object.keys(columnsOf))}) and ${where}
    group by stream_id, "holdId" having ${having}`

const { fast, deep } = heldFor
const deepPrices = Object.entries(deepPriceOf)
  .map(([subStatus, price]) => `when '${subStatus}' then charged <> ${price}`)
  .join(" ")
const settled = "(charged + remainder + unknown + failed + expired)"
const said = (column: string) => `coalesce(${column}, 'not there')`

/** The rules, strongest first: only the first broken one of a hold is reported. */
const rules: ReadonlyArray<Rule> = [
  {
    broken: "opened <> 1 or opened_at <> version",
    says: "format('opened %s times in this stream', opened)"
  },
  { broken: "odd_refunds > 0", says: "'refunded for no known reason'" },
  {
    broken: "kind = 'job' and charges + unknown + expired + unanswered > 0",
    says: "'that of a job, and settled like a check'"
  },
  {
    broken: `kind is distinct from 'job'
        and held is distinct from case mode when 'fast' then ${fast} when 'deep' then ${deep} end`,
    says: "format('opened with %s credits in %s mode', held, mode)"
  },
  {
    broken: "(kind = 'job') <> (expires is null)",
    says: "'one that expires as others of its kind do not'"
  },
  { broken: "charges > 1", says: "format('charged %s times', charges)" },
  {
    broken: "charges = 1 and coalesce(charged_for, 'unknown') = 'unknown'",
    says: `format('charged %s for an answer that is %s', charged, ${said("charged_for")})`
  },
  {
    broken: `charges = 1 and (charged not in (${fast}, ${deep}) or mode = 'fast' and charged <> ${fast}
        or mode = 'deep' and case sub_status ${deepPrices} else false end)`,
    says: "format('charged %s in %s mode for %s', charged, mode, concat_ws(' ', charged_for, sub_status))"
  },
  {
    broken: "unknown > 0 and (unknown <> held or free_for is distinct from 'unknown')",
    says: `format('refunded %s of %s as unknown for an answer that is %s', unknown, held, ${said("free_for")})`
  },
  {
    broken:
      "known > 0 and (known <> held or remainder <> held or coalesce(known_for, 'unknown') = 'unknown')",
    says: `format('refunded %s of %s for an earlier answer that is %s', known, held, ${said("known_for")})`
  },
  { broken: "answered_refunds > 0", says: "'refunded although it has an answer'" },
  {
    broken: "charges = 1 and failed + expired > 0",
    says: "format('charged %s, and refunded %s as if nothing was', charged, failed + expired)"
  },
  {
    broken: "unanswered not in (0, charged)",
    says: "format('charged %s, of which %s were reversed', charged, unanswered)"
  },
  {
    broken: `kind <> 'job' and known = 0 and remainder not in (0, case mode when 'deep' then ${deep - fast} else 0 end)`,
    says: "format('refunded a remainder of %s in %s mode', remainder, mode)"
  },
  {
    broken: `${settled} > held
        or kind <> 'job' and ${settled} > remainder and ${settled} < held`,
    says: `format('settled with %s of %s credits', ${settled}, held)`
  }
]

const cases = rules.map(({ broken, says }) => `when ${broken} then ${says}`).join("\n      ")

export const checkHolds = ({ from, opened }: Since) => `
  select format('%s, version %s: hold %s is %s', stream, version, hold, what) as fact
  from (select *, case
      ${cases} end as what
    from (${holdsOf(`commit_id >= ${opened}`, `max(commit_id) >= ${from}`)}) holds) judged
  where what is not null`
