/** The German of words/overview.tsx. */
import { inline } from "../inline.ts"
import type { words } from "../overview.tsx"

export const overview: typeof words = {
  title: "Übersicht",
  upload: "Liste hochladen",
  verify: "Adresse prüfen",
  checklist: {
    title: "Erste Schritte",
    lead: (done, all) => `${done} von ${all} erledigt.`,
    hide: "Nicht mehr zeigen",
    done: ": erledigt",
    notDone: ": noch offen",
    check: {
      title: "Eine Adresse prüfen",
      text: "Eine Adresse der Sandbox ist kostenlos und zeigt, wie ein Ergebnis aussieht.",
      action: "Sandbox-Adresse prüfen"
    },
    list: {
      title: "Eine Liste prüfen",
      text: "Wählen Sie eine CSV-Datei. Sie sehen den Preis, bevor es losgeht.",
      action: "Liste wählen"
    },
    key: {
      title: "Einen eigenen Schlüssel anlegen",
      text: "Ihr Programm schickt ihn mit jeder Anfrage. Er wird nur einmal gezeigt.",
      action: "API-Schlüssel anlegen"
    },
    webhook: {
      title: "Einen Webhook einrichten",
      text: "Ihr Programm erfährt, wann eine Liste fertig ist, und muss nicht nachfragen.",
      action: "Webhook einrichten"
    }
  },
  credits: {
    label: "Credits",
    available: "Verfügbare Credits",
    ready: "Sofort verwendbar",
    held: "Reserviert",
    heldNote: "Für laufende Prüfungen; was übrig bleibt, wird erstattet",
    spent: "In diesem Monat ausgegeben",
    ledger: "Jede Abbuchung im Hauptbuch"
  },
  days: {
    title: (days) => `Die letzten ${days} Tage`,
    none: "Keine Prüfungen in dieser Zeit.",
    sum: (count, isOne, credits) => `${count} ${isOne ? "Prüfung" : "Prüfungen"} für ${credits}.`,
    sameAs: (days) => `So viele wie in den ${days} Tagen davor.`,
    comparison: (change, isMore, days, before) =>
      `${change ?? "Etwas"} ${isMore ? "mehr" : "weniger"} als in den ${days} Tagen davor (${before}).`,
    asTable: "Als Tabelle zeigen",
    today: "Heute",
    chart: "Prüfungen nach Tag",
    chartEmpty: (days) => `Keine Prüfungen in den letzten ${days} Tagen.`,
    noChecks: (day) => `${day}: keine Prüfungen`,
    says: (day, count, parts) => `${day}: ${count} Prüfungen, ${parts}`,
    saysPart: (count, verdict) => `${count} ${verdict.toLowerCase()}`,
    credits: "Credits",
    caption: (days) => `Prüfungen der letzten ${days} Tage nach Urteil, die neuesten zuerst`,
    day: "Tag (UTC)",
    all: "Alle"
  },
  bounced: {
    title: (days) => `Ihre E-Mails der letzten ${days} Tage`,
    says: (sent, bounced, rate) =>
      `Von ${sent} Adressen, die rcpt gültig nannte und die Sie anschrieben, kamen ${bounced} zurück (${rate}).`,
    more: "Zur Treffsicherheit"
  },
  firstCall: {
    title: "Ihr erster Aufruf",
    lead: (reference) =>
      inline`Hinterlegen Sie Ihren Schlüssel in der Umgebung Ihres Programms als ${<code>RCPT_API_KEY</code>}. Dieser Aufruf ist kostenlos: Adressen der Sandbox ergeben das Ergebnis, nach dem sie benannt sind. Die Antwort ist JSON, und ihr ${<code>status</code>} ist das Urteil. Alle Endpunkte stehen in der ${reference("API-Referenz")}.`
  },
  lists: {
    title: "Neueste Listen",
    all: "Alle Listen",
    none: (upload) => (
      <>Noch keine Listen. {upload("CSV hochladen")}. Sie sehen den Preis, bevor es losgeht.</>
    ),
    caption: "Die neuesten Listen zuerst",
    list: "Liste",
    status: "Status",
    mode: "Modus",
    verdicts: "Urteile",
    rows: "Zeilen",
    created: "Angelegt",
    rowsOf: (done, total) => `${done} von ${total}`
  },
  notices: {
    label: "Hinweise",
    onlyOperators: "Das sehen nur Betreiber dieses Dienstes.",
    more: (count) => (count === 1 ? "1 weiterer Hinweis" : `${count} weitere Hinweise`)
  }
}
