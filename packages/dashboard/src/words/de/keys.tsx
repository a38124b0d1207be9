/** The German of words/keys.tsx. */
import { heldFor } from "@rcpt/domain/prices"

import { inline } from "../inline.ts"
import type { words } from "../keys.tsx"
import { whole } from "../numbers.ts"
import { creditsOf } from "./parts.tsx"

export const keys: typeof words = {
  title: "API-Schlüssel",
  lead: "Anfragen an die API weisen sich mit einem Schlüssel in der Kopfzeile X-API-Key aus.",
  readOnly: "Mit Ihrer Rolle können Sie nur lesen: keine Schlüssel anlegen oder widerrufen.",
  create: "Schlüssel anlegen",
  tabs: { label: "API-Schlüssel und Formulare", keys: "Schlüssel", forms: "Formulare" },
  empty: {
    title: "Noch keine API-Schlüssel",
    text: inline`Senden Sie Ihren Schlüssel in der Kopfzeile ${<code>X-API-Key</code>}. Hier ist ein erster Aufruf. Er prüft eine Adresse der Sandbox und ist deshalb kostenlos.`
  },
  card: {
    title: "Ihre API-Schlüssel",
    lead: "Ein eigener Schlüssel für jede Anwendung lässt sich einzeln widerrufen."
  },
  table: {
    caption: "API-Schlüssel, die neuesten zuerst",
    name: "Name",
    key: "Schlüssel",
    endsIn: "endet auf ",
    access: "Zugriff",
    madeBy: "Angelegt von",
    notRecorded: "Nicht festgehalten",
    hasLeft: "Jemand, der nicht mehr dabei ist",
    byKey: "Ein API-Schlüssel",
    manages: "Verwaltet Schlüssel und Webhooks",
    activity: "Aktivität",
    requests: "Anfragen",
    requestsOf: (name) => `Anfragen von ${name}`,
    usedToday: ({ used, most }) => `${whole(used)} von ${whole(most)} Credits heute`,
    usedThisMonth: ({ used, most }) => `${whole(used)} von ${whole(most)} Credits in diesem Monat`,
    ends: "Ende:",
    change: "Ändern",
    changeOf: (name) => `${name} ändern`,
    revoke: "Widerrufen",
    revokeOf: (name) => `${name} widerrufen`
  },
  access: {
    full: {
      label: "Voller Zugriff",
      hint: "Schnelle und tiefe Prüfungen, Listen und Regeln."
    },
    fast: {
      label: "Nur schnelle Prüfungen",
      hint: `Schnelle Prüfungen und Listen, höchstens ${creditsOf(heldFor.fast)} je Adresse. Keine tiefen Prüfungen.`
    },
    read: {
      label: "Nur lesen",
      hint: "Guthaben, Verbrauch, Hauptbuch und Ergebnisse. Gibt keine Credits aus und ändert nichts."
    },
    browser: {
      label: "Browser-Schlüssel",
      hint: "Für Formulare in Webseiten: prüft Adressen von Ihren Websites aus und sonst nichts. Er ist öffentlich."
    },
    ownerHint: "Auch die Verwaltung des Dienstes, denn er gehört diesem Konto."
  },
  creation: {
    title: "API-Schlüssel anlegen",
    name: "Name",
    nameSubject: "Der Name",
    nameHint: "Nennen Sie die Anwendung: dann wissen Sie später, welchen Schlüssel Sie widerrufen.",
    nameOptional: "Wenn Sie das Feld leer lassen, heißt der Schlüssel nach seiner Website.",
    access: "Zugriff"
  },
  form: {
    origins: "Websites",
    originsHint:
      "Etwa https://shop.example, oder https://*.shop.example für alle Namen darunter. Mehrere durch Leerzeichen trennen.",
    perMinute: "Prüfungen je Besucher und Minute",
    perDay: "Prüfungen je Besucher und Tag",
    visitorHint: "Ein Besucher ist eine Netzwerkadresse.",
    mode: "Modus",
    deep: "Tiefe Prüfungen erlauben",
    deepHint: `Eine tiefe Prüfung fragt den Mailserver, dauert länger und kostet ${heldFor.fast} oder ${creditsOf(heldFor.deep)} statt ${heldFor.fast}.`,
    management: "Verwaltung",
    manages: "API-Schlüssel und Webhooks verwalten",
    managesHint:
      "Für Programme, die andere einrichten. Schlüssel, die er anlegt, können nicht mehr als er und enden mit ihm.",
    limits: "Grenzen",
    creditLimit: "Grenze für Credits",
    noLimit: "Keine",
    aDay: "Für jeden Tag",
    aMonth: "Für jeden Monat",
    credits: "Credits",
    creditsHint: "Tage und Monate beginnen um Mitternacht, UTC. Abgelehnte Anfragen kosten nichts.",
    ends: "Endet am",
    endsHint: "Zu Beginn dieses Tages, in Ihrer Zeitzone. Leer: endet nicht.",
    networks: "Netze",
    networksHint: "Etwa 203.0.113.0/24. Anfragen von anderswo werden abgelehnt. Leer: von überall."
  },
  forms: {
    none: {
      title: "Noch kein Browser-Schlüssel",
      text: "Ein Browser-Schlüssel prüft Adressen von den Seiten Ihrer Websites aus. Legen Sie einen an, um die zwei Zeilen für Ihr Formular zu bekommen.",
      action: "Browser-Schlüssel anlegen"
    },
    lines: {
      title: "Adressen in einem Formular prüfen",
      lead: "Setzen Sie diese zwei Zeilen in Ihre Seite. Ein Tippfehler bekommt einen Vorschlag, eine ungültige Adresse wird abgelehnt. Ist der Dienst langsam oder nicht da, geht das Formular durch.",
      key: "Browser-Schlüssel",
      origins: (origins) => `Gilt auf ${origins}.`,
      options: "Optionen",
      disposable: {
        label: "Wegwerfadressen ablehnen",
        hint: "Sie funktionieren jetzt, und morgen liest sie niemand mehr."
      },
      field: {
        label: "Das Urteil mitsenden",
        hint: "In einem versteckten Feld, email_status. Ihr Server darf sich nicht darauf verlassen."
      },
      policy: (origin) =>
        inline`Hat Ihre Seite eine Content-Security-Policy, ergänzen Sie ${origin} bei script-src und connect-src.`,
      again: (link) =>
        inline`Prüfen Sie jede Adresse auf Ihrem Server noch einmal, denn ein Skript lässt sich umgehen. ${link("Was bei welchem Urteil zu tun ist")}`
    },
    live: {
      title: "Ausprobieren",
      lead: `Dieses Formular prüft dasselbe Skript, mit Ihrer Anmeldung statt des Schlüssels. Jede Prüfung kostet ${creditsOf(heldFor.fast)}; Adressen der Sandbox sind kostenlos.`,
      email: "E-Mail",
      submit: "Absenden",
      sent: (email) => <>Das Formular ging mit {email} durch. Es wurde nichts gesendet.</>,
      samples: "Adressen der Sandbox zum Ausprobieren:"
    }
  },
  changing: { title: "API-Schlüssel ändern", action: "Speichern" },
  issued: {
    label: (name) => `Neuer API-Schlüssel: ${name}`,
    title: (name) => `API-Schlüssel „${name}“ angelegt`,
    lead: "Legen Sie ihn dorthin, wo Ihre Anwendung Geheimnisse liest: in eine Umgebungsvariable oder einen Tresor.",
    browserLead: "Er ist öffentlich: setzen Sie ihn in die Seiten Ihrer Websites.",
    browserKey: "Browser-Schlüssel",
    secret: "API-Schlüssel",
    once: "Kopieren Sie den Schlüssel jetzt. Er wird nicht noch einmal gezeigt und lässt sich nicht wiederherstellen.",
    firstCall: "Ihr erster Aufruf",
    firstCallReads: "Er liest Ihr Guthaben und ist kostenlos.",
    firstCallVerifies: "Er prüft eine Adresse der Sandbox und ist kostenlos.",
    done: "Ich habe ihn kopiert"
  },
  revocation: {
    title: "Diesen Schlüssel widerrufen?",
    action: "Schlüssel widerrufen",
    stops: (name, last4) =>
      inline`${name} (endet auf ${last4}) gilt ab sofort nicht mehr: Anfragen damit werden mit 401 beantwortet. Listen, die damit begonnen wurden, laufen weiter. Das lässt sich nicht rückgängig machen.`,
    endsOthers: "Die Schlüssel, die er angelegt hat, enden mit ihm.",
    neverUsed: "Er war bis vor einer Minute noch nie benutzt worden.",
    lastUsed: (ago) => <>Zuletzt benutzt: {ago}.</>,
    done: (name) => <>Der API-Schlüssel „{name}“ wurde widerrufen.</>
  }
}
