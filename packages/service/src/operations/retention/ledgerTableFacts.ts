/** The facts about the tables of the ledger: who writes them, and that their rows stay (tableFacts.ts). */
/** The check that warns when a table is larger than it should be. */
export type Alarm = "overdue" | "audit" | "disk"

export interface TableFact {
  readonly table: `${"es" | "public"}.${string}`
  /** The module that writes it, within `packages`. */
  readonly owner: string
  readonly grows: string
  /** When rows go, and by which module. */
  readonly kept: string
  readonly alarm: Alarm
  /**
   * SQL that is true of a row that should have gone a day ago or earlier; `:retention` and `:activity` are the settings.
   * Absent where rows go with those of another table.
   */
  readonly overdue?: string
}

/** The text for tables whose rows stay and are few. */
export const keptInNumber = "kept; no more than that"

const keptForEver = "kept: a fact of the ledger"

const ledger = (table: string, grows: string): TableFact => ({
  table: `es.${table}`,
  owner: "store/src/functions/writeFunctions.ts",
  grows,
  kept: keptForEver,
  alarm: "audit"
})

/** The text for tables of the log, which have partitions (`store/src/partitions.ts`). */
const log = (table: string, grows: string): TableFact => ({
  ...ledger(table, grows),
  kept: `${keptForEver}; 50 million commits are a partition`
})

export const ledgerFacts: ReadonlyArray<TableFact> = [
  ledger("stream", "a row for each account and each job"),
  log("commit", "a row for each append: a check, a chunk of 1,000 rows, an action"),
  log("event", "one to three rows for each commit"),
  ledger("command", "one or two rows for each check and each action"),
  log("journal", "a row for each commit that moves credits: its transfers"),
  ledger("account", "a row for each account"),
  {
    ...ledger("hold", "a row for each check that is held for, and each job"),
    kept: "an expired hold is refunded by `ledger/holdSweeper.ts`; its row is a fact of the ledger",
    alarm: "overdue",
    overdue:
      "charged + refunded < credits and expires_at is not null and expires_at < now() - interval '1 day'"
  },
  { ...ledger("sealed", "a row for each commit"), owner: "store/src/functions/orderFunctions.ts" },
  {
    ...ledger("head", "one row"),
    owner: "store/src/functions/orderFunctions.ts",
    kept: keptInNumber
  },
  {
    table: "es.log",
    owner: "store/src/migrations/0001_baseline.ts",
    grows: "one row",
    kept: keptInNumber,
    alarm: "audit"
  },
  {
    table: "es.tree_node",
    owner: "store/src/tree/tiles.ts",
    grows: "a row for each 256 commits",
    kept: "kept: proofs are made of it",
    alarm: "audit"
  },
  {
    table: "es.checkpoint",
    owner: "store/src/tree/certify.ts",
    grows:
      "a row for each `RCPT_CHECKPOINT_EVERY` in which the ledger grew, and each 10,000 commits",
    kept: keptForEver,
    alarm: "audit"
  },
  {
    table: "es.cosignature",
    owner: "store/src/tree/cosignature.ts",
    grows: "a row for each checkpoint and witness of `RCPT_LEDGER_WITNESSES`",
    kept: keptForEver,
    alarm: "audit"
  },
  {
    table: "es.gap",
    owner: "store/src/functions/orderFunctions.ts",
    grows: "a row for each number of a commit that failed or is not finished",
    kept: "until its transaction has ended: the next round of the sealer",
    alarm: "audit"
  },
  {
    table: "es.reply",
    owner: "store/src/replies.ts",
    grows: "a row for each answer to a request with an `Idempotency-Key`",
    kept: "24 hours, with its row of `idempotency`",
    alarm: "overdue"
  },
  {
    table: "es.projection",
    owner: "store/src/generations.ts",
    grows: "a row for each view, and for each rebuild of one until it has replaced the old one",
    kept: keptInNumber,
    alarm: "disk"
  },
  {
    table: "es.parked",
    owner: "store/src/Projection.ts",
    grows: "a row for each commit that a view failed on",
    kept: "until the view has applied it; it is tried again at every start",
    alarm: "disk"
  }
]
