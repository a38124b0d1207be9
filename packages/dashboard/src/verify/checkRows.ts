/** Every check of the contract: its name for people, what yes and no mean, and whose evidence it is. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

import type { Tone } from "../parts/StatusBadge.tsx"

export type CheckKey = keyof VerifyResult["checks"]

type Meaning = readonly [tone: Tone, says: string]

export interface CheckRow {
  readonly label: string
  readonly present: Meaning
  readonly absent: Meaning
  /** In `evidence` of the answer; a list and the mail hosts can both know it. */
  readonly rules: ReadonlyArray<string>
}

const row = (label: string, rules: string, present: Meaning, absent: Meaning): CheckRow => ({
  label,
  present,
  absent,
  rules: rules.split(" ")
})

const rows: Readonly<Record<CheckKey, CheckRow>> = {
  syntax: row(
    "Well-formed",
    "syntax",
    ["good", "It is spelled as the standards have it."],
    ["bad", "It is not an address."]
  ),
  role: row(
    "Role account",
    "list.role",
    ["warn", "Its name is that of a function, not of a person."],
    ["neutral", "Its name is not that of a function."]
  ),
  smtputf8: row(
    "Non-ASCII name",
    "",
    ["neutral", "Not every mail system can deliver to it."],
    ["neutral", "The part before the @ is plain ASCII."]
  ),
  mx: row(
    "Mail servers",
    "dns.mx",
    ["good", "The domain names its mail servers."],
    ["warn", "The domain names no mail server."]
  ),
  mx_routable: row(
    "Reachable",
    "dns.mx_routable",
    ["good", "A mail server has a public address."],
    ["bad", "No mail server has a public address."]
  ),
  catch_all: row(
    "Catch-all",
    "catch_all",
    ["warn", "The domain accepts every name."],
    ["good", "The domain refuses names that nobody has."]
  ),
  free: row(
    "Free provider",
    "list.free",
    ["neutral", "Anybody can have an address there."],
    ["neutral", "Not a known free provider."]
  ),
  disposable: row(
    "Disposable",
    "list.disposable host.disposable",
    ["warn", "A throwaway provider."],
    ["neutral", "Not a known throwaway provider."]
  ),
  relay: row(
    "Relay",
    "list.relay host.relay",
    ["warn", "An alias that hides another address."],
    ["neutral", "Not a known alias service."]
  ),
  forwarder: row(
    "Forwarder",
    "host.forwarder",
    ["neutral", "A service sends the domain's mail on."],
    ["neutral", "No known forwarding service."]
  ),
  parked: row(
    "Parked",
    "dns.parked",
    ["warn", "The domain is parked or for sale."],
    ["neutral", "No sign of parking."]
  ),
  dnsbl: row(
    "Blocklisted",
    "dnsbl",
    ["warn", "A blocklist names the domain or its mail server."],
    ["neutral", "On no blocklist that was asked."]
  ),
  spf: row(
    "SPF",
    "dns.spf",
    ["good", "The domain says who may send for it."],
    ["warn", "The domain does not say who may send for it."]
  ),
  dmarc: row(
    "DMARC",
    "dns.dmarc",
    ["good", "The domain says what to do with forged mail."],
    ["warn", "The domain does not say what to do with forged mail."]
  ),
  mta_sts: row(
    "MTA-STS",
    "dns.mta_sts",
    ["good", "The domain demands encrypted delivery."],
    ["neutral", "No such record; most domains have none."]
  ),
  tls_rpt: row(
    "TLS-RPT",
    "dns.tls_rpt",
    ["good", "The domain asks for reports on encryption."],
    ["neutral", "No such record; most domains have none."]
  ),
  bimi: row(
    "BIMI",
    "dns.bimi",
    ["good", "The domain shows its logo beside its mail."],
    ["neutral", "No such record; most domains have none."]
  )
}

interface CheckGroup {
  readonly title: string
  readonly keys: ReadonlyArray<CheckKey>
}

export const checkGroups: ReadonlyArray<CheckGroup> = [
  { title: "The address", keys: ["syntax", "role", "smtputf8", "free", "disposable", "relay"] },
  {
    title: "Its domain and mail servers",
    keys: ["mx", "mx_routable", "catch_all", "forwarder", "parked", "dnsbl"]
  },
  { title: "What the domain publishes", keys: ["spf", "dmarc", "mta_sts", "tls_rpt", "bimi"] }
]

export const checkRow = (key: CheckKey): CheckRow => rows[key]
