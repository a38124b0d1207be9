/**
 * The part of the lab that the chaos run asks, and what is true there: mail servers that take their time,
 * each with an address, a network and a registrable name of its own, so that a server is what the service
 * has to be polite to, by whichever of the three it counts.
 */
import type { MailFile } from "@rcpt/lab/smtp/MailFile"
import type { Zone } from "@rcpt/lab/Zone"

import { columns, linesOf } from "../../support/lists/labList.ts"
import type { Expected, ListRow } from "../../support/lists/labList.ts"

const serversMax = 40

/**
 * Rows of a deep job for each server: so few servers that their conversations are what deep jobs and deep
 * checks wait for, on all nodes, and so many that a job ends within minutes.
 */
const rowsPerServer = 125

export const serversFor = (deepRows: number): number =>
  Math.min(serversMax, Math.max(4, Math.ceil(deepRows / rowsPerServer)))

/** Domains of the fast list, of those that the lab makes up. */
const fastDomainsMax = 2_000

const ttl = 300

/** Above the third octets that the lab's own hosts have. */
const networkFirst = 100

const numberOf = (index: number): string => String(index).padStart(2, "0")

const mailDomain = (index: number): string => `c${numberOf(index)}.test`

const addressOf = (index: number): string => `127.0.${networkFirst + index}.1`

/** The servers, one address each. */
export const serverHosts = Array.from({ length: serversMax }, (_, index) => addressOf(index))

const domainPattern = /^(?:(mx|_dmarc)\.)?c(\d\d)\.test$/

export const zone: Zone = {
  find: (name) => {
    const [, label, digits] = domainPattern.exec(name) ?? []
    const index = Number(digits)
    if (digits === undefined || index >= serversMax) return undefined
    if (label === "mx") return [{ name, type: "A", ttl, data: addressOf(index) }]
    if (label === "_dmarc") return [{ name, type: "TXT", ttl, data: ["v=DMARC1; p=reject"] }]
    return [
      { name, type: "MX", ttl, data: { preference: 10, exchange: `mx.${name}` } },
      { name, type: "TXT", ttl, data: ["v=spf1 mx -all"] }
    ]
  },
  rules: []
}

/** Long enough that a fault meets conversations in each of their phases. */
const script = `like postfix
  on greeting     wait 200ms
                  220 {host} ESMTP
  on rcpt people  wait 300ms
                  250 2.1.5 Ok
  on rcpt         wait 300ms
                  550 5.1.1 <{rcpt}>: Recipient address rejected: User unknown in local recipient table
`

/** A statement each, so that each counts its own conversations. */
export const mail: MailFile = {
  file: "chaos",
  text: serverHosts.map((host) => `server ${host} ${script}`).join("")
}

interface Address {
  readonly email: string
  readonly expected: Expected
}

/** Local parts `user…` have a mailbox, local parts `stranger…` have none. */
export const deepAddress = (n: number, servers: number): Address => {
  const isStranger = n % 10 < 3
  const email = `${isStranger ? "stranger" : "user"}${n}@${mailDomain(n % servers)}`
  const expected = isStranger
    ? columns("invalid", 0, 5, "mailbox_not_found")
    : columns("valid", 100, 5)
  return { email, expected }
}

/** The lab's domains have MX and SPF; every tenth has no DMARC. */
export const fastAddress = (n: number): Address => {
  const index = 1 + ((n * 7) % fastDomainsMax)
  const flaw = index % 10 === 0 ? 5 : 0
  const domain = `d${String(index).padStart(5, "0")}.lab.test`
  if (n % 20 === 1)
    return { email: `no-at-${n}`, expected: columns("invalid", 0, 1, "failed_syntax_check") }
  if (n % 20 === 2)
    return { email: `info@${domain}`, expected: columns("risky", 80 - flaw, 1, "role_based") }
  return { email: `user${n}@${domain}`, expected: columns("valid", 100 - flaw, 1) }
}

const lines = (count: number, of: (n: number) => Address): ReadonlyArray<ListRow> =>
  linesOf(count, (row) => {
    const { email, expected } = of(row)
    return [email, expected]
  })

export const fastLines = (count: number): ReadonlyArray<ListRow> => lines(count, fastAddress)

export const deepLines = (count: number): ReadonlyArray<ListRow> =>
  lines(count, (n) => {
    const { email, expected } = deepAddress(n, serversFor(count))
    const exists = expected.verification_status === "valid"
    const smtp = exists
      ? { smtp_status: "deliverable", mailbox_exists: "yes" }
      : { smtp_status: "undeliverable", mailbox_exists: "no" }
    return { email, expected: { ...expected, ...smtp } }
  })
