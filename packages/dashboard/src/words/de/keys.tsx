/** The German of words/keys.tsx. */
import type { Catalogue } from "../Catalogue.ts"

export const keys: Catalogue["keys"] = {
  title: "API-Schlüssel",
  lead: "Anfragen an die API weisen sich mit einem Schlüssel in der Kopfzeile X-API-Key aus.",
  readOnly: "Mit Ihrer Rolle können Sie nur lesen: keine Schlüssel anlegen oder widerrufen.",
  create: "Schlüssel anlegen",
  empty: {
    title: "Noch keine API-Schlüssel",
    text: (
      <>
        Senden Sie Ihren Schlüssel in der Kopfzeile <code>X-API-Key</code>. Hier ist ein erster
        Aufruf. Er prüft eine Adresse der Sandbox und ist deshalb kostenlos.
      </>
    )
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
    activity: "Aktivität",
    requests: "Anfragen",
    requestsOf: (name) => `Anfragen von ${name}`,
    revoke: "Widerrufen",
    revokeOf: (name) => `${name} widerrufen`
  },
  access: {
    full: {
      label: "Voller Zugriff",
      hint: "Schnelle und tiefe Prüfungen, Listen, API-Schlüssel und Webhooks."
    },
    fast: {
      label: "Nur schnelle Prüfungen",
      hint: "Schnelle Prüfungen und Listen, höchstens 1 Credit je Adresse. Keine tiefen Prüfungen, keine API-Schlüssel."
    },
    read: {
      label: "Nur lesen",
      hint: "Guthaben, Verbrauch, Hauptbuch und Ergebnisse. Gibt keine Credits aus und ändert nichts."
    },
    ownerHint: "Auch die Verwaltung des Dienstes, denn er gehört diesem Konto."
  },
  creation: {
    title: "API-Schlüssel anlegen",
    name: "Name",
    nameSubject: "Der Name",
    nameHint: "Nennen Sie die Anwendung: dann wissen Sie später, welchen Schlüssel Sie widerrufen.",
    access: "Zugriff"
  },
  issued: {
    label: (name) => `Neuer API-Schlüssel: ${name}`,
    title: (name) => `API-Schlüssel „${name}“ angelegt`,
    lead: "Legen Sie ihn dorthin, wo Ihre Anwendung Geheimnisse liest: in eine Umgebungsvariable oder einen Tresor.",
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
    stops: (name, last4) => (
      <>
        {name} (endet auf {last4}) gilt ab sofort nicht mehr: Anfragen damit werden mit 401
        beantwortet. Listen, die damit begonnen wurden, laufen weiter. Das lässt sich nicht
        rückgängig machen.
      </>
    ),
    neverUsed: "Er war bis vor einer Minute noch nie benutzt worden.",
    lastUsed: (ago) => <>Zuletzt benutzt: {ago}.</>,
    done: (name) => <>Der API-Schlüssel „{name}“ wurde widerrufen.</>
  }
}
