/** Every check of the API: how good or bad present and absent are, and the rules of its evidence. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

import type { Tone } from "../parts/StatusBadge.tsx"
import type { words } from "../words/findings.tsx"

export type CheckKey = keyof VerifyResult["checks"]

export interface CheckRow {
  readonly present: Tone
  readonly absent: Tone
  /** Rules in `evidence`: both a list and the mail hosts can be the source. */
  readonly rules: ReadonlyArray<string>
}

const row = (rules: string, present: Tone, absent: Tone): CheckRow => ({
  present,
  absent,
  rules: rules.split(" ")
})

const rows: Readonly<Record<CheckKey, CheckRow>> = {
  syntax: row("syntax", "good", "bad"),
  role: row("list.role", "warn", "neutral"),
  smtputf8: row("", "neutral", "neutral"),
  mx: row("dns.mx", "good", "warn"),
  mx_routable: row("dns.mx_routable", "good", "bad"),
  catch_all: row("catch_all", "warn", "good"),
  free: row("list.free", "neutral", "neutral"),
  disposable: row("list.disposable host.disposable", "warn", "neutral"),
  relay: row("list.relay host.relay", "warn", "neutral"),
  forwarder: row("host.forwarder", "neutral", "neutral"),
  parked: row("dns.parked", "warn", "neutral"),
  dnsbl: row("dnsbl", "warn", "neutral"),
  spf: row("dns.spf", "good", "warn"),
  dmarc: row("dns.dmarc", "good", "warn"),
  mta_sts: row("dns.mta_sts", "good", "neutral"),
  tls_rpt: row("dns.tls_rpt", "good", "neutral"),
  bimi: row("dns.bimi", "good", "neutral")
}

interface CheckGroup {
  readonly name: keyof typeof words.groups
  readonly keys: ReadonlyArray<CheckKey>
}

export const checkGroups: ReadonlyArray<CheckGroup> = [
  { name: "address", keys: ["syntax", "role", "smtputf8", "free", "disposable", "relay"] },
  {
    name: "domain",
    keys: ["mx", "mx_routable", "catch_all", "forwarder", "parked", "dnsbl"]
  },
  { name: "policies", keys: ["spf", "dmarc", "mta_sts", "tls_rpt", "bimi"] }
]

export const checkRow = (key: CheckKey): CheckRow => rows[key]
