/**
 * What an event of the credits ledger moves, as double entry. I5 of the ledger says that the rows of
 * an append are exactly these, so this is the only place that names ledger accounts.
 */
import { CreditsEvent } from "./Credits.ts"
import type { JobEvent } from "./Job.ts"

export interface Posting {
  readonly debit: string
  readonly credit: string
  /** Always above zero. */
  readonly amount: number
  readonly holdId: string | null
}

const available = (account: string) => `avail:${account}`
const held = (holdId: string) => `hold:${holdId}`
const used = (account: string) => `sys:usage:${account}`
const issued = "sys:issued"
const adjusted = "sys:adjusted"

/** One event is one posting: nothing moves twice, nothing moves unsaid. */
export const postingOf = (account: string, event: CreditsEvent): Posting =>
  CreditsEvent.match(event, {
    CreditsGranted: ({ credits }) => ({
      debit: issued,
      credit: available(account),
      amount: credits,
      holdId: null
    }),
    CreditsAdjusted: ({ credits }) =>
      credits > 0
        ? { debit: adjusted, credit: available(account), amount: credits, holdId: null }
        : { debit: available(account), credit: adjusted, amount: -credits, holdId: null },
    CreditsHeld: ({ holdId, credits }) => ({
      debit: available(account),
      credit: held(holdId),
      amount: credits,
      holdId
    }),
    CreditsCharged: ({ holdId, credits }) => ({
      debit: held(holdId),
      credit: used(account),
      amount: credits,
      holdId
    }),
    // A charge whose answer was lost comes back from where it went; all else from the hold.
    CreditsRefunded: ({ holdId, credits, reason }) => ({
      debit: reason === "unanswered" ? used(account) : held(holdId),
      credit: available(account),
      amount: credits,
      holdId
    })
  })

type ChunkSettled = Extract<JobEvent, { readonly _tag: "ChunkSettled" }>

/** A job's charge is said in the job's stream; what cost nothing moves nothing. */
export const postingOfSettled = (settled: ChunkSettled): Posting | undefined =>
  settled.credits === 0
    ? undefined
    : {
        debit: held(settled.holdId),
        credit: used(settled.accountId),
        amount: settled.credits,
        holdId: settled.holdId
      }
