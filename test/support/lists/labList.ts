/** A customer's list of addresses in the lab, with the result that the lab's scripts define for each row. */
import { samples } from "@rcpt/lab/samples"

export interface ListRow {
  /** The cells of the uploaded file; the address is the third. */
  readonly cells: readonly [id: string, name: string, email: string, note: string]
  /** `undefined`: the row has no address, so nothing is verified or charged. */
  readonly expected: Expected | undefined
}

/** What the lab defines for an address, in the columns of the results' CSV. */
export interface Expected {
  readonly verification_status: string
  readonly verification_score: string
  readonly sub_status: string
  readonly smtp_status?: string
  readonly mailbox_exists?: string
  readonly credits_used: string
}

export const columns = (
  status: string,
  score: number,
  credits: number,
  subStatus = ""
): Expected => ({
  verification_status: status,
  verification_score: String(score),
  sub_status: subStatus,
  credits_used: String(credits)
})

const names = ["Ann", 'Bob "B" Lee', "Meier, Jörg", "two\nlines", "=1+1", "", "Öz 🙂", "-7"]

/** Each synthetic domain has MX and SPF, and all except every tenth have DMARC. */
const domainOf = (row: number) => {
  const index = 1 + ((row * 7) % 20_000)
  return {
    domain: `d${String(index).padStart(5, "0")}.lab.test`,
    flaw: index % 10 === 0 ? 5 : 0
  }
}

export const ofFastRow = (
  row: number
): readonly [email: string, expected: Expected | undefined] => {
  const { domain, flaw } = domainOf(row)
  const kind = row % 20
  if (kind === 0) return ["", undefined]
  if (kind === 1) return [`no-at-${row}`, columns("invalid", 0, 1, "failed_syntax_check")]
  if (kind === 2) return [`info@${domain}`, columns("risky", 80 - flaw, 1, "role_based")]
  if (kind === 3) {
    const { address, status, score, sub_status } = samples[Math.floor(row / 20) % samples.length]!
    return [address, columns(status, score, status === "unknown" ? 0 : 1, sub_status)]
  }
  return [`user${row}@${domain}`, columns("valid", 100 - flaw, 1)]
}

/** Local parts `user…` have a mailbox in the lab, local parts `stranger…` have none. */
export const ofDeepRow = (
  row: number
): readonly [email: string, expected: Expected | undefined] => {
  const { domain, flaw } = domainOf(row)
  const kind = row % 10
  if (kind === 0) return [`stranger${row}@`, notProbed("failed_syntax_check")]
  if (kind < 4)
    return [
      `stranger${row}@${domain}`,
      {
        ...columns("invalid", 0, 5, "mailbox_not_found"),
        smtp_status: "undeliverable",
        mailbox_exists: "no"
      }
    ]
  return [
    `user${row}@${domain}`,
    { ...columns("valid", 100 - flaw, 5), smtp_status: "deliverable", mailbox_exists: "yes" }
  ]
}

export const notProbed = (subStatus: string): Expected => ({
  ...columns("invalid", 0, 1, subStatus),
  smtp_status: "not_checked",
  mailbox_exists: "unknown"
})

/** A row with the address of an earlier row costs nothing. */
export const linesOf = (
  count: number,
  of: (row: number) => readonly [email: string, expected: Expected | undefined]
): ReadonlyArray<ListRow> => {
  const seen = new Set<string>()
  return Array.from({ length: count }, (_, row) => {
    const [email, first] = of(row)
    const expected = first && seen.has(email) ? { ...first, credits_used: "0" } : first
    seen.add(email)
    return { cells: [String(row), names[row % names.length]!, email, `note ${row}`], expected }
  })
}

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const header = ["id", "Full name", "E-Mail", "note"]

export const fileOf = (lines: ReadonlyArray<ListRow>): string =>
  [header, ...lines.map(({ cells }) => cells)]
    .map((cells) => `${cells.map(quoted).join(",")}\r\n`)
    .join("")
