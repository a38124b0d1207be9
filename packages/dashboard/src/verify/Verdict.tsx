/** The verdict: what it means, the service's reasons, and the price. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

import { Button } from "../parts/Button.tsx"
import { Credits } from "../parts/Credits.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import { isUnconfirmed, StatusBadge } from "../parts/StatusBadge.tsx"
import { duration } from "../words/numbers.ts"
import { phrases } from "../words/phrases.tsx"
import { words as verdict } from "../words/verdict.tsx"
import { words } from "../words/verify.tsx"
import { adviceOf, meaningOf } from "./verdictWords.ts"

const { verdict: said } = words

interface VerdictProps {
  readonly result: VerifyResult
  readonly onUse: (email: string) => void
  readonly onAgain: () => void
}

const Score = ({ result: { score, status, sub_status } }: Pick<VerdictProps, "result">) => (
  <div className="verify-score">
    <p>
      <span className="verify-score-label">{said.score}</span> <strong>{score}</strong>
      <span className="muted"> {said.of100}</span>
    </p>
    <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
      <rect className="proportion-ground" width="100" height="2" />
      <rect
        className={`fill-${isUnconfirmed(sub_status) ? "unknown" : status}`}
        width={score}
        height="2"
      />
    </svg>
    <p className="small muted">{verdict.scoreMeaning}</p>
  </div>
)

const Slip = ({ result }: Pick<VerdictProps, "result">) => (
  <div className="verify-slip">
    <Leaders
      rows={[
        { label: said.mode, value: phrases.mode[result.mode] },
        { label: said.duration, value: duration(result.response_time_ms) },
        { label: said.checked, value: <DateTime at={result.checked_at} show="time" /> },
        {
          label: said.charged,
          value: <Credits amount={result.credits_used ?? 0} unit />,
          isTotal: true
        }
      ]}
    />
  </div>
)

export const Verdict = ({ result, onUse, onAgain }: VerdictProps) => {
  const { email, status, sub_status, reasons, did_you_mean } = result
  const meaning = meaningOf(result)
  const advice = adviceOf(result)
  return (
    <section className="card verify-verdict" aria-labelledby="verdict">
      <div className="verify-verdict-main">
        <div className="row">
          <StatusBadge status={status} subStatus={sub_status} />
          {sub_status && <code className="verify-key">{sub_status}</code>}
          <span className="small muted">{verdict.promises[status]}</span>
        </div>
        <h2 id="verdict" className="breaks">
          {email}
        </h2>
        {meaning && <p className="verify-meaning">{meaning}</p>}
        {advice && <p className="verify-advice">{advice}</p>}
        {did_you_mean !== undefined && (
          <p className="row">
            {said.didYouMean(
              <Button small className="verify-use" onClick={() => onUse(did_you_mean)}>
                {did_you_mean}
              </Button>
            )}
          </p>
        )}
        {reasons.length > 0 && (
          <div>
            <h3 className="verify-why">{said.why}</h3>
            <ul className="verify-reasons" lang="en">
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div className="verify-verdict-side">
        <Score result={result} />
        <Slip result={result} />
        <Button small onClick={onAgain}>
          {said.again}
        </Button>
      </div>
    </section>
  )
}
