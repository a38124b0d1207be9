/** The German of words/activity.tsx. */
import type { words } from "../activity.tsx"

export const activity: typeof words = {
  title: "Aktivität",
  lead: "Prüfungen und API-Anfragen der letzten Tage. Sie bleiben 30 Tage, wenn Ihr Dienst nichts anderes vorsieht. Die Zeilen von Listen finden Sie bei ihrer Liste.",
  all: "Alle Aktivität",
  pages: "Seiten der Aktivität",
  kinds: {
    check: "Prüfung",
    batch: "Stapel",
    batch_item: "Adresse eines Stapels",
    request: "API-Anfrage"
  },
  erased: "Adresse gelöscht oder unlesbar",
  dashboard: "Dashboard",
  revokedKey: "Widerrufener Schlüssel",
  empty: {
    soFar: "Bisher nichts gefunden",
    soFarText: "20.000 Zeilen wurden durchgesehen. Die nächste Seite fährt mit älteren fort.",
    noMatch: "Keine Treffer",
    noMatchText:
      "Ältere Prüfungen und Anfragen werden nicht aufbewahrt. Alle Abbuchungen stehen im Hauptbuch.",
    showAll: "Alles zeigen",
    none: "Noch keine Aktivität",
    noneText:
      "Jede Prüfung erscheint hier eine Sekunde nach ihrer Antwort, mit Adresse, Ergebnis und vollständiger Antwort; dazu jede Anfrage mit einem API-Schlüssel und ihr Status.",
    verify: "Eine Adresse prüfen"
  },
  filters: {
    label: "Filter",
    search: "Suchen",
    searched: "Adresse oder Anfrage-ID",
    show: "Zeigen",
    everything: "Alles",
    verdict: "Ergebnis",
    anyVerdict: "Jedes Ergebnis",
    response: "Antwort",
    anyResponse: "Jede Antwort",
    ok: "OK (2xx)",
    refused: "Abgelehnt (4xx)",
    failed: "Fehlgeschlagen (5xx)",
    key: "Schlüssel",
    anyCaller: "Alle Aufrufer"
  },
  table: {
    caption: "Prüfungen und Anfragen, die neuesten zuerst",
    what: "Adresse oder Anfrage",
    result: "Ergebnis",
    key: "Schlüssel",
    credits: "Credits",
    duration: "Dauer",
    when: "Wann",
    repeated: "wiederholte Antwort"
  },
  outcome: {
    noResponse: "Keine Antwort gesendet",
    ok: (status) => `${status} OK`,
    error: (status) => `${status} Fehler`
  },
  notFound: {
    title: "Nicht gefunden",
    heading: "Diese Prüfung oder Anfrage ist nicht in der Aktivität",
    text: "Sie erscheint eine Sekunde nach ihrer Antwort und verschwindet nach 30 Tagen, wenn Ihr Dienst nichts anderes vorsieht. Alle Abbuchungen stehen im Hauptbuch."
  },
  facts: {
    title: "Anfrage",
    requestId: "Anfrage-ID",
    copyRequestId: "ID kopieren",
    when: "Wann",
    mode: "Modus",
    addresses: "Adressen",
    answer: "Antwort",
    repeated: "Wiederholt, anhand ihres Idempotency-Key",
    charged: "Abgebucht",
    request: "Anfrage",
    response: "Antwort",
    noResponse: "Keine: Der Client war nicht mehr da",
    error: "Fehler",
    requestedWith: "Angefragt mit",
    duration: "Dauer",
    receipt: (entry) => `Beleg ${entry}`,
    itsAddresses: "Ihre Adressen",
    itsRequest: "Ihre Anfrage",
    ofAddress: "Alles zu dieser Adresse"
  }
}
