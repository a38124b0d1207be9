/** The German of words/parts.tsx. */
import { inline } from "../inline.ts"
import type { words } from "../parts.tsx"

export const parts: typeof words = {
  statuses: {
    valid: "Gültig",
    risky: "Riskant",
    invalid: "Ungültig",
    unknown: "Unbekannt",

    deliverable: "Zustellbar",
    undeliverable: "Unzustellbar",
    catch_all: "Catch-all",
    greylisted: "Greylisting",
    rate_limited: "Gebremst",
    policy_blocked: "Abgewiesen",
    timeout: "Keine Antwort",
    not_checked: "Nicht geprüft",

    pending: "Wartet",
    processing: "Läuft",
    complete: "Fertig",
    failed: "Fehlgeschlagen",
    cancelled: "Abgebrochen",

    delivered: "Zugestellt"
  },
  all: "Alle",
  shares: {
    under: (percent) => `unter ${percent}`,
    over: (percent) => `über ${percent}`
  },
  copy: {
    copy: "Kopieren",
    copied: "Kopiert",
    blocked: "Kopieren verhindert",
    secret: (label) => `${label} kopieren`
  },
  credit: (amount) => (amount === 1 ? "Credit" : "Credits"),
  running: ({ held, charged, toCome }) =>
    inline`Noch reserviert: ${held}. Bisher abgebucht: ${charged}. Noch möglich: höchstens ${toCome}.`,
  justNow: "gerade eben",
  loading: "Wird geladen",
  columns: {
    created: "Angelegt",
    lastUsed: "Zuletzt benutzt",
    never: "Nie",
    credits: "Credits",
    balance: "Saldo",
    actions: "Aktionen"
  },
  moreCredits: {
    owner: (link) =>
      inline`Sie betreiben diesen Dienst: ${link("Credits in der Verwaltung gutschreiben")}, mit „Gutschreiben“ neben dem Konto.`,
    customer: (email) => (
      <>Bitten Sie den Betreiber dieses Dienstes um Credits. Nennen Sie Ihr Konto: {email}</>
    )
  },
  requestId: (id) => <>Anfrage {id}</>,
  askManager: "Ein Verwalter dieses Kontos kann Ihre Rolle ändern.",
  pages: {
    previous: "Zurück",
    next: "Weiter",
    newest: "Neueste",
    older: "Ältere",
    page: (page, total) => (total === undefined ? `Seite ${page}` : `Seite ${page} von ${total}`)
  },
  password: { show: "Zeigen", hide: "Verbergen", spoken: " (Passwort)" },
  retry: {
    waits: (left) => <>Zu viele Anfragen. Versuchen Sie es in {left} erneut.</>,
    waitsSpoken: "Zu viele Anfragen. Die Seite sagt, wann Sie es erneut versuchen können.",
    over: "Eben waren es zu viele Anfragen. Jetzt können Sie es erneut versuchen.",
    overSpoken: "Jetzt können Sie es erneut versuchen."
  },
  secretOnce: "Kopieren Sie es jetzt. Es wird nicht noch einmal gezeigt.",
  stopped: {
    page: "Diese Seite ist nicht verfügbar",
    title: "In Ihrem Browser ist ein Fehler aufgetreten",
    text: "Es wurde nichts geändert oder abgebucht. Laden Sie die Seite neu. Ihre Eingaben bleiben erhalten.",
    notLoaded: "Dieser Teil ließ sich nicht laden",
    offline: "rcpt antwortet nicht. Dieser Teil öffnet sich, sobald die Verbindung wieder da ist.",
    updated:
      "rcpt wurde aktualisiert, während diese Seite offen war. Laden Sie die Seite neu. Ihre Eingaben bleiben erhalten.",
    again:
      "Versuchen Sie es noch einmal. Hilft das nicht, laden Sie die Seite neu. Ihre Eingaben bleiben erhalten.",
    reload: "Neu laden",
    close: "Schließen"
  }
}

/** `1 Credit`, `5 Credits` */
export const creditsOf = (amount: number): string => `${amount} ${parts.credit(amount)}`
