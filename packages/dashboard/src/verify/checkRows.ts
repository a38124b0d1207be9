/** Every check of the API: its label, what present and absent mean, and the rules of its evidence. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

import type { Tone } from "../parts/StatusBadge.tsx"

export type CheckKey = keyof VerifyResult["checks"]

type Meaning = readonly [tone: Tone, text: string]

export interface CheckRow {
  readonly label: string
  readonly present: Meaning
  readonly absent: Meaning
  /** Rules in `evidence`: both a list and the mail hosts can be the source. */
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
    "Syntax",
    "syntax",
    ["good", "The address is well-formed."],
    ["bad", "This is not a valid address."]
  ),
  role: row(
    "Role account",
    "list.role",
    ["warn", "The name stands for a role, not for a person."],
    ["neutral", "The name does not stand for a role."]
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
    ["good", "The domain lists its mail servers."],
    ["warn", "The domain lists no mail server."]
  ),
  mx_routable: row(
    "Reachable",
    "dns.mx_routable",
    ["good", "At least one mail server has a public address."],
    ["bad", "No mail server has a public address."]
  ),
  catch_all: row(
    "Catch-all",
    "catch_all",
    ["warn", "The domain accepts every name."],
    ["good", "The domain rejects names that do not exist."]
  ),
  free: row(
    "Free provider",
    "list.free",
    ["neutral", "Anyone can get an address there."],
    ["neutral", "Not a known free provider."]
  ),
  disposable: row(
    "Disposable",
    "list.disposable host.disposable",
    ["warn", "A provider of disposable addresses."],
    ["neutral", "Not a known provider of disposable addresses."]
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
    ["neutral", "A service forwards the domain's mail."],
    ["neutral", "Not a known forwarding service."]
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
    ["warn", "The domain or its mail server is on a blocklist."],
    ["neutral", "On none of the blocklists that were queried."]
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
    ["good", "The domain requires encrypted delivery."],
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
    ["good", "The domain publishes a logo for its mail."],
    ["neutral", "No such record; most domains have none."]
  )
}

interface CheckGroup {
  readonly title: string
  readonly keys: ReadonlyArray<CheckKey>
}

export const checkGroups: ReadonlyArray<CheckGroup> = [
  { title: "Address", keys: ["syntax", "role", "smtputf8", "free", "disposable", "relay"] },
  {
    title: "Domain and mail servers",
    keys: ["mx", "mx_routable", "catch_all", "forwarder", "parked", "dnsbl"]
  },
  { title: "Published policies", keys: ["spf", "dmarc", "mta_sts", "tls_rpt", "bimi"] }
]

export const checkRow = (key: CheckKey): CheckRow => rows[key]
