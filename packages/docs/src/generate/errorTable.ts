/** The errors in Markdown, a section for each code: its heading is the anchor that `Link` names. */
import type { ErrorCode } from "@rcpt/api/errors/ErrorCode"
import { errorCodes } from "@rcpt/api/errors/errorCodes"

const bodyOf = ({ sentence }: ErrorCode): string =>
  typeof sentence === "string" ? ` \`{"error": "${sentence}"}\`` : ""

const section = (row: ErrorCode): string =>
  `### ${row.code}\n\n**${row.status}**${bodyOf(row)}\n\n${row.meaning}\n\n${row.remedy}`

export const errorTable = (): string => errorCodes.map(section).join("\n\n")
