/** Where the entry is in the event log, and the proof that it is in the signed log. */
import type { LedgerReceipt } from "@rcpt/api/Ledger"

import { Card } from "../parts/Card.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import { CopyableId } from "./CopyableId.tsx"
import { ProofCheck } from "./ProofCheck.tsx"

interface ProofProps {
  readonly entry: string
  readonly proof: LedgerReceipt["proof"]
}

export const Proof = ({ entry, proof }: ProofProps) => (
  <Card
    title="Audit proof"
    lead={
      <>
        The ledger is signed. A proof shows that this entry is in it, unchanged: it can be checked
        here, or without this service by the verifiers in rcpt&apos;s source (
        <code>packages/store/verifier</code>).
      </>
    }
  >
    <Leaders
      rows={[
        { label: "Event", value: proof.event },
        { label: "Commit", value: proof.commit },
        { label: "Position in stream", value: proof.version }
      ]}
    />
    <dl className="receipt-ids">
      <CopyableId label="Stream" name="stream" text={proof.stream} />
      <CopyableId label="Hash (SHA-256)" name="hash" text={proof.hash} />
    </dl>
    <ProofCheck entry={entry} shown={proof} />
  </Card>
)
