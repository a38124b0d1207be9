/**
 * The transfers that must follow from the events of a ledger, as a query. It is generated from the table
 * that they are written by (`domain/postings.ts`), so the rules stand in one place.
 */
import * as Credits from "@rcpt/domain/Credits"
import * as Job from "@rcpt/domain/Job"
import { ledgerAccounts, postingRules } from "@rcpt/domain/postings"
import type { LedgerAccount, PostingCondition, PostingRule } from "@rcpt/domain/postings"

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

/** Transfers of one aggregate. An event with an amount that it must not have is included. */
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
        where stream_id like '${category}-%' and type in (${tags.map((tag) => `'${tag}'`).join(", ")})
          and commit_id >= ${from} and data ->> 'credits' <> '0'`
}

const { category } = Credits.format

/** From a commit on. Columns: commit_id, event_idx, type, amount, debit, credit. */
export const expectedTransfers = (from: bigint): string =>
  [
    transfersOf(Credits.format, `substr(stream_id, ${category.length + 2})`, from),
    transfersOf(Job.format, "(data ->> 'accountId')", from)
  ].join("\n        union all")
