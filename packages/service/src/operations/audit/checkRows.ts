/**
 * I8 and I9: rows that the store keeps beside the events, so that it need not fold them. The sweeper
 * finds expired holds by theirs, and a retry finds by a command that it was executed before.
 */
import * as Credits from "@rcpt/domain/Credits"
import * as Demo from "@rcpt/domain/Demo"
import * as Feedback from "@rcpt/domain/Feedback"

const ledger = `${Credits.format.category}-`
const feedback = `${Feedback.format.category}-`
const accountId = `substr(stream_id, ${ledger.length + 1})`

/** I8. Events and rows keep milliseconds; 0 is stored as no expiry. */
export const holdRows = `
  select format('hold %s: account, credits, expiry and event are %s, its event says %s', hold,
    row(h.account, h.credits, h.expiry, h.place), row(e.account, e.credits, e.expiry, e.place)) as fact
  from (
    select hold_id::text as hold, account_id::text as account, credits,
      round(extract(epoch from expires_at) * 1000)::bigint as expiry,
      commit_id || '-' || event_idx as place
    from es.hold
  ) h full join (
    select j ->> 'holdId' as hold, ${accountId} as account, (j ->> 'credits')::bigint as credits,
      nullif((j ->> 'expiresAt')::bigint, 0) as expiry, commit_id || '-' || idx as place
    from es.event cross join lateral (select data::jsonb as j offset 0) parsed
    where stream_id like '${ledger}%' and type = 'CreditsHeld'
  ) e using (hold)
  where (h.account, h.credits, h.expiry, h.place) is distinct from (e.account, e.credits, e.expiry, e.place)`

/** A posting: the id of a grant or adjustment is that of its command (`toAppend` of the ledger). */
const postings = `
    select commit_id, stream_id, version, ${accountId} as account, data ->> 'credits' as credits, type,
      coalesce(data ->> 'grantId', data ->> 'adjustmentId')::uuid as command_id
    from es.event where stream_id like '${ledger}%' and type in ('CreditsGranted', 'CreditsAdjusted')`

const sha256 = (text: string) => `sha256(convert_to(${text}, 'UTF8'))`

/** I9, by events. */
export const commandRows = `
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
    where stream_id like '${ledger}%' or stream_id like '${Demo.format.category}-%'
      or stream_id like '${feedback}%'
  ) s on s.commit_id = c.commit_id and case when outcome ->> 'account' is null
    then s.stream_id like '${Demo.format.category}-%' else s.stream_id in
      ('${ledger}' || (outcome ->> 'account'), '${feedback}' || (outcome ->> 'account')) end
  where p.command_id is null and (s.commit_id is null or outcome ->> 'credits' <> '0')`

/** I9, by the keys of requests: reply and command are written together, and deleted with the key. */
export const replyRows = `
  select format('command %s of a request with a key: %s', command_id, case
      when r.command_id is null then 'its reply is gone' else 'its request is another one' end) as fact
  from idempotency i join es.command c using (command_id) left join es.reply r using (command_id)
  where r.command_id is null or c.request_hash <> i.request_hmac
  union all
  select format('the reply of command %s was paid for, and the command is gone', command_id)
  from es.reply r left join es.command c using (command_id)
  where c.command_id is null and body ~ '"credits_(used|reserved)": ?[1-9]'`
