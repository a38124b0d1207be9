/** The date of registration in an answer of WHOIS. Total: whatever the octets, the result is a turn. */
import { absent, present, unanswered } from "@rcpt/domain/Fact"

import { readDate } from "./readDate.ts"
import type { Turn } from "./Source.ts"
import type { WhoisServer } from "./whoisServers.ts"

export type WhoisWords = Pick<WhoisServer, "created" | "absent">

/** Registries that are tired of us say so in words only. */
const refused = /(?:limit|quota) (?:has been )?exceeded|too many (?:requests|queries|connections)/i

/** Characters after the label in which its date must begin: padding, or the end of the line. */
const reachMax = 60

export const readWhois = (
  text: string,
  { created, absent: none }: WhoisWords,
  now: number
): Turn => {
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
