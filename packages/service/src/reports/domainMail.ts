/**
 * What became of mail to catch-all domains, counted from the reports that are kept of mailboxes there. Accounts share the
 * counts, so a domain is known by an HMAC under a key of the service.
 */
import { otherAccountsMin } from "@rcpt/domain/catchAllConfidence"
import type { DomainMail } from "@rcpt/domain/Evidence"
import type { Facts } from "@rcpt/domain/Feedback"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

import { addressHmac } from "../accounts/addressHmac.ts"
import { Secrets } from "../platform/Secrets.ts"
import { mailboxOf } from "./mailboxDigest.ts"

/** 128 bits: enough to tell domains apart. */
const digestHexChars = 32

const domainOf = (email: string): string => {
  const mailbox = mailboxOf(email)
  return mailbox.slice(mailbox.lastIndexOf("@") + 1)
}

type DomainDigest = (email: string) => string

/** The digest of an address's domain. */
export const domainDigest: Effect.Effect<DomainDigest, never, Secrets> = Secrets.use(({ key }) =>
  Effect.map(
    key("domains of reports"),
    (secret) => (email) =>
      addressHmac(secret).update(domainOf(email)).digest("hex").slice(0, digestHexChars)
  )
)

const catchAlls: ReadonlySet<string | undefined> = new Set(["catch_all", "role_based_catch_all"])

/** Whether the verification knew that the domain takes every name. */
export const isOfCatchAll = ({ confidence, subStatus }: Facts): boolean =>
  confidence !== undefined || catchAlls.has(subStatus)

/** The newest reports of an account that count. Thousands would only move the confidence by less than one point. */
const ownMax = 1_000

/** Accounts whose reports count, and the newest reports of each: enough, and no account outweighs all others. */
const othersMax = 50
const ofEachMax = 20

export interface DomainRow {
  readonly domain: string
  readonly arrived: number
  readonly bounced: number
  /** Other accounts that reported. */
  readonly others: number
  readonly othersArrived: number
  readonly othersBounced: number
}

/**
 * Rows of `DomainRow`, for each of the digests. It reads a bounded part of an index. `account_id` is stepped through: the
 * index has thousands of rows of some.
 */
export const domainRows = (
  sql: SqlClient.SqlClient,
  account: string,
  domains: ReadonlyArray<string>
) => sql`
  select encode(asked.domain, 'hex') as domain, own.arrived, own.bounced, others.accounts as others,
    others.arrived as "othersArrived", others.bounced as "othersBounced"
  from (select distinct decode(text, 'hex') as domain from unnest(${domains}::text[]) text) asked
  cross join lateral (
    select count(*) filter (where outcome <> 'bounced')::int as arrived,
      count(*) filter (where outcome = 'bounced')::int as bounced
    from (
      select outcome from reported_mailbox
      where domain = asked.domain and account_id = ${account} and expires_at > now()
      order by expires_at desc limit ${ownMax}) newest) own
  cross join lateral (
    with recursive reporter as (
      (select account_id from reported_mailbox where domain = asked.domain
        order by account_id limit 1)
      union all
      select next.account_id from reporter cross join lateral (
        select account_id from reported_mailbox
        where domain = asked.domain and account_id > reporter.account_id
        order by account_id limit 1) next
    )
    select count(distinct account_id)::int as accounts,
      count(*) filter (where outcome <> 'bounced')::int as arrived,
      count(*) filter (where outcome = 'bounced')::int as bounced
    from (select * from reporter where account_id <> ${account} limit ${othersMax}) other
    cross join lateral (
      select outcome from reported_mailbox r
      where domain = asked.domain and r.account_id = other.account_id and expires_at > now()
      order by expires_at desc limit ${ofEachMax}) newest) others
  where own.arrived + own.bounced + others.accounts > 0`

/** Mail of fewer other accounts is not told: one of them could be recognized. */
export const domainMailOf = (row: DomainRow): DomainMail => ({
  own: { arrived: row.arrived, bounced: row.bounced },
  ...(row.others >= otherAccountsMin && {
    others: { arrived: row.othersArrived, bounced: row.othersBounced }
  })
})
