/** Lets a visitor without an account see verdicts: of sandbox addresses, which cost nothing. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { useMutation } from "@tanstack/react-query"

import { request } from "../api/request.ts"
import { sandboxAddress } from "../api/sandbox.ts"
import { Section } from "../parts/Card.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { StatusBadge } from "../parts/StatusBadge.tsx"
import { meaningOf } from "../verify/verdictWords.ts"
import { words } from "../words/session.tsx"

const { trial: said } = words

/** One of each verdict, and the findings that people ask about first. */
const names = ["valid", "disposable", "role_based", "did_you_mean", "domain_not_found", "dns_error"]

const verifySandbox = (email: string): Promise<VerifyResult> =>
  request("/demo/verify", { query: { email } })

const Tried = ({ result }: { readonly result: VerifyResult }) => {
  const meaning = meaningOf(result)
  return (
    <div className="trial-result">
      <p className="row">
        <StatusBadge status={result.status} subStatus={result.sub_status} />
        <span className="small muted">{said.score(result.score)}</span>
      </p>
      <p className="breaks">
        <strong>{result.email}</strong>
      </p>
      {meaning && <p>{meaning}</p>}
      {result.reasons.length > 0 && (
        <ul className="trial-reasons" lang="en">
          {result.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

export const SandboxTrial = () => {
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: verifySandbox,
    meta: { mayBeSignedOut: true }
  })
  return (
    <Section title={said.title} lead={said.lead(<code>{sandboxAddress("")}</code>)}>
      <ul className="trial-names">
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="trial-name"
              aria-pressed={variables === sandboxAddress(name)}
              aria-busy={(isPending && variables === sandboxAddress(name)) || undefined}
              onClick={() => !isPending && mutate(sandboxAddress(name))}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      {error && <ErrorNotice error={error} />}
      <div role="status">{data && <Tried result={data} />}</div>
    </Section>
  )
}
