/** Examples of the ledger endpoints, for examples.ts. */
import type { LedgerEntry, LedgerLines, LedgerPage, LedgerReceipt } from "./Ledger.ts"
import type { Checkpoint, Checkpoints, LedgerProof } from "./LedgerProofs.ts"
import type { LedgerStatement, LedgerStatements } from "./LedgerStatement.ts"
import type { MonthTotals } from "./LedgerStatement.ts"

const hold_id = "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0e"
const check = { kind: "verification" as const, mode: "deep" as const }

const held: LedgerEntry = {
  id: "4711-1",
  type: "hold",
  credits: 5,
  change: -5,
  balance: 953,
  for: check,
  hold_id,
  created_at: "2026-01-31T12:00:00.000Z"
}
const charged: LedgerEntry = {
  ...held,
  id: "4712-1",
  type: "charge",
  credits: 1,
  change: 0,
  created_at: "2026-01-31T12:00:03.000Z"
}
const refunded: LedgerEntry = {
  ...charged,
  id: "4712-2",
  type: "refund",
  credits: 4,
  change: 4,
  balance: 957,
  reason: "remainder"
}

const totals: MonthTotals = {
  month: "2026-01",
  balance_before: 0,
  granted: 1_000,
  adjusted: 0,
  held: 62,
  charged: 43,
  refunded: 19,
  balance_after: 957
}

const page: LedgerPage = {
  entries: [refunded, charged, held],
  next: "4711-1",
  totals
}

const hold = { id: hold_id, credits: 5, charged: 1, refunded: 4, open: 0 }

const lines: LedgerLines = {
  lines: [{ entry: held, hold, change: -1, entries: 3 }],
  next: held.id,
  totals
}

const receipt: LedgerReceipt = {
  entry: charged,
  result: { status: "valid", score: 95, via: "api_key" },
  hold,
  chain: [held, charged, refunded],
  activity: hold_id,
  proof: {
    commit: 4712,
    stream: "ledger-019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0f",
    version: 86,
    event: "CreditsCharged",
    hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
  }
}

const csv =
  "\ufeffentry,created_at,type,credits,change,balance,kind,mode,job,hold_id,reason\r\n" +
  `4712-1,2026-01-31T12:00:03.000Z,charge,1,0,953,verification,deep,,${hold_id},\r\n`

const root = "7mRfLOJFJXEQRLZZYkPQ0qB4y1R7mYQmCVJ1Qb0m3zo="
const signature =
  "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="
const log = "rcpt/3f0d8c1e-5a7b-4c6d-9e8f-0a1b2c3d4e5f"

const checkpointOf = (size: number, created_at: string): Checkpoint => ({
  size,
  note: `${log}\n${size}\n${root}\n\n— ${log} ${signature}\n`,
  created_at
})
const earlier = checkpointOf(4_000, "2026-01-31T12:00:00.000Z")
const later = checkpointOf(4_800, "2026-01-31T12:01:00.000Z")

const checkpoints: Checkpoints = {
  keys: [`${log}+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW`],
  witnesses: ["witness.example+a920ee6f+BCb0Of1F5F8KcEJaFe9K4/ujrh5w7duaEMdhfXao33Zj"],
  checkpoints: [later, earlier],
  next: null
}

const proof: LedgerProof = {
  format: "rcpt-ledger-proof/1",
  entry: charged.id,
  event: {
    stream: receipt.proof.stream,
    version: receipt.proof.version,
    type: receipt.proof.event,
    v: 1,
    at: "2026-01-31T12:00:03.000000Z",
    data: `{"holdId":"${hold_id}","credits":1}`,
    previous: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752"
  },
  commit: { position: 1, events: [receipt.proof.hash] },
  inclusion: {
    index: 4_710,
    size: later.size,
    path: ["fd61a03af4f77d870fc21e05e7e80678095c92d808cfb3b5c279ee04c74aca13"]
  },
  checkpoint: later.note
}

const statement: LedgerStatement = {
  month: "2026-01",
  is_over: true,
  totals,
  lines: [
    {
      date: "2026-01-05",
      what: "grant",
      reason: "invoice 2026-017",
      entries: 1,
      held: 0,
      charged: 0,
      refunded: 0,
      change: 1_000
    },
    {
      date: "2026-01-31",
      what: "verification",
      mode: "deep",
      entries: 36,
      held: 62,
      charged: 43,
      refunded: 19,
      change: -43
    }
  ],
  csv_sha256: "9e107d9d372bb6826bd81d3542a419d6e277252e0cd1ad7b0cd49f0e0a3b5c21",
  checkpoint: later
}

const statements: LedgerStatements = {
  statements: [{ month: statement.month, is_over: true, totals }],
  next: null
}

export const ledgerExamples = {
  listLedger: { response: page },
  listLedgerLines: { response: lines },
  exportLedger: { response: csv },
  getLedgerEntry: { response: receipt },
  listStatements: { response: statements },
  getStatement: { response: statement },
  downloadStatement: { response: "%PDF-1.7 …" },
  listCheckpoints: { response: checkpoints },
  getConsistencyProof: { response: { from: earlier, to: later, path: proof.inclusion.path } },
  getLedgerProof: { response: proof }
}

/** Keys as in `parameterExamples`. */
export const ledgerParameters = {
  entry: charged.id,
  month: "2026-01",
  months: "12",
  days: "30",
  "listLedger cursor": held.id,
  "listLedger limit": "50",
  "listLedger type": "charge",
  "listLedger job": "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c10",
  "listLedgerLines cursor": held.id,
  "listLedgerLines limit": "50",
  "listLedgerLines job": "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c10",
  "listCheckpoints before": "4801",
  "getConsistencyProof from": "4000",
  "getConsistencyProof to": "4800",
  "exportLedger type": "charge",
  "listStatements before": "2026-02",
  "exportLedger job": "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c10"
}
