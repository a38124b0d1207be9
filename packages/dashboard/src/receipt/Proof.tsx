/** Where the entry is in the event log, and how to verify that it was not changed. */
import type { LedgerReceipt } from "@rcpt/api/Ledger"

import { Card } from "../parts/Card.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import { CopyableId } from "./CopyableId.tsx"

export const Proof = ({ proof }: { readonly proof: LedgerReceipt["proof"] }) => (
  <Card
    title="Audit proof"
    lead={
      <>
        The operator of this service can run <code>rcpt ledger verify</code>, which computes every
        hash again. If this entry or an earlier one in its stream had been changed, its hash would
        no longer match the one below.
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
  </Card>
)
