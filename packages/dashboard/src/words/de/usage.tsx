/** The German of words/usage.tsx. */
import type { words } from "../usage.tsx"

export const usage: typeof words = {
  title: "Verbrauch",
  lead: (months) =>
    `Geprüfte Adressen der letzten ${months} Monate. Monate beginnen und enden um Mitternacht UTC.`,
  empty: {
    title: "Noch keine Prüfungen",
    action: "Adresse prüfen",
    text: "Jeder Monat bekommt hier einen Balken, sobald seine erste Prüfung ein Urteil hat."
  },
  channels: {
    single_checks: { head: "Dashboard", counts: "Einzelne Prüfungen auf der Seite „Prüfen“." },
    api_checks: {
      head: "API",
      counts: "Prüfungen mit einem API-Schlüssel: einzelne, und jede Adresse eines Stapels."
    },
    bulk_checks: {
      head: "Listen",
      counts: "Zeilen von Listen, gezählt, sobald sie ihr Ergebnis haben."
    },
    public_checks: {
      head: "Demo",
      counts:
        "Prüfungen der öffentlichen Demo, falls der Betreiber eine anbietet. Sie kosten keine Credits."
    }
  },
  charts: {
    checks: "Prüfungen",
    byMonth: "Prüfungen nach Monat",
    noChecks: "Keine Prüfungen.",
    credits: "Credits",
    charged: "Abgebuchte Credits",
    creditsByMonth: "Credits nach Monat",
    nothingCharged: "Es wurde nichts abgebucht.",
    says: (month, count, parts) => `${month}: ${count} Prüfungen, ${parts}`
  },
  table: {
    caption: "Prüfungen nach Kalendermonat (UTC), die neuesten zuerst",
    month: "Monat",
    all: "Alle Prüfungen",
    right: "Bestätigt",
    rightOf: (right, reported) => `${right} von ${reported}`,
    charged: "Abgebuchte Credits",
    ledger: "Hauptbuch",
    ledgerOf: (month) => `, Hauptbuch von ${month}`
  },
  breakdown: {
    title: "Nach API-Schlüssel und Modus",
    lead: "Einzelne Prüfungen und Stapel sind aus der Aktivität gezählt, die nach einem Absturz lückenhaft sein kann; das Hauptbuch ist es nie.",
    since: (date) => <>Seit {date}</>,
    caption: "Prüfungen und Credits nach API-Schlüssel und Modus, die meisten Credits zuerst",
    none: "Keine Prüfungen in dieser Zeit.",
    source: "Herkunft",
    share: "Anteil",
    key: (name, last4) => `${name} (…${last4})`,
    unknownKey: "Ein Schlüssel, den es nicht mehr gibt",
    dashboard: "Dashboard",
    lists: "Listen",
    checks: { fast: "Schnelle Prüfungen", deep: "Tiefe Prüfungen" },
    credits: "Abgebuchte Credits",
    creditsOf: { fast: "Credits für schnelle Prüfungen", deep: "Credits für tiefe Prüfungen" }
  },
  counted: {
    title: "Was gezählt wird",
    right: "Bestätigt",
    rightText:
      "Wie viele der Urteile „gültig“ und „ungültig“, zu denen Sie sich gemeldet haben (POST /feedback), sich als richtig erwiesen. Steht da, sobald es Meldungen gibt.",
    note: "Eine Prüfung zählt, sobald sie ein Urteil hat, auch ein kostenloses „unbekannt“. Adressen der Sandbox zählen nicht. Credits und Prüfungen unterscheiden sich, weil der Preis vom Modus abhängt und davon, was herauskam."
  }
}
