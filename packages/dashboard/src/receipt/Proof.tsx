/** Where an auditor finds the entry, and how to find out whether it is still what it was. */
import type { LedgerReceipt } from "@rcpt/api/Ledger"

import { Card } from "../parts/Card.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import { CopyableId } from "./CopyableId.tsx"

export const Proof = ({ proof }: { readonly proof: LedgerReceipt["proof"] }) => (
  <Card
    title="Audit proof"
    lead={
      <>
        <code>rcpt ledger verify</code>, run by the operator of this service, computes every hash
        again: were this entry or one before it in its stream changed, its hash would no longer be
        the one below.
      </>
    }
  >
    <Leaders
      rows={[
        { label: "Event", value: proof.event },
        { label: "Commit", value: proof.commit },
        { label: "Position in its stream", value: proof.version }
      ]}
    />
    <dl className="receipt-ids">
      <CopyableId label="Stream" name="stream" text={proof.stream} />
      <CopyableId label="Hash (SHA-256)" name="hash" text={proof.hash} />
    </dl>
  </Card>
)
