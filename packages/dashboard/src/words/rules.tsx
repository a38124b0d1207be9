/** The words of the page of the account's own rules. */
import type { Rule } from "@rcpt/api/Rules"
import type { ReactNode } from "react"

import { whole } from "./numbers.ts"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("rules", {
  title: "Rules",
  lead: "Block or allow addresses in your own results: single checks, batches and lists.",
  readOnly: "Your role is read-only: you cannot change rules.",
  add: "Add rule",
  upload: "Upload CSV",
  download: "Download CSV",
  pages: "Pages of rules",
  count: (total: number) => (total === 1 ? "1 rule" : `${whole(total)} rules`),
  imported: (added: number, changed: number, unchanged: number) =>
    `${whole(added)} added, ${whole(changed)} changed, ${whole(unchanged)} were there already.`,
  actions: { block: "Block", allow: "Allow" } satisfies Record<Rule["action"], string>,
  matches: {
    address: { label: "Address", hint: "Such as ann@example.com, in any spelling." },
    domain: { label: "Domain", hint: "Such as example.com." },
    mail_host: { label: "Mail server", hint: "Such as mx.example.com: where the mail goes." },
    tld: { label: "Top-level domain", hint: "Such as xyz, for all domains that end with it." }
  } satisfies Record<Rule["match"], { readonly label: string; readonly hint: string }>,
  empty: {
    title: "No rules yet",
    noMatch: "No rule matches",
    text: "A blocked address is risky and its mail server is not asked. For an allowed one, lists of disposable domains, role names and the like do not count."
  },
  filters: {
    label: "Filters",
    search: "Value or note",
    find: "Search",
    action: "Action",
    all: "All rules"
  },
  table: {
    caption: "Rules, newest first",
    value: "Value",
    andBelow: (value: string) => `${value} and below`,
    action: "Action",
    match: "About",
    note: "Note",
    remove: "Remove",
    removeOf: (value: string) => `Remove ${value}`
  },
  form: {
    action: "Action",
    blockHint: "Risky, and its mail server is not asked.",
    allowHint: "Lists do not count. What DNS or the mail server proves still does.",
    match: "About",
    value: "Value",
    valueSubject: "The value",
    reach: "Reach",
    below: "Names below it as well",
    note: "Note",
    noteSubject: "The note",
    save: "Add rule"
  },
  removal: {
    title: "Remove this rule?",
    action: "Remove rule",
    consequences: (value: ReactNode) => (
      <>The rule about {value} no longer holds from the next check on.</>
    )
  }
})
