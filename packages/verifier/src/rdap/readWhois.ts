/** Reads the date of registration from a WHOIS response. Total: any text gives a result. */
import { absent, present, unanswered } from "@rcpt/domain/Fact"

import { readDate } from "./readDate.ts"
import type { RegistryResponse } from "./RegistrySource.ts"
import type { WhoisServer } from "./whoisServers.ts"

export type WhoisWords = Pick<WhoisServer, "created" | "absent">

/** WHOIS has no status codes: rate limits are stated in words only. */
const refused = /(?:limit|quota) (?:has been )?exceeded|too many (?:requests|queries|connections)/i

/** The date must begin within this many characters after its label: padding, or a line end. */
const reachMax = 60

export const readWhois = (
  text: string,
  { created, absent: none }: WhoisWords,
  now: number
): RegistryResponse => {
  const label = created.exec(text)
  if (label !== null) {
    const start = label.index + label[0].length
    const date = readDate(text.slice(start, start + reachMax).trimStart(), now)
    return { _tag: "answered", fact: date === undefined ? absent : present(date) }
  }
  if (none.test(text)) return { _tag: "answered", fact: absent }
  if (refused.test(text)) return { _tag: "refused", wait: undefined }
  return { _tag: "answered", fact: unanswered("no date in WHOIS") }
}
