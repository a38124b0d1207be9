/**
 * I10, I11: rows that say who may do what. They hold what no event may, such as the hash of a key; all else in
 * them is what an event says.
 */
import * as Account from "@rcpt/domain/Account"
import { ofStreamSql } from "@rcpt/store/ofStream"

const prefix = `${Account.format.category}-`
const ofAccounts = `stream_id like '${prefix}%'`
const accountId = `substr(stream_id, ${prefix.length + 1})`

/** By name: the database of an older release has no such column, and no account that is closed. */
const isClosed = `to_jsonb(account) ->> 'closed_at' is not null`

/** The newest event of two kinds decides. */
const isSuspended = `
      coalesce((array_agg(type = 'AccountSuspended' order by version desc)
        filter (where type in ('AccountSuspended', 'AccountResumed')))[1], false)`

const accountRows = `
  select format('account %s: owner, suspended, closed are %s, its events say %s', account, row::text, said::text) as fact
  from (
    select account_id::text as account, row(owner, suspended_at is not null, ${isClosed}) as row from account
  ) a full join (
    select ${accountId} as account,
      row(bool_or((data ->> 'owner')::boolean) filter (where type = 'AccountOpened'), ${isSuspended},
        bool_or(type = 'AccountClosed')) as said
    from es.event where ${ofAccounts} group by stream_id
  ) e using (account)
  where row::text is distinct from said::text`

/** Of a key that is older than roles. */
const roleOf = (json: string) => `coalesce(${json} ->> 'role', 'manager')`

const keyRows = `
  select format('key %s: account, end, scopes, role, revoked are %s, its events say %s', key, row::text, said::text)
  from (
    select key_id::text as key, row(account_id::text, last4, array(select unnest(scopes) order by 1),
      ${roleOf("to_jsonb(api_key)")}, revoked_at is not null) as row
    from api_key
  ) k full join (
    select i.data ->> 'keyId' as key, row(${accountId.replace("stream_id", "i.stream_id")}, i.data ->> 'last4',
      array(select json_array_elements_text(coalesce(i.data -> 'scopes', '[]')) order by 1),
      ${roleOf("i.data::jsonb")}, r.key is not null) as said
    from es.event i left join (
      select distinct stream_id, data ->> 'keyId' as key from es.event
      where ${ofAccounts} and type = 'ApiKeyRevoked'
    ) r on r.stream_id = i.stream_id and r.key = i.data ->> 'keyId'
    where i.${ofAccounts} and i.type = 'ApiKeyIssued'
  ) e using (key)
  where row::text is distinct from said::text`

export const checkAccounts = `${accountRows} union all ${keyRows}`

/** The newest event about a person decides; whoever opened the account has its id. */
export const checkPeople = `
  select format('person %s: account, role are %s, its events say %s', person, row::text, said::text) as fact
  from (select person_id::text as person, row(account_id::text, role) as row from person) p
  full join (
    select person, row(account, role) as said from (
      select distinct on (account, person) account, person, role, is_there from (
        select ${accountId} as account, version, type <> 'PersonRemoved' as is_there,
          coalesce(data ->> 'personId', ${accountId}) as person,
          coalesce(data ->> 'role', 'manager') as role
        from es.event where ${ofAccounts}
          and type in ('AccountOpened', 'PersonJoined', 'RoleChanged', 'PersonRemoved')
      ) told order by account, person, version desc
    ) newest where is_there and not exists (
      select from es.event where ${ofStreamSql(`'${prefix}' || account`)} and type = 'AccountClosed')
  ) e using (person)
  where row::text is distinct from said::text`
