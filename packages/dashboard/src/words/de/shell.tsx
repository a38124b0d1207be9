/** The German of words/shell.tsx. */
import type { words } from "../shell.tsx"

export const shell: typeof words = {
  language: "Sprache",
  menu: "Menü",
  navigation: "Hauptmenü",
  reference: "API-Referenz",
  creditsAvailable: "Verfügbare Credits",
  skip: "Zum Inhalt",
  groups: { developers: "Entwicklung", account: "Konto", service: "Dienst" },
  pages: {
    "/": "Übersicht",
    "/verify": "Prüfen",
    "/bulk": "Listen",
    "/schedules": "Zeitpläne",
    "/rules": "Regeln",
    "/activity": "Aktivität",
    "/accuracy": "Treffsicherheit",
    "/ledger": "Hauptbuch",
    "/keys": "API-Schlüssel",
    "/webhooks": "Webhooks",
    "/inlets": "Eingänge",
    "/usage": "Verbrauch",
    "/settings": "Einstellungen",
    "/people": "Personen",
    "/security": "Sicherheit",
    "/admin": "Verwaltung"
  },
  alsoCalled: {
    "/": "start anfang dashboard checkliste",
    "/verify": "prüfung adresse einzeln",
    "/bulk": "liste hochladen csv datei aufträge",
    "/schedules": "automatisch regelmäßig cron wieder prüfen sauber",
    "/rules": "sperren erlauben sperrliste ausnahmen",
    "/activity": "anfragen protokoll",
    "/accuracy": "rückläufer bounces zustellungen beschwerden meldungen genauigkeit",
    "/ledger": "credits belege abbuchungen kontoauszüge buchungen",
    "/keys": "token geheimnis",
    "/webhooks": "endpunkt zustellungen ereignisse",
    "/inlets": "rückläufer beschwerden maildienst zurückgekommene mails",
    "/usage": "statistik monate",
    "/settings": "passwort sitzungen zweiter faktor abmelden löschen schließen",
    "/people": "team rollen einladen",
    "/security": "ereignisse anmeldungen",
    "/admin": "konten credits gutschreiben zustand",
    "/docs": "dokumentation hilfe"
  },
  times: (zone) => `Uhrzeiten in ${zone}. Summen nach Tag und Monat in UTC.`,
  connectionLost:
    "Verbindung verloren. Diese Seite kann veraltet sein und verbindet sich von selbst wieder.",
  updated: {
    text: "rcpt wurde aktualisiert, während diese Seite offen war.",
    reload: "Neu laden",
    later: "Später"
  },
  notFound: {
    title: "Seite nicht gefunden",
    heading: "Diese Seite gibt es nicht",
    text: "Vielleicht ist die URL falsch geschrieben, oder der Eintrag wurde gelöscht.",
    overview: "Zur Übersicht"
  }
}
