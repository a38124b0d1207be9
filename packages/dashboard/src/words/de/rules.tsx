/** The German of words/rules.tsx. */
import { whole } from "../numbers.ts"
import type { words } from "../rules.tsx"

export const rules: typeof words = {
  title: "Regeln",
  lead: "Sperren oder erlauben Sie Adressen in Ihren eigenen Ergebnissen: Einzelprüfungen, Batches und Listen.",
  readOnly: "Ihre Rolle darf nur lesen: Sie können keine Regeln ändern.",
  add: "Regel hinzufügen",
  upload: "CSV hochladen",
  download: "CSV herunterladen",
  pages: "Seiten der Regeln",
  count: (total) => (total === 1 ? "1 Regel" : `${whole(total)} Regeln`),
  imported: (added, changed, unchanged) =>
    `${whole(added)} hinzugefügt, ${whole(changed)} geändert, ${whole(unchanged)} gab es schon.`,
  actions: { block: "Sperren", allow: "Erlauben" },
  matches: {
    address: { label: "Adresse", hint: "Etwa ann@example.com, in jeder Schreibweise." },
    domain: { label: "Domain", hint: "Etwa example.com." },
    mail_host: { label: "Mailserver", hint: "Etwa mx.example.com: wohin die E-Mails gehen." },
    tld: { label: "Top-Level-Domain", hint: "Etwa xyz, für alle Domains, die so enden." }
  },
  empty: {
    title: "Noch keine Regeln",
    noMatch: "Keine Regel passt",
    text: "Eine gesperrte Adresse ist riskant, und ihr Mailserver wird nicht gefragt. Bei einer erlaubten zählen Listen von Wegwerf-Domains, Funktionsnamen und Ähnliches nicht."
  },
  filters: {
    label: "Filter",
    search: "Wert oder Notiz",
    find: "Suchen",
    action: "Wirkung",
    all: "Alle Regeln"
  },
  table: {
    caption: "Regeln, die neueste zuerst",
    value: "Wert",
    andBelow: (value) => `${value} und darunter`,
    action: "Wirkung",
    match: "Betrifft",
    note: "Notiz",
    remove: "Entfernen",
    removeOf: (value) => `${value} entfernen`
  },
  form: {
    action: "Wirkung",
    blockHint: "Riskant, und ihr Mailserver wird nicht gefragt.",
    allowHint: "Listen zählen nicht. Was DNS oder der Mailserver beweist, zählt weiter.",
    match: "Betrifft",
    value: "Wert",
    valueSubject: "Der Wert",
    reach: "Reichweite",
    below: "Auch Namen darunter",
    note: "Notiz",
    noteSubject: "Die Notiz",
    save: "Regel hinzufügen"
  },
  removal: {
    title: "Diese Regel entfernen?",
    action: "Regel entfernen",
    consequences: (value) => <>Die Regel über {value} gilt ab der nächsten Prüfung nicht mehr.</>
  }
}
