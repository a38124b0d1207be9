/**
 * The invariants of the ledger, each as one query for contradictions. They hold at every moment.
 *
 * `rcpt ledger verify`, the tests and an auditor with `psql` all run the same queries. Each query sees
 * one snapshot, so it may run while the ledger is written to. The queries about holds and jobs are in `checkHolds.ts`
 * and `checkJobs.ts`.
 */
import * as Account from "@rcpt/domain/Account"
import * as Credits from "@rcpt/domain/Credits"
import { givenIds, tagsOf } from "@rcpt/domain/creditsEvents"
import * as Demo from "@rcpt/domain/Demo"
import * as Feedback from "@rcpt/domain/Feedback"
import * as Job from "@rcpt/domain/Job"
import { ledgerAccounts, postingRules } from "@rcpt/domain/postings"
import type { LedgerAccount, PostingCondition, PostingRule } from "@rcpt/domain/postings"
import { heldFor } from "@rcpt/domain/prices"
import * as Rules from "@rcpt/domain/Rules"
import { whereStreamSql } from "@rcpt/store/whereStream"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { checkHolds, quoted } from "./checkHolds.ts"
import type { Since } from "./checkHolds.ts"
import { chunkCosts, jobCosts, jobEvents, jobSums } from "./checkJobs.ts"

export interface Invariant {
  readonly id: string
  readonly says: string
  /** Returns a row per contradiction, with a `fact` that names it; none if the invariant holds. */
  readonly contradictions?: string
  /** The same for what reads tables of the service, which a store of its own does not have. */
  readonly ofTables?: string
}

/** Contradictions shown per invariant. More add nothing, and a broken ledger may have millions. */
const factsMax = 20

const { available, hold, usage, issued, adjusted } = ledgerAccounts

/** The sum of credits to accounts of a kind minus the sum from them. */
const net = (name: string) =>
  `coalesce(sum(case when credit like '${name}' then amount when debit like '${name}' then -amount end), 0)`

/** SQL for the name of an account; `owner` is SQL for the id of the customer's account. */
const nameOf = (kind: LedgerAccount, owner: string): string => {
  const prefix = `'${ledgerAccounts[kind]}'`
  if (kind === "available" || kind === "usage") return `${prefix} || ${owner}`
  return kind === "hold" ? `${prefix} || (data ->> 'holdId')` : prefix
}

const conditionOf = (when: PostingCondition): string => {
  if (when.field === "credits")
    return `(data ->> 'credits')::bigint ${when.sign === "positive" ? ">" : "<"} 0`
  return "is" in when
    ? `data ->> 'reason' is not distinct from '${when.is}'`
    : `data ->> 'reason' is distinct from '${when.isNot}'`
}

const branch = (
  tag: string,
  { when, ...rule }: PostingRule,
  side: "debit" | "credit",
  owner: string
): string => {
  const condition = when === undefined ? "" : ` and ${conditionOf(when)}`
  return `when type = '${tag}'${condition} then ${nameOf(rule[side], owner)}`
}

const casesOf = (tags: ReadonlyArray<string>, side: "debit" | "credit", owner: string): string =>
  Object.entries(postingRules)
    .filter(([tag]) => tags.includes(tag))
    .flatMap(([tag, rules]) => rules.map((rule) => branch(tag, rule, side, owner)))
    .join("\n          ")

/** SQL: the transfers of one aggregate. An event with an amount that it must not have is included. */
const transfersOf = (
  { category, events }: { readonly category: string; readonly events: { readonly cases: object } },
  owner: string,
  from: bigint
): string => {
  const tags = Object.keys(events.cases).filter((tag) => Object.hasOwn(postingRules, tag))
  return `
        select commit_id, idx as event_idx, type, abs((data ->> 'credits')::bigint) as amount,
          case ${casesOf(tags, "debit", owner)} end as debit,
          case ${casesOf(tags, "credit", owner)} end as credit
        from es.event
        where stream_id like '${category}-%' and type in (${quoted(tags)})
          and commit_id >= ${from} and data ->> 'credits' <> '0'`
}

/**
 * SQL: the transfers that must follow from the events, from a commit on, with the columns commit_id, event_idx, type,
 * amount, debit, credit. It is generated from the table that they are written by (`domain/postings.ts`), so the rules
 * stand in one place.
 */
const expectedTransfers = (from: bigint): string =>
  [
    transfersOf(Credits.format, `substr(stream_id, ${Credits.format.category.length + 2})`, from),
    transfersOf(Job.format, "(data ->> 'accountId')", from)
  ].join("\n        union all")

const ledgerPrefix = `${Credits.format.category}-`
const feedbackPrefix = `${Feedback.format.category}-`
const accountOfLedger = `substr(stream_id, ${ledgerPrefix.length + 1})`

/** SQL for I8: the sweeper finds expired holds by these rows. Events and rows keep milliseconds; 0 is stored as no expiry. */
const holdRows = `
  select format('hold %s: account, credits, expiry and event are %s, its event says %s', hold,
    row(h.account, h.credits, h.expiry, h.place), row(e.account, e.credits, e.expiry, e.place)) as fact
  from (
    select hold_id::text as hold, account_id::text as account, credits,
      round(extract(epoch from expires_at) * 1000)::bigint as expiry,
      commit_id || '-' || event_idx as place
    from es.hold
  ) h full join (
    select j ->> 'holdId' as hold, ${accountOfLedger} as account, (j ->> 'credits')::bigint as credits,
      nullif((j ->> 'expiresAt')::bigint, 0) as expiry, commit_id || '-' || idx as place
    from es.event cross join lateral (select data::jsonb as j offset 0) parsed
    where stream_id like '${ledgerPrefix}%' and type in (${quoted(tagsOf("opens"))})
  ) e using (hold)
  where (h.account, h.credits, h.expiry, h.place) is distinct from (e.account, e.credits, e.expiry, e.place)`

const givenIdFields = Object.values(givenIds)
  .map((id) => `data ->> '${id}'`)
  .join(", ")

/** SQL: grants and adjustments. The id of each is that of its command (`toAppend` of the ledger). */
const postings = `
    select commit_id, stream_id, version, ${accountOfLedger} as account, data ->> 'credits' as credits, type,
      coalesce(${givenIdFields})::uuid as command_id
    from es.event where stream_id like '${ledgerPrefix}%' and type in (${quoted(tagsOf("given"))})`

const sha256 = (text: string) => `sha256(convert_to(${text}, 'UTF8'))`

/** SQL for I9, by events: a retry finds by a command that it was executed before. */
const commandRows = `
  select format('%s, version %s: its command %s is %s', stream_id, version, p.command_id, case
      when c.command_id is null then 'not there'
      when c.commit_id <> p.commit_id then 'that of commit ' || c.commit_id
      else 'stored with another request or outcome' end) as fact
  from (${postings}) p left join es.command c using (command_id)
  where c.command_id is null or c.commit_id <> p.commit_id
    or c.request_hash <> ${sha256("account || ' ' || type || ' ' || credits")}
    or (outcome ->> 'account', outcome ->> 'credits') is distinct from (account, credits)
  union all
  select format('command %s of commit %s: no event there is of it', c.command_id, c.commit_id)
  from es.command c left join (${postings}) p using (command_id) left join (
    select distinct commit_id, stream_id from es.event
    where stream_id like '${ledgerPrefix}%' or stream_id like '${Demo.format.category}-%'
      or stream_id like '${feedbackPrefix}%'
  ) s on s.commit_id = c.commit_id and case when outcome ->> 'account' is null
    then s.stream_id like '${Demo.format.category}-%' else s.stream_id in
      ('${ledgerPrefix}' || (outcome ->> 'account'), '${feedbackPrefix}' || (outcome ->> 'account')) end
  where p.command_id is null and (s.commit_id is null or outcome ->> 'credits' <> '0')`

/** SQL for I9, by the keys of requests: reply and command are written together, and deleted with the key. */
const replyRows = `
  select format('command %s of a request with a key: %s', command_id, case
      when r.command_id is null then 'its reply is gone' else 'its request is another one' end) as fact
  from idempotency i join es.command c using (command_id) left join es.reply r using (command_id)
  where r.command_id is null or c.request_hash <> i.request_hmac
  union all
  select format('the reply of command %s was paid for, and the command is gone', command_id)
  from es.reply r left join es.command c using (command_id)
  where c.command_id is null and body ~ '"credits_(used|reserved)": ?[1-9]'`

const accountPrefix = `${Account.format.category}-`
const ofAccounts = `stream_id like '${accountPrefix}%'`
const accountOfStream = `substr(stream_id, ${accountPrefix.length + 1})`

/** SQL: whether an account is closed. The column is read by name, because an older release does not have it. */
const isClosed = `to_jsonb(account) ->> 'closed_at' is not null`

/** SQL: whether an account is suspended. The newest event of two kinds decides. */
const isSuspended = `
      coalesce((array_agg(type = 'AccountSuspended' order by version desc)
        filter (where type in ('AccountSuspended', 'AccountResumed')))[1], false)`

const accountRows = `
  select format('account %s: owner, suspended, closed are %s, its events say %s', account, row::text, said::text) as fact
  from (
    select account_id::text as account, row(owner, suspended_at is not null, ${isClosed}) as row from account
  ) a full join (
    select ${accountOfStream} as account,
      row(bool_or((data ->> 'owner')::boolean) filter (where type = 'AccountOpened'), ${isSuspended},
        bool_or(type = 'AccountClosed')) as said
    from es.event where ${ofAccounts} group by stream_id
  ) e using (account)
  where row::text is distinct from said::text`

/** SQL: the role of a key; one that is older than roles may do everything. */
const roleOf = (json: string) => `coalesce(${json} ->> 'role', 'manager')`

const keyRows = `
  select format('key %s: account, end, scopes, terms, role, maker, revoked are %s, its events say %s', key, row::text, said::text)
  from (
    select key_id::text as key, row(account_id::text, last4, array(select unnest(scopes) order by 1), terms,
      ${roleOf("to_jsonb(api_key)")}, to_jsonb(api_key) ->> 'made_by_key', revoked_at is not null) as row
    from api_key
  ) k full join (
    select i.data ->> 'keyId' as key, row(${accountOfStream.replace("stream_id", "i.stream_id")}, i.data ->> 'last4',
      array(select json_array_elements_text(coalesce(coalesce(c.data, i.data) -> 'scopes', '[]')) order by 1),
      (coalesce(c.data, i.data) -> 'terms')::jsonb, ${roleOf("i.data::jsonb")}, i.data ->> 'madeBy',
      r.key is not null) as said
    from es.event i left join (
      select distinct stream_id, data ->> 'keyId' as key from es.event
      where ${ofAccounts} and type = 'ApiKeyRevoked'
    ) r on r.stream_id = i.stream_id and r.key = i.data ->> 'keyId'
    left join (
      select distinct on (stream_id, data ->> 'keyId') stream_id, data ->> 'keyId' as key, data from es.event
      where ${ofAccounts} and type = 'ApiKeyChanged' order by stream_id, data ->> 'keyId', version desc
    ) c on c.stream_id = i.stream_id and c.key = i.data ->> 'keyId'
    where i.${ofAccounts} and i.type = 'ApiKeyIssued'
  ) e using (key)
  where row::text is distinct from said::text`

const checkAccounts = `${accountRows} union all ${keyRows}`

/** SQL for I11: the newest event about a person decides. The person who opened the account has its id. */
const checkPeople = `
  select format('person %s: account, role are %s, its events say %s', person, row::text, said::text) as fact
  from (select person_id::text as person, row(account_id::text, role) as row from person) p
  full join (
    select person, row(account, role) as said from (
      select distinct on (account, person) account, person, role, is_there from (
        select ${accountOfStream} as account, version, type <> 'PersonRemoved' as is_there,
          coalesce(data ->> 'personId', ${accountOfStream}) as person,
          coalesce(data ->> 'role', 'manager') as role
        from es.event where ${ofAccounts}
          and type in ('AccountOpened', 'PersonJoined', 'PersonAdmitted', 'RoleChanged', 'PersonRemoved')
      ) told order by account, person, version desc
    ) newest where is_there and not exists (
      select from es.event where ${whereStreamSql(`'${accountPrefix}' || account`)} and type = 'AccountClosed')
  ) e using (person)
  where row::text is distinct from said::text`

const rulesPrefix = `${Rules.format.category}-`
const accountOfRules = `substr(stream_id, ${rulesPrefix.length + 1})`

/**
 * SQL for I12: the newest event about a rule decides. No event holds the value of a rule about an address. An account
 * names its rules exactly if it has some, since its checks ask for no others.
 */
const checkRules = `
  select format('rule %s: account, action, match, subdomains, value are %s, its events say %s', rule,
    row::text, said::text) as fact
  from (
    select rule_id::text as rule, row(account_id::text, action, match, subdomains,
      case when match <> 'address' then value end) as row from account_rule
  ) r full join (
    select rule, row(account, action, match, subdomains, value) as said from (
      select distinct on (account, rule) * from (
        select ${accountOfRules} as account, version, r ->> 'ruleId' as rule, r ->> 'action' as action,
          r ->> 'match' as match, coalesce(r ->> 'subdomains', 'false')::boolean as subdomains,
          r ->> 'value' as value, true as is_there
        from es.event cross join lateral json_array_elements(data -> 'rules') r
        where stream_id like '${rulesPrefix}%' and type = 'RulesAdded'
        union all
        select ${accountOfRules}, version, r, null, null, null, null, false
        from es.event cross join lateral json_array_elements_text(data -> 'ruleIds') r
        where stream_id like '${rulesPrefix}%' and type = 'RulesRemoved'
      ) told order by account, rule, version desc
    ) newest where is_there and not exists (
      select from es.event where ${whereStreamSql(`'${accountPrefix}' || account`)} and type = 'AccountClosed')
  ) e using (rule)
  where row::text is distinct from said::text
  union all
  select format('account %s: %s, but it names %s', account_id, case when has then 'has rules' else 'has no rule' end,
    coalesce(rules_id::text, 'none'))
  from (
    select a.account_id, rules_id, exists (select from account_rule r where r.account_id = a.account_id) as has
    from account a
  ) named where has = (rules_id is null)`

const jobStreams = `'${Job.format.category}-%'`

const invariantsSince = (since: Since): ReadonlyArray<Invariant> => [
  {
    id: "I1",
    says: "What was granted is available, held or charged.",
    contradictions: `
      select format('granted %s, but available %s + held %s + charged %s',
        granted, available, held, charged) as fact
      from (select
        (select -(${net(issued)}) - (${net(adjusted)}) from es.transfer) as granted,
        (select ${net(`${usage}%`)} from es.transfer) as charged,
        (select coalesce(sum(available), 0) from es.account) as available,
        (select coalesce(sum(credits - charged - refunded), 0) from es.hold) as held
      ) sums where granted <> available + held + charged`
  },
  {
    id: "I2",
    says: "No bounded balance is below zero.",
    contradictions: `
      select format('account %s has %s available', account_id, available) as fact
      from es.account where available < 0
      union all
      select format('hold %s: %s held, %s charged, %s refunded',
        hold_id, credits, charged, refunded)
      from es.hold where charged < 0 or refunded < 0 or charged + refunded > credits`
  },
  {
    id: "I3",
    says: "A hold is what was charged, refunded and remains of it.",
    contradictions: `
      select format('hold %s: row says %s/%s/%s held/charged/refunded, transfers say %s/%s/%s',
        hold_id, h.credits, h.charged, h.refunded, t.credits, t.charged, t.refunded) as fact
      from es.hold h full join (
        select hold_id, ${net(`${hold}%`)} + sum(case when debit like '${hold}%' then amount else 0 end) as credits,
          ${net(`${usage}%`)} as charged,
          sum(case when credit like '${available}%' then amount else 0 end) as refunded
        from es.transfer where hold_id is not null group by hold_id
      ) t using (hold_id)
      where (h.credits, h.charged, h.refunded) is distinct from (t.credits, t.charged, t.refunded)`
  },
  {
    id: "I4",
    says: "An account's balance is what its transfers add up to.",
    contradictions: `
      select format('account %s: row says %s, transfers say %s', account_id, available, sum) as fact
      from es.account full join (
        select account_id, sum(delta) from (
          select substr(credit, ${available.length + 1})::uuid as account_id, amount as delta
          from es.transfer where credit like '${available}%'
          union all
          select substr(debit, ${available.length + 1})::uuid, -amount from es.transfer where debit like '${available}%'
        ) moves group by account_id
      ) t using (account_id)
      where available is distinct from sum`
  },
  {
    id: "I5",
    says: "Transfers are what the events say.",
    contradictions: `
      select format('commit %s, event %s (%s): says %s → %s %s, transfer is %s → %s %s',
        commit_id, e.event_idx, type, e.debit, e.credit, e.amount, t.debit, t.credit, t.amount) as fact
      from (${expectedTransfers(since.from)}) e full join (
        select * from es.transfer where commit_id >= ${since.from}
      ) t using (commit_id, event_idx)
      where (e.debit, e.credit, e.amount) is distinct from (t.debit, t.credit, t.amount)
      union all
      select format('commit %s, event %s: has %s transfers', commit_id, event_idx, count(*))
      from es.transfer where commit_id >= ${since.from}
      group by commit_id, event_idx having count(*) > 1
      union all
      select format('commit %s: its %s transfers have the numbers %s to %s', commit_id, count(*), min(idx), max(idx))
      from es.transfer where commit_id >= ${since.from}
      group by commit_id having (min(idx), max(idx)) <> (1, count(*))`
  },
  {
    id: "I6",
    says: `A verification costs 0, ${heldFor.fast} or ${heldFor.deep}, and nothing exactly when its answer is unknown or of the sandbox.`,
    contradictions: `${checkHolds(since)} union all ${chunkCosts(since)}`,
    ofTables: jobCosts
  },
  {
    id: "I7",
    says: "A job is charged what its rows cost, counts what they came to, and ends with nothing held.",
    contradictions: `
      select format('%s begins with %s', stream_id, type) as fact
      from es.event where stream_id like ${jobStreams} and version = 1 and type <> 'JobSubmitted'
      union all ${jobEvents}`,
    ofTables: jobSums
  },
  {
    id: "I8",
    says: "A hold is kept as the event says that opened it.",
    contradictions: holdRows
  },
  {
    id: "I9",
    says: "Every grant, adjustment and paid reply is remembered, each by its own command.",
    contradictions: commandRows,
    ofTables: replyRows
  },
  {
    id: "I10",
    says: "Owners, suspensions and API keys are what their events say.",
    ofTables: checkAccounts
  },
  {
    id: "I11",
    says: "Who is in an account, and as what, is what its events say.",
    ofTables: checkPeople
  },
  {
    id: "I12",
    says: "The rules of an account are what their events say.",
    ofTables: checkRules
  }
]

export const invariants = invariantsSince({ from: 0n, opened: 0n })

/**
 * The same without those events before a commit that are whole. What the rows of now say is compared with all
 * events: balances, holds, jobs, commands.
 */
export const invariantsFrom = (
  from: bigint
): Effect.Effect<ReadonlyArray<Invariant>, SqlError.SqlError, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly opened: bigint }>`
      select coalesce(min(commit_id), ${from}) as opened from es.transfer where hold_id in (
        select hold_id from es.transfer where commit_id >= ${from})`
  ).pipe(Effect.map(([row]) => invariantsSince({ from, opened: row!.opened })))

interface Contradiction {
  readonly invariant: Invariant
  readonly facts: ReadonlyArray<string>
}

const ask = (contradictions: string) =>
  SqlClient.SqlClient.use((sql) =>
    sql.unsafe<{ readonly fact: string }>(`${contradictions} limit ${factsMax}`)
  ).pipe(Effect.map((rows) => rows.map(({ fact }) => fact)))

const hasService = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly found: boolean }>`select to_regclass('person') is not null as found`
).pipe(Effect.map(([row]) => row!.found))

/** Asks for the contradictions of one invariant; empty: it holds. */
export const contradictionsOf = ({
  contradictions,
  ofTables
}: Pick<Invariant, "contradictions" | "ofTables">): Effect.Effect<
  ReadonlyArray<string>,
  SqlError.SqlError,
  SqlClient.SqlClient
> =>
  Effect.gen(function* () {
    const ofService = ofTables !== undefined && (yield* hasService) ? ofTables : undefined
    const facts = yield* Effect.forEach([contradictions, ofService], (query) =>
      query === undefined ? Effect.succeed([]) : ask(query)
    )
    return facts.flat()
  })

/** Asks for every invariant that does not hold, in order; empty: all hold. */
export const contradictions: Effect.Effect<
  ReadonlyArray<Contradiction>,
  SqlError.SqlError,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const found = yield* Effect.forEach(invariants, (invariant) =>
    Effect.map(contradictionsOf(invariant), (facts) => ({ invariant, facts }))
  )
  return found.filter(({ facts }) => facts.length > 0)
})
