/** Fetches the proof of an entry, checks it in this browser, and says what was checked. */
import type { Checkpoints, LedgerProof } from "@rcpt/api/LedgerProofs"
import { useMutation } from "@tanstack/react-query"

import { apiUrl, request } from "../api/request.ts"
import { Button, ButtonLink } from "../parts/Button.tsx"
import { Icon } from "../parts/Icon.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { words } from "../words/receipt.tsx"
import { canCheck, checkProof } from "./checkProof.ts"
import type { ShownEvent, Step } from "./checkProof.ts"

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

export const ProofCheck = ({ entry, shown }: ProofCheckProps) => {
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
