/** What is done to a copy of a real run (../tampering.test.ts), beside what the drill does. */
import type { KnownLedger, Tampering } from "@rcpt/service/operations/audit/drill/changes"
import type * as checkpoint from "@rcpt/store/tree/checkpoint"

export interface RealRun extends KnownLedger {
  readonly signers: ReadonlyArray<checkpoint.Signer>
  readonly published: ReadonlyArray<string>
}

export interface RealTampering extends Tampering<RealRun> {
  /** Without what was published: the database alone shows it. Default: with it. */
  readonly alone?: true
  /** Other checkpoints that an auditor may hold. */
  readonly shown?: (run: RealRun) => ReadonlyArray<string>
}
