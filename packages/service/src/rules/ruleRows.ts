/** The rows of the rules of accounts: what the account sees of them, and what its verifications ask. */
import type { KeptRule, Rule, RuleAction, RuleMatch } from "@rcpt/domain/Rules"
import { boundedCache } from "@rcpt/verifier/cache/boundedCache"
import { ruleSetOf } from "@rcpt/verifier/judge/RuleSet"
import type { RuleSet } from "@rcpt/verifier/judge/RuleSet"
import { Duration, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"

import { readTimeout } from "../platform/readTimeout.ts"

/** A rule as the account sees it. */
export interface RuleRow extends KeptRule {
  readonly createdAt: Date
}

export interface Wanted {
  readonly limit: number
  /** `next` of a previous page: only older rules are listed. */
  readonly cursor?: string | undefined
  readonly action?: RuleAction | undefined
  readonly match?: RuleMatch | undefined
  /** A part of the value or the note, in any case. */
  readonly search?: string | undefined
}

const filtersOf = (sql: SqlClient.SqlClient, account: string, wanted: Partial<Wanted>) => {
  const { action, match, search } = wanted
  return sql.and([
    sql`account_id = ${account}`,
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(match === undefined ? [] : [sql`match = ${match}`]),
    ...(search === undefined
      ? []
      : [sql`strpos(lower(value || ' ' || note), lower(${search})) > 0`])
  ])
}

const columns = (sql: SqlClient.SqlClient) =>
  sql.literal(`rule_id as id, action, match, value, subdomains, note, created_at as "createdAt"`)

/** Pages of an account's rules, newest first, and how many there are in all. */
export const listRules = Effect.fnUntraced(function* (account: string, wanted: Wanted) {
  const sql = yield* SqlClient.SqlClient
  const { limit, cursor } = wanted
  const filters = filtersOf(sql, account, wanted)
  const before = cursor === undefined ? sql`true` : sql`rule_id < ${cursor}`
  const rows = yield* sql<RuleRow>`
    select ${columns(sql)} from account_rule where ${filters} and ${before}
    order by rule_id desc limit ${limit + 1}`
  const [counted] = yield* sql<{ readonly total: number }>`
    select count(*)::int as total from account_rule where ${filters}`
  return {
    rows: rows.slice(0, limit),
    next: rows.length > limit ? rows[limit - 1]!.id : null,
    total: counted!.total
  }
}, Effect.orDie)

/** All rules of an account, oldest first. */
export const allRules = (account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<RuleRow>`
      select ${columns(sql)} from account_rule where account_id = ${account} order by rule_id`
  ).pipe(Effect.orDie)

/** The rules that an account keeps for any of these; runs under its lock. */
export const rulesFor = (account: string, given: ReadonlyArray<Pick<Rule, "match" | "value">>) =>
  SqlClient.SqlClient.use(
    (sql) => sql<RuleRow>`
      select ${columns(sql)} from account_rule
      where account_id = ${account} and (match, value) in (
        select match, value from unnest(${given.map(({ match }) => match)}::text[],
          ${given.map(({ value }) => value)}::text[]) as given (match, value))`
  )

export const countRules = (account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly rules: number }>`
      select count(*)::int as rules from account_rule where account_id = ${account}`
  ).pipe(Effect.map(([row]) => row!.rules))

export const writeRules = (account: string, rules: ReadonlyArray<KeptRule>) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into account_rule (account_id, rule_id, action, match, value, subdomains, note)
      select ${account}::uuid, id, action, match, value, subdomains, note
      from json_to_recordset(${JSON.stringify(rules)}::json)
        as given (id uuid, action text, match text, value text, subdomains boolean, note text)
      on conflict (account_id, rule_id) do update set action = excluded.action,
        subdomains = excluded.subdomains, note = excluded.note`
  )

/** Names the rules that the account has now, as each change of them must. */
export const renewRules = (account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update account set rules_id = case when exists (
        select from account_rule r where r.account_id = account.account_id) then gen_random_uuid() end
      where account_id = ${account}`
  )

// The rules that verifications of this process use. Those that an id names never change, so they are kept under it.

/**
 * Rules that are kept in memory, some 0.3 kB each: those of twenty accounts with the most, or of thousands with a
 * few. The ones that were used last stay.
 */
const keptMax = 200_000

const kept = boundedCache<RuleSet>(keptMax, ({ size }) => Math.max(1, size))

/** As long as for the key of a request: without its rules an account gets no answer, since they may forbid one. */
const loadWaitMax = Duration.millis(1_500)

const loads = new Map<string, Fiber.Fiber<RuleSet>>()

const load = (account: string, rulesId: string) =>
  allRules(account).pipe(
    Effect.map((rows) => {
      const rules = ruleSetOf(rows)
      kept.set(rulesId, rules)
      return rules
    })
  )

/** Requests at the same time share one look-up. */
const shared = (account: string, rulesId: string) =>
  Effect.gen(function* () {
    const running = loads.get(rulesId)
    if (running !== undefined) return yield* Fiber.join(running)
    const fiber = yield* Effect.forkDetach(load(account, rulesId))
    loads.set(rulesId, fiber)
    fiber.addObserver(() => void loads.delete(rulesId))
    return yield* Fiber.join(fiber)
  })

/**
 * The rules that `rulesId` names; a change since then may be in them already. `null` or `undefined`: there are none, and
 * nothing is looked up.
 */
export const rulesNamed = (
  account: string,
  rulesId: string | null | undefined
): Effect.Effect<RuleSet | undefined, never, SqlClient.SqlClient> => {
  if (rulesId === null || rulesId === undefined) return Effect.undefined
  const known = kept.get(rulesId)
  return known === undefined
    ? readTimeout(loadWaitMax)(shared(account, rulesId))
    : Effect.succeed(known)
}

/** The rules that an account has now. */
export const rulesOf = (
  account: string
): Effect.Effect<RuleSet | undefined, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly rulesId: string | null }>`
      select rules_id as "rulesId" from account where account_id = ${account}`.pipe(Effect.orDie)
    return yield* rulesNamed(account, row?.rulesId)
  })
