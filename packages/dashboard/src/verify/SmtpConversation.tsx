/** The SMTP session with the recipient's mail server: each command and the reply code, never the reply text. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

import { Card } from "../parts/Card.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { StatusBadge } from "../parts/StatusBadge.tsx"
import { Facts } from "./Facts.tsx"
import type { FactRow } from "./Facts.tsx"
import { controls, phases, smtpSentences } from "./smtpWords.ts"
import type { Smtp } from "./smtpWords.ts"

type Evidence = NonNullable<VerifyResult["evidence"]>[number]

/** Appended to a source by explainSmtp of the API. */
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
    recipient: isControl ? "Made-up address" : "This address",
    reply:
      code === undefined ? (answer ?? "none") : [code, enhanced_code].filter(Boolean).join(" "),
    rule: rule === `smtp.${phase}` ? undefined : rule.replace(/^smtp\./, "")
  }
}

const factsOf = (smtp: Smtp): ReadonlyArray<FactRow> => [
  ["Mail server", smtp.mx_host],
  ["Provider", smtp.provider],
  ["Reply", [smtp.response_code, smtp.enhanced_code].filter(Boolean).join(" ")],
  ["Encrypted", smtp.tls === undefined ? undefined : smtp.tls ? "Yes (STARTTLS)" : "No"],
  ["Catch-all", smtp.catch_all === undefined ? "Unknown" : smtp.catch_all ? "Yes" : "No"],
  ["Duration", smtp.latency_ms === undefined ? undefined : `${smtp.latency_ms} ms`]
]

const columns: ReadonlyArray<Column<Line>> = [
  { key: "phase", head: "Command", isName: true, cell: ({ phase }) => phase },
  { key: "host", head: "Mail server", cell: ({ host }) => host },
  { key: "recipient", head: "Recipient", cell: ({ recipient }) => recipient },
  { key: "reply", head: "Reply", cell: ({ reply }) => <code>{reply}</code> },
  {
    key: "rule",
    head: "Matched rule",
    cell: ({ rule }) => rule !== undefined && <code>{rule}</code>
  }
]

interface SmtpConversationProps {
  readonly smtp: Smtp
  readonly evidence: ReadonlyArray<Evidence>
}

export const SmtpConversation = ({ smtp, evidence }: SmtpConversationProps) => {
  const lines = evidence.filter(({ phase }) => phase !== undefined).map(lineOf)
  const control = evidence.find(({ rule }) => rule === "smtp.control")?.answer
  return (
    <Card title="Mail server" actions={<StatusBadge status={smtp.status} />}>
      <p>
        {smtpSentences(smtp)} {control !== undefined && controls[control]}
      </p>
      {smtp.checked && <Facts rows={factsOf(smtp)} />}
      {lines.length > 0 && (
        <details className="verify-details">
          <summary>SMTP session, {lines.length === 1 ? "1 line" : `${lines.length} lines`}</summary>
          <DataTable
            caption="SMTP session, line by line"
            rows={lines}
            rowKey={({ index }) => index}
            columns={columns}
          />
        </details>
      )}
    </Card>
  )
}
