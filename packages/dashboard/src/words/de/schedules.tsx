/** The German of words/schedules.tsx. */
import { whole } from "../numbers.ts"
import type { words } from "../schedules.tsx"

const database = {
  label: "URL der Datenbank",
  hint: "postgres://name:passwort@host/datenbank. Sie wird verschlüsselt gespeichert und nicht wieder gezeigt."
}
const listmonkUrl = { label: "URL von listmonk", hint: "Etwa https://lists.example.com" }
const listmonkUser = {
  label: "API-Benutzer",
  hint: "In listmonk unter Benutzer. Er braucht subscribers:get_all und subscribers:manage."
}
const listmonkSecret = { label: "Token des API-Benutzers" }

export const schedules: typeof words = {
  title: "Zeitpläne",
  lead: "Listen, die sich selbst prüfen: neue Kontakte bald, alle anderen, wenn ihr Ergebnis alt wird. Sie bekommen, was sich ändert.",
  make: "Neuer Zeitplan",
  empty: {
    title: "Noch keine Zeitpläne",
    text: "Verbinden Sie eine Liste, eine CSV-Datei, ein Postgres oder ein listmonk. rcpt prüft sie immer wieder, und nichts wird zweimal bezahlt."
  },
  table: {
    title: "Ihre Zeitpläne",
    name: "Name",
    source: "Quelle",
    next: "Nächster Lauf",
    last: "Letzter Lauf",
    changes: "Änderungen",
    month: "Diesen Monat",
    none: "noch keiner",
    paused: "Pausiert"
  },
  counts: { dead: "Neu tot", revived: "Wieder da", risky: "Neu riskant", new: "Neu" },
  sources: {
    list: {
      label: "Hochgeladene Liste",
      fields: {
        list: {
          label: "Dateiname",
          hint: "Von einer Liste, die Sie hochgeladen haben. Gelesen wird die neueste mit diesem Namen."
        }
      }
    },
    url: {
      label: "CSV-Datei auf einem Webserver",
      fields: {
        url: { label: "URL der Datei", hint: "https, höchstens 32 MB." },
        email_column: { label: "Spalte der Adressen", hint: "Leer: Sie wird gefunden." },
        key_column: { label: "Spalte der Kennungen", hint: "Leer: Die Adresse ist die Kennung." }
      },
      secret: {
        label: "Kopfzeile",
        hint: "Freiwillig, etwa Authorization: Bearer … Sie wird verschlüsselt gespeichert und nicht wieder gezeigt."
      }
    },
    postgres: {
      label: "Postgres",
      fields: {
        query: {
          label: "Abfrage",
          hint: "Sie liefert zwei Spalten: email und key, etwa eine Nummer."
        }
      },
      secret: database
    },
    listmonk: {
      label: "listmonk",
      fields: {
        url: listmonkUrl,
        user: listmonkUser,
        lists: { label: "Listen", hint: "Ihre Nummern, mit Kommas: 1, 3" }
      },
      secret: listmonkSecret
    }
  },
  sinks: {
    webhook: { label: "Webhook list.changed", fields: {} },
    postgres: {
      label: "Postgres",
      fields: {
        statement: {
          label: "Anweisung",
          hint: "Läuft für jede Änderung, mit :key :email :status :sub_status :recommendation :checked_at. Sie kann zweimal laufen."
        }
      },
      secret: database
    },
    listmonk: {
      label: "listmonk",
      fields: {
        url: listmonkUrl,
        user: listmonkUser,
        blocklist: { label: "Adressen sperren, an die nichts gesendet werden soll" }
      },
      secret: listmonkSecret
    }
  },
  form: {
    title: "Neuer Zeitplan",
    source: "Wo Ihre Kontakte sind",
    sink: "Wohin Änderungen gehen",
    noSink: "Nirgendwohin: hier ansehen",
    try: "Ausprobieren",
    tryAgain: "Noch einmal ausprobieren",
    works: "Die ersten Kontakte",
    key: "Kennung",
    email: "Adresse",
    name: "Name",
    nameSubject: "Der Name",
    every: "Wie oft",
    everyHint: (zone) => `12h, 7d oder ein Cron-Ausdruck wie 0 3 * * 1 (${zone}).`,
    everySubject: "Der Abstand",
    mode: "Modus",
    fastHint: "Prüft die Domain.",
    deepHint: "Fragt auch den Mailserver nach dem Postfach.",
    age: "Wieder prüfen nach",
    ageHint: "Etwa 30d. Ein jüngeres Ergebnis wird nicht noch einmal bezahlt.",
    ageSubject: "Das Alter",
    credits: "Höchstens Credits je Lauf",
    creditsHint:
      "Leer: keine Grenze. Ein Lauf, der mehr kosten kann, beginnt nicht, und Sie bekommen eine E-Mail.",
    creditsSubject: "Die Grenze",
    save: "Zeitplan anlegen",
    saveChange: "Speichern"
  },
  states: {
    waiting: "Wartet",
    checking: "Prüft",
    writing: "Schreibt Änderungen",
    done: "Fertig",
    nothing_due: "Nichts fällig",
    over_limit: "Über der Grenze",
    cancelled: "Abgebrochen",
    failed: "Fehlgeschlagen"
  },
  one: {
    run: "Jetzt starten",
    pause: "Pausieren",
    resume: "Fortsetzen",
    change: "Plan ändern",
    remove: "Entfernen",
    removeTitle: "Diesen Zeitplan entfernen?",
    removeText: "Seine Läufe und Änderungen gehen mit. Seine Listen bleiben.",
    plan: "Plan",
    next: "Nächster Lauf",
    source: "Kontakte aus",
    sink: "Änderungen an",
    nowhere: "nirgendwohin",
    every: "Alle",
    age: "Wieder geprüft nach",
    month: "Credits diesen Monat",
    chart: "Änderungen nach Lauf",
    runs: "Läufe",
    none: "Noch keine Läufe.",
    nothingChanged: "Kein Kontakt wurde schlechter oder kam zurück.",
    when: "Wann",
    state: "Zustand",
    contacts: "Kontakte",
    checked: "Geprüft",
    download: "Änderungen herunterladen",
    takeBack: "Zurücknehmen",
    takeBackTitle: "Zurücknehmen, was dieser Lauf geschrieben hat?",
    takeBackText:
      "Abonnenten haben dann Attribut und Zustand wie zuvor, wenn sie seither nichts anderes geändert hat.",
    ofRun: (when, dead, revived, risky) =>
      `${when}: ${whole(dead)} neu tot, ${whole(revived)} wieder da, ${whole(risky)} neu riskant`,
    missing: "Zeitplan nicht gefunden",
    missingText: "Er wurde entfernt, oder er gehört zu einem anderen Konto.",
    all: "Alle Zeitpläne"
  }
}
