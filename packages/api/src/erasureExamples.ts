/** Examples of erasures, for examples.ts. */
import type { ClosedAccount, ErasureReceipt } from "./Erasure.ts"

const ledger = {
  what: "entries of the ledger",
  why: "they prove charges, and hold no address: only a keyed hash of it"
}

const backups = {
  what: "backups that were made before",
  why: "they expire by their own schedule; erase again after restoring one"
}

const receipt: ErasureReceipt = {
  id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d",
  erased_at: "2026-01-31T12:00:00.000Z",
  found: true,
  erased: [
    { place: "job_rows", count: 2 },
    { place: "stored_replies", count: 1 }
  ],
  kept: [ledger, backups]
}

const closed: ClosedAccount = {
  account_id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d",
  closed_at: "2026-01-31T12:00:00.000Z",
  keys_revoked: 1,
  jobs_erased: 3,
  credits_forfeited: 958,
  kept: [ledger, backups]
}

export const erasureExamples = {
  eraseAddress: {
    response: receipt,
    others: {
      409: {
        error:
          "job 019c142f-1a2b-7c1f-9d0b-5e6f7a8b9c0d has the address and is not finished: cancel it or wait"
      }
    }
  },
  closeAccount: {
    response: closed,
    others: { 409: { error: "1 job is not finished: cancel it or wait" } }
  }
}
