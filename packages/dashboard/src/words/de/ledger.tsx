/** The German of words/ledger.tsx. */
import { inline } from "../inline.ts"
import type { words } from "../ledger.tsx"
import { whole } from "../numbers.ts"

export const ledger: typeof words = {
  title: "Hauptbuch",
  lead: "Eine Prüfung reserviert zuerst so viel, wie sie höchstens kosten kann. Der Preis wird dann davon abgebucht, was den Saldo nicht ändert. Der Rest wird erstattet.",
  download: "CSV herunterladen",
  tabs: {
    label: "Das Hauptbuch",
    lines: "Prüfungen und Listen",
    entries: "Alle Buchungen",
    statements: "Kontoauszüge"
  },
  pages: "Seiten des Hauptbuchs",
  empty: {
    noMatch: "Keine passenden Buchungen",
    noMatchText: "Zu diesen Filtern gibt es keine Buchungen.",
    showAll: "Alle Buchungen zeigen",
    none: "Noch keine Buchungen",
    noneText:
      "Der Betreiber dieses Dienstes vergibt Credits. Jede Gutschrift und jede Prüfung, die Credits verbraucht, erscheint hier mit dem Saldo danach.",
    verify: "Eine Adresse prüfen"
  },
  types: {
    grant: "Gutschrift",
    adjust: "Korrektur",
    hold: "Reservierung",
    charge: "Abbuchung",
    refund: "Erstattung"
  },
  meanings: {
    grant: "Dem Konto wurden Credits gutgeschrieben.",
    adjust: "Der Betreiber des Dienstes hat den Saldo korrigiert.",
    hold: "Was die Arbeit höchstens kosten kann, wurde vor ihrem Beginn zurückgelegt.",
    charge:
      "Der Preis der Arbeit wurde ihrer Reservierung entnommen. Den Saldo hatte schon die Reservierung geändert.",
    refund: "Reservierte Credits, die nicht gebraucht wurden, gingen zurück in den Saldo."
  },
  kinds: {
    verification: "Einzelne Prüfung",
    batch: "Prüfung im Stapel",
    job: "Liste"
  },
  modes: { fast: "Schnelle Prüfung", deep: "Tiefe Prüfung" },
  refunds: {
    remainder: "kostete weniger als reserviert",
    unknown: "unbekannte Ergebnisse sind kostenlos",
    failed: "ließ sich nicht abschließen",
    expired: "die Reservierung lief ab",
    unanswered: "abgebucht, aber die Antwort kam nicht an"
  },
  via: {
    api_key: "API-Schlüssel",
    dashboard: "Dashboard",
    demo: "Öffentliche Demo"
  },
  accounts: {
    granted: "Gutgeschrieben",
    adjusted: "Korrigiert",
    balance: "Saldo",
    hold: "Reserviert",
    spent: "Verbraucht"
  },
  job: {
    deleted: (id) => <>gelöschte Liste {id}</>,
    loading: (id) => <>Liste {id}</>
  },
  filters: {
    label: "Hauptbuch filtern",
    job: "Liste",
    allJobs: "Alle Listen und Prüfungen",
    deletedJob: "Gelöschte Liste",
    otherJob: "Liste",
    month: "Monat (UTC)",
    allMonths: "Alle Monate",
    type: "Art",
    allTypes: "Alle Arten"
  },
  entries: {
    caption: "Buchungen, die neuesten zuerst",
    when: "Wann",
    entry: "Buchung",
    receipt: (id) => `${id}, Beleg`,
    for: "Wofür",
    change: "Änderung",
    moves: "Von → nach",
    to: "nach"
  },
  lines: {
    caption: "Prüfungen, Listen, Gutschriften und Korrekturen, die neuesten zuerst",
    what: "Was",
    held: "Reserviert",
    charged: "Abgebucht",
    returned: "Erstattet",
    entries: "Buchungen",
    open: (count, id) =>
      inline`${count === 1 ? "1 Buchung" : `${whole(count)} Buchungen`}${<span className="visually-hidden"> von {id}</span>}`,
    entriesOf: (id) => `Buchungen von ${id}, die ältesten zuerst`,
    allEntries: (count) => `Alle ${whole(count)} Buchungen`
  },
  month: {
    opening: "Anfangssaldo",
    granted: "Gutgeschrieben",
    adjusted: "Korrigiert",
    held: "Reserviert",
    refunded: "Erstattet",
    closing: "Endsaldo",
    now: "Saldo jetzt",
    whole: "Für den ganzen Monat, ohne die anderen Filter.",
    charged: "Credits abgebucht",
    explanation:
      "Abbuchungen kommen aus Reservierungen und mindern den Saldo deshalb kein zweites Mal. Was noch nicht abgebucht oder erstattet ist, bleibt reserviert."
  },
  statements: {
    caption: "Kontoauszüge, der neueste Monat zuerst",
    pages: "Seiten der Kontoauszüge",
    none: "Noch kein Monat hat Buchungen",
    noneText:
      "Von seiner ersten Buchung an hat ein Monat einen Kontoauszug. Er ändert sich nicht mehr, wenn der Monat vorbei ist.",
    lead: "Ein Kontoauszug enthält die Salden und eine Zeile für jede Liste, jede Gutschrift und jeden Tag. Dazu kommen der Hashwert aller Buchungen und der signierte Prüfpunkt. Noch reservierte Credits sind nicht im Endsaldo.",
    month: "Monat (UTC)",
    soFar: "bisher",
    charged: "Abgebucht",
    file: (format, month) =>
      inline`${format}${<span className="visually-hidden"> für {month}</span>}`
  }
}
