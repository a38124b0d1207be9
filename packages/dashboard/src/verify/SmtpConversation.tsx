/** The SMTP session with the recipient's mail server: each command and the reply code, never the reply text. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

import { Card } from "../parts/Card.tsx"
import { columnsOf, DataTable, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { StatusBadge } from "../parts/StatusBadge.tsx"
import { words } from "../words/findings.tsx"
import { duration } from "../words/numbers.ts"
import { Facts } from "./Facts.tsx"
import type { FactRow } from "./Facts.tsx"

const { reasons, statuses, subReasons } = words.smtp

type Smtp = NonNullable<VerifyResult["smtp"]>
type Phase = NonNullable<NonNullable<VerifyResult["evidence"]>[number]["phase"]>

/** The sentence for the result of an SMTP probe, or for why there was none. Each value of the API has one. */
export const smtpSentences = ({ status, reason, sub_reason }: Smtp): string =>
  [
    reason === undefined ? statuses[status] : reasons[reason],
    sub_reason === undefined ? undefined : subReasons[sub_reason]
  ]
    .filter((text) => text !== undefined)
    .join(" ")

/** Commands by their names in RFC 5321. */
const phases: Readonly<Record<Phase, string>> = {
  ...words.smtp.phases,
  ehlo: "EHLO",
  starttls: "STARTTLS",
  mail: "MAIL FROM",
  rcpt: "RCPT TO",
  rset: "RSET"
}

/** Sentences by the answer of `smtp.control` in the evidence. */
const controls: Readonly<Record<string, string>> = words.smtp.controls

const { facts, session } = words.smtp

type Evidence = NonNullable<VerifyResult["evidence"]>[number]

/** The ending that explainSmtp of the API appends to a source. */
const aboutMadeUp = ", about a made-up address"

interface Line {
  readonly index: number
  readonly phase: string
  readonly host: string
  readonly recipient: string
  readonly reply: string
  /** The rule that the reply matched, if the reply decides the result. */
  readonly rule: string | undefined
}

const lineOf = (fact: Evidence, index: number): Line => {
  const { phase, source, rule, code, enhanced_code, answer } = fact
  const isControl = source.endsWith(aboutMadeUp)
  return {
    index,
    phase: phase === undefined ? "" : phases[phase],
    host: isControl ? source.slice(0, -aboutMadeUp.length) : source,
    recipient: isControl ? session.madeUp : session.thisAddress,
    reply:
      code === undefined
        ? (answer ?? session.noReply)
        : [code, enhanced_code].filter(Boolean).join(" "),
    rule: rule === `smtp.${phase}` ? undefined : rule.replace(/^smtp\./, "")
  }
}

const factsOf = (smtp: Smtp): ReadonlyArray<FactRow> => [
  [facts.host, smtp.mx_host],
  [facts.provider, smtp.provider],
  [facts.reply, [smtp.response_code, smtp.enhanced_code].filter(Boolean).join(" ")],
  [facts.encrypted, smtp.tls === undefined ? undefined : smtp.tls ? facts.encryptedYes : facts.no],
  [
    facts.catchAll,
    smtp.catch_all === undefined ? facts.unknown : smtp.catch_all ? facts.yes : facts.no
  ],
  [facts.duration, smtp.latency_ms === undefined ? undefined : duration(smtp.latency_ms)]
]

const columns: ReadonlyArray<Column<Line>> = columnsOf(session, {
  command: named(({ phase }) => phase),
  host: ({ host }) => host,
  recipient: ({ recipient }) => recipient,
  reply: ({ reply }) => <code>{reply}</code>,
  rule: ({ rule }) => rule !== undefined && <code>{rule}</code>
})

interface SmtpConversationProps {
  readonly smtp: Smtp
  readonly evidence: ReadonlyArray<Evidence>
}

export const SmtpConversation = ({ smtp, evidence }: SmtpConversationProps) => {
  const lines = evidence.filter(({ phase }) => phase !== undefined).map(lineOf)
  const control = evidence.find(({ rule }) => rule === "smtp.control")?.answer
  return (
    <Card title={words.smtp.title} actions={<StatusBadge status={smtp.status} />}>
      <p>
        {smtpSentences(smtp)} {control !== undefined && controls[control]}
      </p>
      {smtp.checked && <Facts rows={factsOf(smtp)} />}
      {lines.length > 0 && (
        <details className="verify-details">
          <summary>{session.summary(lines.length)}</summary>
          <DataTable
            caption={session.caption}
            rows={lines}
            rowKey={({ index }) => index}
            columns={columns}
          />
        </details>
      )}
    </Card>
  )
}
