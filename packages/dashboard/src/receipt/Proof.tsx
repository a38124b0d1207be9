/** Where the entry is in the event log, and the proof that it is in the signed log. */
import type { LedgerReceipt } from "@rcpt/api/Ledger"

import { Card } from "../parts/Card.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import { words } from "../words/receipt.tsx"
import { CopyableId } from "./CopyableId.tsx"
import { ProofCheck } from "./ProofCheck.tsx"

const { proof: said } = words

interface ProofProps {
  readonly entry: string
  readonly proof: LedgerReceipt["proof"]
}

export const Proof = ({ entry, proof }: ProofProps) => (
  <Card title={said.title} lead={said.lead(<code>packages/store/verifier</code>)}>
    <Leaders
      rows={[
        { label: said.event, value: proof.event },
        { label: said.commit, value: proof.commit },
        { label: said.position, value: proof.version }
      ]}
    />
    <dl className="receipt-ids">
      <CopyableId words={words.ids.stream} text={proof.stream} />
      <CopyableId words={words.ids.hash} text={proof.hash} />
    </dl>
    <ProofCheck entry={entry} shown={proof} />
  </Card>
)
