/** The verdict: what it means, the service's reasons, and the price. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

import { Button } from "../parts/Button.tsx"
import { Credits } from "../parts/Credits.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import { isUnconfirmed, StatusBadge } from "../parts/StatusBadge.tsx"
import { adviceOf, meaningOf, scoreSentence, statusMeanings } from "./verdictWords.ts"

interface VerdictProps {
  readonly result: VerifyResult
  readonly onUse: (email: string) => void
  readonly onAgain: () => void
}

const Score = ({ result: { score, status, sub_status } }: Pick<VerdictProps, "result">) => (
  <div className="verify-score">
    <p>
      <span className="verify-score-label">Score</span> <strong>{score}</strong>
      <span className="muted"> of 100</span>
    </p>
    <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
      <rect className="proportion-ground" width="100" height="2" />
      <rect
        className={`fill-${isUnconfirmed(sub_status) ? "unknown" : status}`}
        width={score}
        height="2"
      />
    </svg>
    <p className="small muted">{scoreSentence}</p>
  </div>
)

const milliseconds = new Intl.NumberFormat("en", { maximumFractionDigits: 1 })

const durationText = (millis: number): string =>
  millis < 1_000 ? `${millis} ms` : `${milliseconds.format(millis / 1_000)} s`

const Slip = ({ result }: Pick<VerdictProps, "result">) => (
  <div className="verify-slip">
    <Leaders
      rows={[
        { label: "Mode", value: result.mode === "deep" ? "Deep" : "Fast" },
        { label: "Duration", value: durationText(result.response_time_ms) },
        { label: "Checked", value: <DateTime at={result.checked_at} show="time" /> },
        {
          label: "Charged",
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
          <span className="small muted">{statusMeanings[status]}</span>
        </div>
        <h2 id="verdict" className="breaks">
          {email}
        </h2>
        {meaning && <p className="verify-meaning">{meaning}</p>}
        {advice && <p className="verify-advice">{advice}</p>}
        {did_you_mean !== undefined && (
          <p className="row">
            Did you mean{" "}
            <Button small className="verify-use" onClick={() => onUse(did_you_mean)}>
              {did_you_mean}
            </Button>
          </p>
        )}
        {reasons.length > 0 && (
          <div>
            <h3 className="verify-why">Why</h3>
            <ul className="verify-reasons">
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
          Verify again
        </Button>
      </div>
    </section>
  )
}
