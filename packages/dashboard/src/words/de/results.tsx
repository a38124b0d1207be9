/** The German of words/results.tsx. */
import { inline } from "../inline.ts"
import { whole } from "../numbers.ts"
import type { words } from "../results.tsx"
import { phrases } from "./phrases.tsx"

export const results: typeof words = {
  downloads: {
    label: "Herunterladen",
    rows: (count) => `${phrases.rows(count)}.`,
    note: "Alle Ihre Spalten und die Ergebnisse.",
    unique: "Jede Adresse nur einmal",
    workbook: "Als Excel-Arbeitsmappe statt als CSV",
    partial: "Enthält nur die Zeilen, die geprüft wurden.",
    send: {
      label: { fast: "Kein Problem gefunden", deep: "Postfach bestätigt" },
      fast: "An diese können Sie senden. Ihre Mailserver wurden nicht gefragt, ob es die Postfächer gibt.",
      deep: "An diese können Sie senden. Ihre Mailserver haben die Postfächer bestätigt."
    },
    send_with_care: {
      label: "Mit Vorsicht",
      text: "Funktionsadressen, Catch-all-Domains und andere, von denen E-Mail zurückkommen kann. Senden Sie in kleinen Mengen, und achten Sie auf Rückläufer."
    },
    do_not_send: {
      label: "Nicht senden",
      text: "E-Mails kommen zurück, bleiben ungelesen oder landen bei Fremden. Streichen Sie diese Adressen aus Ihrer Liste."
    },
    ask_again: {
      label: "Später prüfen",
      text: "Eine endgültige Antwort fehlt noch. Prüfen Sie diese Adressen noch einmal: jede Zeile nennt, ab wann."
    },
    all: { label: "Alle Zeilen", text: "Ihre ganze Datei in ihrer Reihenfolge, mit Ergebnissen." },
    filtered: {
      label: (filters) => `Nur: ${filters.join(", ")}`,
      text: "Die Zeilen, nach denen unten gefiltert ist."
    }
  },
  filters: {
    status: "Status",
    all: "Alle",
    reason: "Grund",
    sortBy: "Sortieren nach",
    search: "Adressen durchsuchen"
  },
  orders: {
    "": { label: "Reihenfolge der Datei", caption: "in der Reihenfolge der Datei" },
    address: { label: "Adresse, A bis Z", caption: "nach Adresse, A bis Z" },
    "-address": { label: "Adresse, Z bis A", caption: "nach Adresse, Z bis A" },
    status: { label: "Status, gültige zuerst", caption: "nach Status, gültige zuerst" },
    "-status": { label: "Status, unbekannte zuerst", caption: "nach Status, unbekannte zuerst" },
    "-score": { label: "Punktzahl, höchste zuerst", caption: "nach Punktzahl, höchste zuerst" },
    score: { label: "Punktzahl, niedrigste zuerst", caption: "nach Punktzahl, niedrigste zuerst" }
  },
  table: {
    title: "Zeilen",
    soFar: "Die Zeilen erscheinen hier, sobald sie geprüft sind.",
    caption: (order) => `Zeilen dieser Liste, ${order}`,
    pages: "Seiten der Zeilen",
    filtered: (count, total) => `${whole(count)} von ${phrases.rows(total)}`,
    address: "Adresse",
    erased: "Gelöscht",
    advice: "Was tun",
    adviceFrom: (advice, from) => inline`${advice} ${<span className="muted">ab {from}</span>}`,
    status: "Status",
    reason: "Grund",
    didYouMean: (suggestion) => <>Meinten Sie {suggestion}?</>,
    score: "Punktzahl",
    evidence: "Befunde",
    evidenceOf: (hidden, email) => <>Befunde{hidden(` zu ${email}`)}</>,
    emptyPage: { title: "Auf dieser Seite sind keine Zeilen", text: "Es gibt weniger Zeilen." },
    noMatch: {
      title: "Keine passenden Zeilen",
      text: "Gesucht wird in der ganzen Adresse, ohne Unterschied von Groß- und Kleinschreibung.",
      all: "Alle Zeilen zeigen"
    }
  },
  recommendations: {
    send: "Senden",
    send_with_care: "Vorsichtig senden",
    do_not_send: "Nicht senden",
    ask_again: "Erneut prüfen"
  },
  subStatuses: {
    failed_syntax_check: "Falsche Syntax",
    domain_not_found: "Domain gibt es nicht",
    does_not_accept_mail: "Nimmt keine E-Mail an",
    mx_unroutable: "Mailserver nicht erreichbar",
    mailbox_not_found: "Postfach gibt es nicht",
    mailbox_disabled: "Postfach abgeschaltet",
    domain_rejected_by_mail_server: "Mailserver lehnt die Domain ab",
    reported_bounce: "Von Ihnen gemeldeter Rückläufer",
    reported_complaint: "Von Ihnen gemeldete Beschwerde",
    blocked_by_rule: "Durch Ihre Regel gesperrt",
    dns_error: "DNS-Fehler",
    no_mx_records: "Keine MX-Einträge",
    disposable: "Wegwerfadresse",
    blocklisted: "Auf einer Sperrliste",
    parked: "Geparkte Domain",
    role_based: "Funktionsadresse",
    role_based_catch_all: "Funktionsadresse, Catch-all-Domain",
    relay: "Alias",
    catch_all: "Catch-all-Domain",
    synthetic_local_part: "Sieht erfunden aus",
    new_domain: "Neue Domain",
    mailbox_full: "Postfach voll",
    possible_typo: "Wahrscheinlich vertippt",
    mailbox_unverified: "Postfach nicht bestätigt",
    low_score: "Niedrige Punktzahl"
  },
  evidence: {
    yes: "Ja",
    no: "Nein",
    notConfirmed: "Nicht bestätigt",
    mailboxExists: "Postfach vorhanden",
    mailServerSaid: "Antwort des Mailservers",
    mailProvider: "Mailanbieter",
    domainAge: "Alter der Domain",
    days: (count) => `${whole(count)} ${count === 1 ? "Tag" : "Tage"}`,
    canonical: "Kanonische Form",
    checked: "Geprüft",
    charged: "Abgebucht",
    checkAgain: "Erneut prüfen, mit allen Befunden"
  }
}
