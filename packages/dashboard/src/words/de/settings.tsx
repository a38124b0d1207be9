/** The German of words/settings.tsx. */
import { inline } from "../inline.ts"
import type { words } from "../settings.tsx"

export const settings: typeof words = {
  title: "Einstellungen",
  account: {
    title: "Konto",
    email: "E-Mail",
    role: "Rolle",
    roleUnknown: "Unbekannt",
    administers: (role) => `${role}, Verwaltung des Dienstes`
  },
  provider: {
    title: (name) => `Sie melden sich mit ${name} an`,
    lead: "E-Mail-Adresse, Passwort und zweiter Faktor sind die Ihrer Firma. Ändern Sie sie dort; rcpt übernimmt die Adresse bei der nächsten Anmeldung."
  },
  email: {
    title: "E-Mail",
    lead: "Mit dieser Adresse melden Sie sich an, und an sie schreibt rcpt.",
    withoutMail:
      "Mit dieser Adresse melden Sie sich an. Der Dienst verschickt keine Mails, deshalb ändert sie sich sofort.",
    next: "Neue E-Mail",
    nextSubject: "Die neue E-Mail",
    password: "Ihr Passwort",
    action: "E-Mail ändern",
    mailed: (email) =>
      inline`Wir haben einen Link an ${email} geschickt. Ihre Adresse ändert sich, sobald Sie ihn öffnen, innerhalb von 24 Stunden.`,
    changed: "Die E-Mail ist geändert. Melden Sie sich ab jetzt mit ihr an."
  },
  preferences: {
    title: "Sprache und Mails",
    lead: "Nur für Sie, nicht für die anderen im Konto. Mails zur Sicherheit des Kontos kommen immer.",
    withoutMail:
      "Der Dienst verschickt keine Mails: Der Betreiber hat sie nicht eingerichtet. Ihre Sprache gilt für diese Seiten.",
    language: "Sprache",
    languageHint:
      "Der Mails, und dieser Seiten in einem Browser, in dem Sie keine andere gewählt haben.",
    languages: { none: "Wie der Browser", en: "Englisch", de: "Deutsch" },
    lists: "Mail, wenn eine Ihrer Listen fertig oder gescheitert ist",
    listChoices: { always: "Immer", large: "Bei Listen mit mehr als 1.000 Zeilen", never: "Nie" },
    save: "Speichern",
    saved: "Gespeichert."
  },
  onlyManagers: "Nur Verwalter löschen Adressen aus dem Konto oder schließen es.",
  password: {
    title: "Passwort",
    lead: "Mit einem neuen Passwort werden alle anderen Sitzungen abgemeldet. API-Schlüssel gelten weiter.",
    changed: "Das Passwort ist geändert. Alle anderen Sitzungen sind abgemeldet.",
    current: "Bisheriges Passwort",
    next: "Neues Passwort",
    nextSubject: "Das neue Passwort",
    action: "Passwort ändern"
  },
  closing: {
    title: "Konto schließen",
    lead: "Schließt das Konto für immer und löscht seine Daten. Laufende Listen müssen vorher fertig oder abgebrochen sein.",
    open: "Konto schließen",
    question: "Dieses Konto schließen?",
    action: "Konto für immer schließen",
    consequences:
      "API-Schlüssel gelten nicht mehr, alle Sitzungen enden, und Listen, Ergebnisse und Webhooks werden gelöscht. Übrige Credits verfallen. Das lässt sich nicht rückgängig machen."
  },
  erasure: {
    title: "Eine Adresse löschen",
    lead: "Entfernt eine Person aus Ihren Listen, Ergebnissen und gespeicherten Antworten, in jeder Schreibweise der Adresse. Abbuchungen bleiben: Im Hauptbuch steht keine Adresse.",
    erased: "Die Adresse ist gelöscht.",
    nothing: "Es wurde nichts gefunden.",
    stays: "Was bleibt",
    receipt: (id) => <>Beleg {id}</>,
    address: "Adresse, die gelöscht wird",
    addressSubject: "Die Adresse",
    open: "Adresse löschen",
    question: "Diese Adresse löschen?",
    action: "Löschen",
    places: {
      job_rows: "Zeilen von Listen",
      job_cells: "Zellen anderer Zeilen",
      job_suggestions: "Vorschläge in Ergebnissen",
      job_names: "Namen von Dateien und Spalten",
      stored_replies: "Gespeicherte Antworten",
      webhook_messages: "Nachrichten an Webhooks",
      feedback_checks: "Prüfungen, zu denen eine Meldung möglich war",
      feedback_reports: "Meldungen",
      queued_probes: "Fragen in der Warteschlange",
      activity: "Prüfungen in der Aktivität",
      invitations: "Offene Einladungen",
      rules: "Regeln",
      inlet_events: "Ereignisse von Eingängen",
      schedule_contacts: "Kontakte und Änderungen von Zeitplänen",
      mail_messages: "Mail an die Adresse und wartende Mail über sie"
    },
    consequences: (address) =>
      inline`Zeilen mit ${address} verlieren alle ihre Zellen, auch Namen. Sie behalten ihr Urteil und werden weiter mitgezählt. Das lässt sich nicht rückgängig machen.`
  },
  sessions: {
    title: "Sitzungen",
    lead: "Browser, in denen Sie angemeldet sind. Eine Sitzung endet nach sieben Tagen, oder nach einem Tag ohne Benutzung.",
    caption: "Ihre Sitzungen, die neuesten zuerst",
    otherClient: "Anderes Programm",
    browser: "Browser",
    this: "Diese Sitzung",
    signedIn: "Angemeldet",
    lastSeen: "Zuletzt gesehen",
    end: "Beenden",
    endOf: (browser) => `Sitzung in ${browser} beenden`,
    everywhere: "Überall abmelden",
    everywhereQuestion: "Überall abmelden?",
    everywhereConsequences: "Alle Sitzungen enden, auch diese. API-Schlüssel gelten weiter."
  },
  twoFactor: {
    title: "Anmelden mit zweitem Faktor",
    lead: "Ein Code aus einer Authenticator-App, zusätzlich zum Passwort. API-Schlüssel betrifft das nicht.",
    keepCodes:
      "Bewahren Sie diese Wiederherstellungscodes dort auf, wo Sie sie ohne Ihr Telefon finden. Jeder gilt für eine Anmeldung. Sie werden nicht noch einmal gezeigt.",
    codes: "Wiederherstellungscodes",
    saved: "Ich habe sie gespeichert",
    turnOn: "Zweiten Faktor einschalten",
    turnOff: "Ausschalten",
    turnOffQuestion: "Zweiten Faktor ausschalten?",
    turnOffConsequences: "Danach genügt Ihr Passwort zum Anmelden.",
    since: (at, left) => inline`Eingeschaltet seit ${at}. Übrige Wiederherstellungscodes: ${left}.`,
    newCodes: "Neue Wiederherstellungscodes"
  },
  enrolment: {
    scan: "Lesen Sie dies mit Ihrer Authenticator-App ein, oder tippen Sie das Geheimnis ab. Geben Sie dann den Code ein, den sie zeigt.",
    qrCode: "QR-Code des Geheimnisses darunter",
    secret: (secret) => <>Geheimnis: {secret}</>,
    code: "Code",
    codeSubject: "Der Code",
    action: "Einschalten"
  }
}
