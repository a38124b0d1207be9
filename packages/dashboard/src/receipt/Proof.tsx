/** The place of the entry in the event log, and the proof that it is in the signed log. */
import type { LedgerReceipt } from "@rcpt/api/Ledger"
import type { Checkpoints, LedgerProof } from "@rcpt/api/LedgerProofs"
import { useMutation } from "@tanstack/react-query"

import { apiUrl, request } from "../api/request.ts"
import { AmountList } from "../parts/AmountList.tsx"
import { Button, ButtonLink } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { Icon } from "../parts/Icon.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { words } from "../words/receipt.tsx"
import { canCheck, checkProof } from "./checkProof.ts"
import type { ShownEvent, Step } from "./checkProof.ts"
import { CopyableId } from "./CopyableId.tsx"

const { proof: said } = words

const proofPath = (entry: string): string => `/ledger/${encodeURIComponent(entry)}/proof`

const check = async (entry: string, shown: ShownEvent) => {
  const proof = await request<LedgerProof>(proofPath(entry))
  const { keys } = await request<Checkpoints>("/ledger/checkpoints")
  return { keys, steps: await checkProof(proof, shown, keys) }
}

const StepLine = ({ says, holds }: Step) => (
  <li className={holds ? "receipt-step" : "receipt-step receipt-step-broken"}>
    <Icon name={holds ? "check" : "cross"} />
    <span>{holds ? says : said.notSo(says)}</span>
  </li>
)

interface OutcomeProps {
  readonly steps: ReadonlyArray<Step>
  readonly keys: ReadonlyArray<string>
}

const Outcome = ({ steps, keys }: OutcomeProps) => {
  const isProven = steps.every(({ holds }) => holds)
  return (
    <Notice kind={isProven ? "success" : "error"} title={isProven ? said.proven : said.broken} live>
      <ul className="receipt-steps">
        {steps.map((step) => (
          <StepLine key={step.says} {...step} />
        ))}
      </ul>
      <p className="receipt-key">{said.key}</p>
      {keys.map((key) => (
        <code key={key} className="mono breaks">
          {key}
        </code>
      ))}
    </Notice>
  )
}

interface ProofCheckProps {
  readonly entry: string
  readonly shown: ShownEvent
}

/** Fetches the proof of an entry, checks it in this browser, and says what was checked. */
const ProofCheck = ({ entry, shown }: ProofCheckProps) => {
  const checking = useMutation({ mutationFn: () => check(entry, shown) })
  return (
    <div className="receipt-check">
      <div className="row">
        {canCheck() && (
          <Button onClick={() => checking.mutate()} pending={checking.isPending}>
            {said.check}
          </Button>
        )}
        <ButtonLink
          variant="quiet"
          href={apiUrl(proofPath(entry))}
          download={`proof-${entry}.json`}
        >
          {said.download}
        </ButtonLink>
      </div>
      {checking.isError && <ErrorNotice error={checking.error} />}
      {checking.data && <Outcome {...checking.data} />}
    </div>
  )
}

interface ProofProps {
  readonly entry: string
  readonly proof: LedgerReceipt["proof"]
}

export const Proof = ({ entry, proof }: ProofProps) => (
  <Card title={said.title} lead={said.lead(<code>packages/store/verifier</code>)}>
    <AmountList
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
