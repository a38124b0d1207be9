/** The invariants of packages/service/src/operations/audit/invariants.ts, for the rows in memory. */
import { firstBrokenLink } from "@rcpt/store/chain"

import type { Tables } from "../support/storeMemory/Tables.ts"

/** The posting of an event, `debit → credit`: a second implementation, independent of the domain's. */
const postingOf = (type: string, account: string, event: EventData): string => {
  const [available, hold] = [`avail:${account}`, `hold:${event.holdId}`]
  const usage = `sys:usage:${account}`
  switch (type) {
    case "CreditsGranted":
      return `sys:issued → ${available}`
    case "CreditsAdjusted":
      return event.credits > 0 ? `sys:adjusted → ${available}` : `${available} → sys:adjusted`
    case "CreditsHeld":
      return `${available} → ${hold}`
    case "CreditsCharged":
      return `${hold} → ${usage}`
    default:
      return `${event.reason === "unanswered" ? usage : hold} → ${available}`
  }
}

interface EventData {
  readonly holdId?: string
  readonly credits: number
  readonly reason?: string
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((a, b) => a + b, 0)

/** Every contradiction, as a sentence. */
export const contradictions = (tables: Tables): ReadonlyArray<string> => {
  const { accounts, holds, transfers, commits, sealed, streams } = tables
  const net = (matches: (name: string) => boolean, of = transfers) =>
    sum(of.map((t) => (matches(t.credit) ? t.amount : 0) - (matches(t.debit) ? t.amount : 0)))
  const found: Array<string> = []
  const expect = (actual: unknown, expected: unknown, what: string) => {
    if (actual !== expected) found.push(`${what}: ${String(actual)}, not ${String(expected)}`)
  }

  const held = sum([...holds.values()].map((h) => h.credits - h.charged - h.refunded))
  const granted = -net((name) => name === "sys:issued" || name === "sys:adjusted")
  const charged = net((name) => name.startsWith("sys:usage:"))
  expect(sum(accounts.values()) + held + charged, granted, "I1 available + held + charged")
  for (const [id, available] of accounts) {
    if (available < 0) found.push(`I2 account ${id} has ${available}`)
    expect(
      available,
      net((name) => name === `avail:${id}`),
      `I4 balance of ${id}`
    )
  }
  for (const [id, { credits, charged, refunded }] of holds) {
    if (Math.min(charged, refunded, credits - charged - refunded) < 0)
      found.push(`I2 hold ${id}: ${charged} + ${refunded} of ${credits}`)
    const own = transfers.filter(({ holdId }) => holdId === id)
    const opened = own.filter(({ credit }) => credit === `hold:${id}`)
    expect(sum(opened.map(({ amount }) => amount)), credits, `I3 credits of hold ${id}`)
    expect(
      net((name) => name.startsWith("sys:usage:"), own),
      charged,
      `I3 charges of hold ${id}`
    )
    expect(
      net((name) => name === `hold:${id}`, own),
      credits - charged - refunded,
      `I3 rest ${id}`
    )
  }

  const postings = transfers.map(
    (t) => `${t.commitId}/${t.eventIdx} ${t.debit} → ${t.credit} ${t.amount}`
  )
  const expectedPostings = commits.flatMap(({ commitId, events }) =>
    events.map(({ stream, type, data }, i) => {
      const event: EventData = JSON.parse(data)
      const posting = postingOf(type, stream.replace("ledger-", ""), event)
      return `${commitId}/${i + 1} ${posting} ${Math.abs(event.credits)}`
    })
  )
  expect(postings.join("\n"), expectedPostings.join("\n"), "I5 transfers")

  expect(sealed.map(({ seq }) => seq).join(), sealed.map((_, i) => i + 1).join(), "log positions")
  expect(sealed.map((c) => c.commitId).join(), commits.map((c) => c.commitId).join(), "sealed")
  for (const [stream, events] of streams)
    expect(firstBrokenLink(events), undefined, `hash chain of ${stream}`)
  return found
}
