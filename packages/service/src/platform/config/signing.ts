/** The settings of what is signed: sessions, and the ledger. */
import * as parse from "./parse.ts"
import { witnesses } from "./parseWitnesses.ts"
import { optional, setting } from "./Setting.ts"

export const signing = {
  secret: optional(
    "RCPT_SECRET",
    parse.redacted(parse.secret),
    "signs sessions; the same on all nodes; without it a secret in the database is used"
  ),
  ledgerKey: optional(
    "RCPT_LEDGER_KEY",
    parse.redacted(parse.seeds),
    "signs checkpoints of the ledger; the same on all nodes; while one replaces another, both with a comma; without it ledger.key beside the embedded database"
  ),
  retiredLedgerKeys: setting(
    "RCPT_LEDGER_RETIRED_KEYS",
    "",
    parse.verifierKeys,
    "keys that signed the ledger before, as `rcpt ledger key` printed them, with commas between"
  ),
  ledgerWitnesses: setting(
    "RCPT_LEDGER_WITNESSES",
    "",
    witnesses,
    "who co-signs checkpoints (C2SP tlog-witness): `<key> <URL>` of each, with commas between"
  ),
  checkpointEvery: setting(
    "RCPT_CHECKPOINT_EVERY",
    "1m",
    parse.duration(1_000, 86_400_000),
    "how often a ledger that has grown is signed; after 10,000 commits at the latest"
  ),
  checkpointFile: optional(
    "RCPT_CHECKPOINT_FILE",
    parse.text,
    "file to which each checkpoint is appended; best where nobody who can change the database can"
  ),
  checkpointWebhook: optional(
    "RCPT_CHECKPOINT_WEBHOOK",
    parse.redacted(parse.url("http:", "https:")),
    "URL of yours to which each new checkpoint is posted; with RCPT_NATS_URL they go to NATS too"
  )
}
