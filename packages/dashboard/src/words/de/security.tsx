/** The German of words/security.tsx. */
import type { Catalogue } from "../Catalogue.ts"

export const security: Catalogue["security"] = {
  title: "Sicherheit",
  lead: "Anmeldungen, Änderungen an diesem Konto, und was abgelehnt wurde. IP-Adressen werden nicht gespeichert: Dasselbe Kürzel bedeutet dieselbe Adresse.",
  advice: (keys, settings) => (
    <>
      Wenn Sie etwas nicht wiedererkennen, widerrufen Sie den Schlüssel unter{" "}
      {keys("API-Schlüssel")}, oder ändern Sie Ihr Passwort und melden Sie sich in den{" "}
      {settings("Einstellungen")} überall ab.
    </>
  ),
  empty: { title: "Keine weiteren Ereignisse", text: "Ältere werden nicht aufbewahrt." },
  pages: "Seiten der Ereignisse",
  table: {
    caption: "Ereignisse, die neuesten zuerst",
    refused: "Abgelehnt",
    event: "Ereignis",
    time: "Zeit",
    who: "Wer",
    requestId: "Anfrage",
    none: "Keine",
    address: (label) => <>Adresse {label}</>
  },
  events: {
    account_opened: "Konto eröffnet",
    signed_in: "Angemeldet",
    session_ended: "Sitzung beendet",
    all_sessions_ended: "Überall abgemeldet",
    password_changed: "Passwort geändert",
    password_replaced: "Passwort vom Betreiber zurückgesetzt",
    password_recovered: "Passwort über einen Link zurückgesetzt",
    email_changed: "E-Mail geändert",
    totp_enabled: "Zweiter Faktor eingeschaltet",
    totp_disabled: "Zweiter Faktor ausgeschaltet",
    recovery_code_used: "Wiederherstellungscode benutzt",
    recovery_codes_replaced: "Wiederherstellungscodes ersetzt",
    key_created: "API-Schlüssel angelegt",
    key_changed: "API-Schlüssel geändert",
    key_revoked: "API-Schlüssel widerrufen",
    webhook_set: "Endpunkt für Webhooks gesetzt",
    webhook_secret_rotated: "Geheimnis des Webhooks erneuert",
    webhook_disabled: "Webhook abgeschaltet",
    webhook_removed: "Webhook entfernt",
    inlet_created: "Eingang angelegt",
    inlet_changed: "Eingang geändert",
    inlet_secret_rotated: "URL des Eingangs ersetzt",
    inlet_removed: "Eingang entfernt",
    schedule_created: "Zeitplan angelegt",
    schedule_changed: "Zeitplan geändert",
    schedule_removed: "Zeitplan entfernt",
    person_invited: "Person eingeladen",
    invitation_revoked: "Einladung zurückgezogen",
    person_joined: "Person beigetreten",
    person_admitted: "Person kam über die Firma",
    provider_joined: "Anmeldung mit der Firma verbunden",
    signed_out_by_provider: "Von der Firma abgemeldet",
    role_changed: "Rolle geändert",
    person_removed: "Person entfernt",
    account_suspended: "Konto gesperrt",
    account_resumed: "Konto entsperrt",
    address_erased: "Adresse gelöscht",
    rules_added: "Regeln hinzugefügt",
    rules_removed: "Regeln entfernt",
    account_closed: "Konto geschlossen",
    credits_granted: "Credits gutgeschrieben",
    credits_adjusted: "Credits korrigiert",
    sign_in_failed: "Anmeldung fehlgeschlagen",
    sign_in_throttled: "Zu viele Anmeldeversuche",
    wrong_password: "Falsches bisheriges Passwort",
    forbidden: "Anfrage nicht erlaubt",
    revoked_key_used: "Widerrufener API-Schlüssel benutzt",
    ended_key_used: "Abgelaufener API-Schlüssel benutzt",
    network_refused: "API-Schlüssel aus einem anderen Netz benutzt",
    origin_refused: "Browser-Schlüssel auf einer anderen Website benutzt",
    visitor_limit_reached: "Grenze je Besucher erreicht",
    credit_limit_reached: "Guthaben-Grenze eines API-Schlüssels erreicht",
    keys_throttled: "Zu viele falsche API-Schlüssel"
  },
  how: {
    provider: "bei der Firma",
    break_glass: "mit einem Passwort, obwohl Passwörter aus sind"
  },
  hasLeft: (id) => `jemand, der nicht mehr dabei ist (${id})`,
  timesInMinute: (count) => `${count}-mal in einer Minute`,
  otherClient: "anderes Programm",
  by: {
    key: (name, last4, browser) => `Schlüssel ${name} (…${last4}), ${browser}`,
    someKey: (browser) => `Ein API-Schlüssel, ${browser}`,
    dashboard: "Dashboard",
    operator: "Betreiber des Dienstes",
    service: "Der Dienst",
    notRecorded: "Nicht festgehalten",
    notSignedIn: (browser) => `Nicht angemeldet, ${browser}`
  }
}
