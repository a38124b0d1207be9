/** The full answer about an address: the verdict, the SMTP session, each check, and more facts. */
import { concealingProviders } from "@rcpt/api/concealingProviders"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { heldFor } from "@rcpt/domain/prices"
import { Link } from "wouter"

import { isSandbox } from "../api/sandbox.ts"
import { AmountList } from "../parts/AmountList.tsx"
import { Button } from "../parts/Button.tsx"
import { Card, Section } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { Credits, creditsText } from "../parts/Credits.tsx"
import { columnsOf, DataTable, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import type { IconName } from "../parts/Icon.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { Badge, isUnconfirmed, StatusBadge } from "../parts/StatusBadge.tsx"
import { words as findings } from "../words/findings.tsx"
import { duration } from "../words/numbers.ts"
import { inOwnScript } from "../words/ownScript.ts"
import { phrases } from "../words/phrases.tsx"
import { words } from "../words/verify.tsx"
import { checkGroups, outcomeOf } from "./checkOutcomes.ts"
import type { CheckOutcome } from "./checkOutcomes.ts"
import { curlOf } from "./curlOf.ts"
import { Facts } from "./Facts.tsx"
import type { FactRow } from "./Facts.tsx"
import { SmtpConversation } from "./SmtpConversation.tsx"
import { adviceOf, foundIn, meaningOf, scoreMeaning } from "./verdictWords.ts"
import type { VerifyRequest } from "./verifyRequest.ts"

const iconOf = ({ found, tone }: CheckOutcome): IconName => {
  if (found === "unanswered") return "question"
  if (tone === "warn") return "warning"
  if (tone === "bad") return "cross"
  return found === "present" ? "check" : "dash"
}

const columns: ReadonlyArray<Column<CheckOutcome>> = columnsOf(findings.list, {
  check: named(({ key }) => (
    <>
      {findings.checks[key].label} <code className="verify-key">{key}</code>
    </>
  )),
  result: (outcome) => (
    <Badge tone={outcome.tone} icon={iconOf(outcome)}>
      {outcome.label}
    </Badge>
  ),
  meaning: ({ meaning, proof }) => (
    <>
      {meaning}
      {proof !== undefined && <code className="verify-proof breaks">{proof}</code>}
    </>
  )
})

/** The list of checks, each with its outcome, what that means, and its proof. */
const CheckList = ({ result }: { readonly result: VerifyResult }) => (
  <Card title={findings.list.title} lead={findings.list.lead}>
    {checkGroups.map(({ name, keys }) => (
      <Section key={name} title={findings.groups[name]} level={3}>
        <DataTable
          className="verify-checks"
          caption={findings.list.caption(findings.groups[name])}
          rows={keys.map((key) => outcomeOf(key, result))}
          rowKey={({ key }) => key}
          columns={columns}
        />
      </Section>
    ))}
  </Card>
)

interface ApiExampleProps {
  readonly request: VerifyRequest
  readonly result?: VerifyResult | undefined
}

/** The same check as an API request, and its response. */
const ApiExample = ({ request, result }: ApiExampleProps) => (
  <Card
    title={words.api.title}
    lead={words.api.lead(<Link href="/keys">{words.api.key}</Link>, <code>RCPT_API_KEY</code>)}
  >
    <CodeBlock title="curl" code={curlOf(request, ["-d explain=true"])} />
    {result && <CodeBlock title={words.api.response} code={JSON.stringify(result, null, 2)} />}
  </Card>
)

const daysPerYear = 365

const ageText = (days: number): string => {
  const years = Math.floor(days / daysPerYear)
  return years === 0 ? words.background.days(days) : words.background.years(years, days)
}

const record = (text: string | undefined) => text !== undefined && <code>{text}</code>

const listOf = (values: ReadonlyArray<string> | undefined) =>
  values !== undefined &&
  values.length > 0 && (
    <ul>
      {values.map((value) => (
        <li key={value}>
          <code>{value}</code>
        </li>
      ))}
    </ul>
  )

const rowsOf = (result: VerifyResult): ReadonlyArray<FactRow> =>
  (
    [
      [words.background.normalized, record(result.normalized_email)],
      [words.background.provider, result.mx_provider],
      [words.background.servers, listOf(result.mx_records)],
      [
        words.background.age,
        result.domain_age_days === undefined ? undefined : ageText(result.domain_age_days)
      ],
      [words.background.spf, record(result.spf_record)],
      [words.background.dmarc, record(result.dmarc_record)],
      [words.background.dmarcPolicy, record(result.dmarc_policy)],
      [words.background.blocklists, listOf(result.dnsbl_listings)],
      [
        words.background.catchAll,
        result.catch_all_confidence === undefined
          ? undefined
          : words.background.confidence(result.catch_all_confidence)
      ]
    ] satisfies ReadonlyArray<FactRow>
  ).filter(([, value]) => value !== false && value !== undefined)

/** More facts about the address and its domain, which do not decide the verdict by themselves. */
const Background = ({ result }: { readonly result: VerifyResult }) => {
  const rows = rowsOf(result)
  return (
    rows.length > 0 && (
      <Card title={words.background.title}>
        <Facts rows={rows} />
      </Card>
    )
  )
}

interface VerdictProps {
  readonly result: VerifyResult
  readonly onUse: (email: string) => void
  readonly onVerify: (request: VerifyRequest) => void
}

const Score = ({ result: { score, status, sub_status } }: Pick<VerdictProps, "result">) => (
  <div className="verify-score">
    <p>
      <span className="verify-score-label">{words.verdict.score}</span> <strong>{score}</strong>
      <span className="muted"> {words.verdict.of100}</span>
    </p>
    <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
      <rect className="proportion-ground" width="100" height="2" />
      <rect
        className={`fill-${isUnconfirmed(sub_status) ? "unknown" : status}`}
        width={score}
        height="2"
      />
    </svg>
    <p className="small muted">{scoreMeaning}</p>
  </div>
)

const Slip = ({ result }: Pick<VerdictProps, "result">) => (
  <div className="verify-slip">
    <AmountList
      rows={[
        { label: words.verdict.mode, value: phrases.mode[result.mode] },
        { label: words.verdict.duration, value: duration(result.response_time_ms) },
        { label: words.verdict.checked, value: <DateTime at={result.checked_at} show="time" /> },
        {
          label: words.verdict.charged,
          value: <Credits amount={result.credits_used ?? 0} unit />,
          isTotal: true
        }
      ]}
    />
  </div>
)

interface CheckMailboxProps {
  readonly email: string
  readonly onDeep: () => void
}

/** The offer to ask the mail server too, with what that costs at most. */
const CheckMailbox = ({ email, onDeep }: CheckMailboxProps) => (
  <IfPermitted may="spend">
    <div className="row">
      <Button small onClick={onDeep}>
        {isSandbox(email)
          ? phrases.checkMailboxFree
          : phrases.checkMailbox(creditsText(heldFor.deep))}
      </Button>
    </div>
  </IfPermitted>
)

/** The verdict: first what to do, then what it means, the service's reasons, and the price. */
const Verdict = ({ result, onUse, onVerify }: VerdictProps) => {
  const { email, mode, status, sub_status, reasons, did_you_mean } = result
  const meaning = meaningOf(result)
  const advice = adviceOf(result)
  const found = foundIn(result)
  return (
    <section className="card verify-verdict" aria-labelledby="verdict">
      <div className="verify-verdict-main">
        <div className="row">
          <StatusBadge status={status} subStatus={sub_status} />
          {sub_status && <code className="verify-key">{sub_status}</code>}
          {found && <span className="small muted">{found}</span>}
        </div>
        <h2 id="verdict" className="breaks">
          {email}
        </h2>
        {advice && <p className="verify-advice">{advice}</p>}
        {meaning && <p>{meaning}</p>}
        {status === "valid" && mode === "fast" && !concealingProviders.has(result.mx_provider) && (
          <CheckMailbox email={email} onDeep={() => onVerify({ email, mode: "deep" })} />
        )}
        {did_you_mean !== undefined && (
          <p className="row">
            {words.verdict.didYouMean(
              <Button small className="verify-use" onClick={() => onUse(did_you_mean)}>
                {did_you_mean}
              </Button>
            )}
          </p>
        )}
        {reasons.length > 0 && (
          <div>
            <h3 className="verify-why">{words.verdict.why}</h3>
            <ul className="verify-reasons">
              {reasons.map((reason) => (
                <li key={reason}>{inOwnScript(reason)}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div className="verify-verdict-side">
        <Score result={result} />
        <Slip result={result} />
        <Button small onClick={() => onVerify({ email, mode })}>
          {words.verdict.again}
        </Button>
      </div>
    </section>
  )
}

interface AnswerProps {
  readonly result: VerifyResult
  readonly onUse: (email: string) => void
  readonly onVerify: (request: VerifyRequest) => void
}

export const Answer = ({ result, onUse, onVerify }: AnswerProps) => (
  <>
    <Verdict result={result} onUse={onUse} onVerify={onVerify} />
    {result.smtp && <SmtpConversation smtp={result.smtp} evidence={result.evidence ?? []} />}
    <CheckList result={result} />
    <Background result={result} />
    <ApiExample request={{ email: result.email, mode: result.mode }} result={result} />
  </>
)
