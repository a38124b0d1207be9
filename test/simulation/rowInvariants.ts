/** What packages/service/src/ledger/invariants.ts asks of Postgres, asked of the rows in memory. */
import { firstBrokenLink } from "@rcpt/store/chain"
import type { Tables } from "@rcpt/store/memory/Tables"

/** Where the credits of an event go, `from → to`, written down a second time. */
const pathOf = (type: string, account: string, said: Said): string => {
  const [free, held, used] = [`avail:${account}`, `hold:${said.holdId}`, `sys:usage:${account}`]
  switch (type) {
    case "CreditsGranted":
      return `sys:issued → ${free}`
    case "CreditsAdjusted":
      return said.credits > 0 ? `sys:adjusted → ${free}` : `${free} → sys:adjusted`
    case "CreditsHeld":
      return `${free} → ${held}`
    case "CreditsCharged":
      return `${held} → ${used}`
    default:
      return `${said.reason === "unanswered" ? used : held} → ${free}`
  }
}

interface Said {
  readonly holdId?: string
  readonly credits: number
  readonly reason?: string
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((a, b) => a + b, 0)

/** Every contradiction, in words. */
export const contradictions = (tables: Tables): ReadonlyArray<string> => {
  const { accounts, holds, transfers, commits, sealed, streams } = tables
  const net = (isIt: (name: string) => boolean, of = transfers) =>
    sum(of.map((t) => (isIt(t.credit) ? t.amount : 0) - (isIt(t.debit) ? t.amount : 0)))
  const found: Array<string> = []
  const expect = (is: unknown, shall: unknown, what: string) => {
    if (is !== shall) found.push(`${what}: ${String(is)}, not ${String(shall)}`)
  }

  const held = sum([...holds.values()].map((h) => h.credits - h.charged - h.refunded))
  const granted = -net((name) => name === "sys:issued" || name === "sys:adjusted")
  const used = net((name) => name.startsWith("sys:usage:"))
  expect(sum(accounts.values()) + held + used, granted, "I1 available + held + charged")
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

  const paths = transfers.map(
    (t) => `${t.commitId}/${t.eventIdx} ${t.debit} → ${t.credit} ${t.amount}`
  )
  const said = commits.flatMap(({ commitId, events }) =>
    events.map(({ stream, type, data }, i) => {
      const event: Said = JSON.parse(data)
      const path = pathOf(type, stream.replace("ledger-", ""), event)
      return `${commitId}/${i + 1} ${path} ${Math.abs(event.credits)}`
    })
  )
  expect(paths.join("\n"), said.join("\n"), "I5 transfers")

  expect(sealed.map(({ seq }) => seq).join(), sealed.map((_, i) => i + 1).join(), "density")
  expect(sealed.map((c) => c.commitId).join(), commits.map((c) => c.commitId).join(), "sealed")
  for (const [stream, events] of streams)
    expect(firstBrokenLink(events), undefined, `hash chain of ${stream}`)
  return found
}
