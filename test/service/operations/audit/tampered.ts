/** What somebody with the rights of an administrator can do to the world of `invariants.test.ts`. */
import { randomUUIDv7 } from "node:crypto"

/** Of the request with a key. */
export const key = { commandId: randomUUIDv7(), requestHash: "ab".repeat(32) }
/** Changes the text of events of one type, all of them or the first that match. */
const rewrite = (type: string, from: string, to: string, which = "true") =>
  `update es.event set data = replace(data::text, '${from}', '${to}')::json
   where type = '${type}' and (${which})`

const ofFirst = (condition: string) =>
  `(commit_id, idx) = (select commit_id, idx from es.event where ${condition} order by commit_id, idx limit 1)`

/** The first charge of a valid check in fast mode, made to look like a refund. */
const asRefund = (fields: string) =>
  `update es.event set type = 'CreditsRefunded',
     data = (data::jsonb - 'receipt' || '${fields}')::json
   where ${ofFirst("type = 'CreditsCharged'")}`

/** SQL: each transfer of a commit once more. */
export const twice = ["event_idxs", "kinds", "amounts", "accounts", "holds"]
  .map((column) => `${column} = ${column} || ${column}`)
  .join(", ")

/** Statements by the invariant that they break. */
export const tampered: Readonly<Record<string, ReadonlyArray<string>>> = {
  I1: [`update es.account set available = available + 1`],
  I2: [
    `alter table es.account drop constraint account_available_check;
     update es.account set available = -1`
  ],
  I3: [`update es.hold set refunded = refunded + 1 where credits > charged + refunded`],
  I4: [`insert into es.account values (gen_random_uuid(), 5)`],
  I5: [
    `update es.journal set amounts[1] = amounts[1] + 1 where kinds[1] = 'charged'`,
    rewrite("ChunkSettled", '"credits":6', '"credits":5'),
    // A grant twice, with its balance: all sums agree.
    `update es.journal set ${twice} where kinds = '{granted}' and amounts = '{100}';
     update es.account set available = available + 100`
  ],
  I6: [
    `update es.event set data = replace(data::text, '"valid"', '"unknown"')::json`,
    `update job_result set credits = 1 where status = 'unknown'`,
    `update job_result set credits = 5 where status = 'valid'`,
    asRefund(`{"reason":"unknown","receipt":{"status":"valid","score":100}}`),
    asRefund(`{"reason":"unknown"}`),
    asRefund(`{"reason":"failed","receipt":{"status":"valid","score":100}}`),
    asRefund(`{"reason":"remainder"}`),
    asRefund(`{"reason":"unanswered"}`),
    asRefund(`{"reason":"gift"}`),
    asRefund(`{}`),
    rewrite("CreditsCharged", '"credits":1', '"credits":5', "data::text like '%mx_unroutable%'"),
    rewrite("CreditsCharged", '"credits":5', '"credits":3'),
    rewrite("CreditsCharged", ',"receipt":{"status":"valid","score":100}', ""),
    rewrite("CreditsHeld", '"mode":"fast"', '"mode":"deep"'),
    rewrite("CreditsHeld", '"credits":5', '"credits":4', "data::text like '%deep%'"),
    rewrite("CreditsHeld", '"kind":"verification"', '"kind":"job"'),
    `update es.event set data = (data::jsonb || '{"expiresAt":null}')::json where type = 'CreditsHeld'`,
    rewrite("CreditsRefunded", '"credits":4', '"credits":3'),
    rewrite("CreditsRefunded", "unknown", "valid", "data::text like '%dns_error%'"),
    rewrite("CreditsRefunded", "unanswered", "failed"),
    `delete from es.event where type = 'CreditsHeld' and version = 4`,
    `insert into es.event select commit_id, idx + 10, stream_id, version + 100, type, v, data, hash
     from es.event where type = 'CreditsCharged' and data::text like '%valid%'`,
    rewrite("ChunkSettled", '"credits":3', '"credits":0'),
    rewrite("ChunkSettled", '"credits":3', '"credits":4'),
    rewrite("ChunkSettled", '"valid":1', '"valid":2')
  ],
  I7: [
    `update job_result set credits = 5 where row_no = 0`,
    `update job_result set status = 'risky' where row_no = 0`,
    `delete from job_result`,
    `delete from job_repeat where first_row = 1`,
    `update job set valid_rows = valid_rows - 1, risky_rows = risky_rows + 1 where valid_rows > 0`,
    `update job set charged = charged - 1 where charged > 0`,
    `update job set version = version + 1`,
    `update es.hold set refunded = refunded - 1
     where hold_id = (select hold_id from job where status = 'complete')`,
    rewrite("ChunkSettled", '"chunk":0', '"chunk":7'),
    rewrite("JobSubmitted", '"mode":"fast"', '"mode":"deep"'),
    rewrite("JobSubmitted", '"rows":4', '"rows":5'),
    `delete from es.event where type = 'JobCompleted'`,
    `update es.event set type = 'JobCompleted' where type = 'JobCancelled'`,
    `update es.event set type = 'JobCancelled' where type = 'JobFailed'`,
    `insert into es.event select commit_id, idx + 10, stream_id, version + 100, type, v, data, hash
     from es.event where type = 'ChunkSettled'`,
    `delete from es.event where stream_id like 'job-%'`,
    `update es.event set data = (data::jsonb || '{"holdId":"00000000-0000-7000-8000-000000000000"}')::json
     where type = 'ChunkSettled'`,
    rewrite("CreditsRefunded", '"remainder"', '"failed"', "data::text like '%remainder%'")
  ],
  I8: [
    `update es.hold set expires_at = null where charged + refunded < credits`,
    `update es.hold set expires_at = expires_at + interval '1 year'`,
    `update es.hold set account_id = gen_random_uuid() where charged = 1`,
    `update es.hold set credits = credits + 1 where charged = 5`,
    `update es.hold set event_idx = event_idx + 1 where charged = 1`,
    `update es.hold set commit_id = null where charged = 5`,
    `delete from es.hold where charged + refunded < credits`,
    `insert into es.hold (hold_id, account_id, credits, expires_at)
     select gen_random_uuid(), account_id, 5, now() from es.account`
  ],
  I9: [
    `delete from es.command where outcome ->> 'credits' = '100'`,
    `update es.command set outcome = '{"account":"somebody","credits":100}'
     where outcome ->> 'credits' = '100'`,
    `update es.command set request_hash = sha256('x') where outcome ->> 'credits' = '-3'`,
    `update es.command set commit_id = commit_id + 1 where outcome ->> 'credits' = '2'`,
    `insert into es.command select gen_random_uuid(), request_hash, commit_id, outcome
     from es.command where outcome ->> 'credits' = '2'`,
    `update es.command set commit_id = (select max(commit_id) from es.event where stream_id like 'job-%')
     where command_id = '${key.commandId}'`,
    `delete from es.command where command_id = '${key.commandId}'`,
    `update es.command set request_hash = sha256('x') where command_id = '${key.commandId}'`,
    `delete from es.reply`
  ],
  I11: [
    `update person set role = 'member'`,
    `update person set account_id = (select account_id from account where suspended_at is not null)`,
    `insert into person (person_id, account_id, role, email, password_hash)
     select gen_random_uuid(), account_id, 'manager', 'mine', 'mine' from account limit 1`,
    `delete from person`
  ],
  I12: [
    `update account_rule set action = 'allow' where match = 'address'`,
    `update account_rule set value = 'com' where match = 'tld'`,
    `update account_rule set subdomains = false where subdomains`,
    `delete from account_rule where match = 'tld'`,
    `insert into account_rule (account_id, rule_id, action, match, value, subdomains, note)
     select account_id, gen_random_uuid(), 'allow', 'domain', 'mine.test', false, '' from account_rule limit 1`,
    `update account set rules_id = null`,
    `update account set rules_id = gen_random_uuid()`,
    rewrite("RulesAdded", '"block"', '"allow"'),
    rewrite("RulesRemoved", '"ruleIds":["', '"ruleIds":["0')
  ],
  I10: [
    `update account set owner = true`,
    `update account set suspended_at = null where suspended_at is not null`,
    `update account set suspended_at = now() where suspended_at is null`,
    `update api_key set revoked_at = null where revoked_at is not null`,
    `update api_key set scopes = '{}' where cardinality(scopes) > 0`,
    `update api_key set terms = jsonb_set(terms, '{creditLimit,credits}', '9') where terms is not null`,
    `update api_key set terms = null where terms is not null`,
    `update api_key set role = 'member' where role = 'manager'`,
    `update api_key set made_by_key = key_id`,
    `update api_key set account_id = (select account_id from account where suspended_at is not null)`,
    `delete from api_key where revoked_at is null`,
    `insert into api_key (key_id, account_id, hash, last4, name, role)
     select gen_random_uuid(), account_id, sha256('mine'), 'mine', 'mine', 'manager' from account limit 1`,
    rewrite("AccountOpened", "false", "true")
  ]
}
