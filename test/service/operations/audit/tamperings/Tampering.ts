/** What is done to a copy of a real run (../tampering.test.ts), and the tools of who does it. */
import type * as Ledger from "@rcpt/service/ledger/Ledger"
import { EventStore } from "@rcpt/store/EventStore"
import type * as checkpoint from "@rcpt/store/tree/checkpoint"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export interface RealRun {
  readonly account: string
  readonly origin: string
  readonly signers: ReadonlyArray<checkpoint.Signer>
  readonly published: ReadonlyArray<string>
}

export type Change = Effect.Effect<
  unknown,
  unknown,
  SqlClient.SqlClient | EventStore | Ledger.Ledger
>

export interface Tampering {
  readonly name: string
  readonly change: (run: RealRun) => Change
  /** Without what was published: the database alone shows it. Default: with it. */
  readonly alone?: true
  /** Other checkpoints that an auditor may hold. */
  readonly shown?: (run: RealRun) => ReadonlyArray<string>
  /** Checks that fail, with what each names: its finding as JSON. */
  readonly finds: Readonly<Record<string, RegExp>>
}

/** Past the triggers, in one transaction. */
export const past = (change: Change): Change =>
  SqlClient.SqlClient.use((sql) =>
    sql.withTransaction(Effect.andThen(sql`set local session_replication_role = replica`, change))
  )

export const statements = (...texts: ReadonlyArray<string>): Change =>
  SqlClient.SqlClient.use((sql) =>
    Effect.forEach(texts, (text) => sql.unsafe(text), { discard: true })
  )

export const sql =
  (...texts: ReadonlyArray<string>) =>
  (): Change =>
    past(statements(...texts))

export const sealAll = EventStore.use(({ seal }) =>
  Effect.repeat(seal, { until: ({ sealed, gaps }) => sealed + gaps === 0 })
)

/** As if nothing had been signed yet. */
export const forgetTree = statements("delete from es.checkpoint", "delete from es.tree_node")
