/** The texts of messages in German. */
import type { JobFailure } from "@rcpt/domain/Job"

import type { MailFacts } from "../mailKinds.ts"
import type { MailText, Texts } from "./MailText.ts"

const number = (value: number): string => value.toLocaleString("de-DE")

const link = (subject: string, says: string, label: string, why: string): MailText => ({
  subject,
  paragraphs: [says],
  button: label,
  why
})

const failures: Readonly<Record<JobFailure, string>> = {
  upload_unreadable: "die hochgeladene Datei ist nicht mehr lesbar",
  account_gone: "das Konto gibt es nicht mehr"
}

const notAsked = "Wenn Sie das nicht angefordert haben, müssen Sie nichts tun."

const ofAccount = "Sie erhalten diese Nachricht, weil Sie sich bei diesem Konto anmelden können."
const ofOwner =
  "Sie erhalten diese Nachricht, weil Sie das Konto verwalten, dem dieser Dienst gehört."

const listChoice =
  "In Ihren Einstellungen wählen Sie, zu welchen Listen Sie Nachrichten erhalten: zu allen, zu großen oder zu keinen."

const unexpected = (what: string): string =>
  `Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und ${what}.`

const passwordChanges: Readonly<Record<MailFacts<"password_changed">["how"], string>> = {
  changed: "Das Passwort Ihres Kontos wurde geändert. Ihre anderen Sitzungen sind beendet.",
  reset:
    "Das Passwort Ihres Kontos wurde über einen Link per Mail neu gesetzt. Ihre Sitzungen sind beendet.",
  replaced:
    "Der Betreiber dieses Dienstes hat ein neues Passwort für Ihr Konto gesetzt. Ihre Sitzungen sind beendet."
}

/** A finding about the service, for its owners. Its sentences are in English, as in `rcpt doctor`. */
const finding =
  (subject: string) =>
  ({ all }: { readonly all: ReadonlyArray<{ says: string; advice?: string }> }): MailText => ({
    subject,
    paragraphs: ["Das hat rcpt festgestellt:"],
    items: all.map(({ says, advice }) => (advice === undefined ? says : `${says} ${advice}`)),
    button: "Verwaltung öffnen",
    why: ofOwner
  })

export const de: Texts = {
  kinds: {
    confirm_email: () =>
      link(
        "Bestätigen Sie Ihre E-Mail-Adresse",
        "Bestätigen Sie Ihre E-Mail-Adresse, um Ihr neues Konto zu nutzen. Der Link gilt einmal, 24 Stunden lang.",
        "Adresse bestätigen",
        "Jemand hat mit dieser Adresse ein Konto eröffnet. Wenn Sie das nicht waren, müssen Sie nichts tun."
      ),
    reset_password: () =>
      link(
        "Wählen Sie ein neues Passwort",
        "Sie haben ein neues Passwort angefordert. Der Link gilt einmal, eine Stunde lang. Ihre anderen Sitzungen enden, wenn Sie ihn nutzen.",
        "Passwort wählen",
        `${notAsked} Ihr Passwort bleibt, wie es ist.`
      ),
    invitation: ({ newest: { by } }) =>
      link(
        `${by} lädt Sie zu rcpt ein`,
        `${by} lädt Sie in ein Konto ein, das E-Mail-Adressen prüft. Der Link gilt einmal, 7 Tage lang.`,
        "Einladung annehmen",
        "Wenn Sie diese Person nicht kennen, müssen Sie nichts tun."
      ),
    confirm_new_email: ({ newest: { old } }) =>
      link(
        "Bestätigen Sie Ihre neue E-Mail-Adresse",
        `Bestätigen Sie, dass Sie sich mit dieser Adresse statt mit ${old} anmelden wollen. Der Link gilt einmal, 24 Stunden lang.`,
        "Adresse bestätigen",
        notAsked
      ),
    have_account: () => ({
      subject: "Sie haben schon ein Konto",
      paragraphs: [
        "Jemand wollte mit dieser E-Mail-Adresse ein Konto anlegen. Sie haben damit schon eines, und es hat sich nichts geändert.",
        "Wenn Sie das waren, melden Sie sich an. Wissen Sie Ihr Passwort nicht mehr, hilft die Anmeldeseite."
      ],
      button: "Anmelden",
      why: "Wenn Sie das nicht waren, müssen Sie nichts tun."
    }),
    email_changed: ({ newest }) =>
      link(
        "Ihre E-Mail-Adresse wurde geändert",
        `Sie melden sich jetzt mit ${newest.new} an. Diese Adresse funktioniert nicht mehr.`,
        "Änderung zurücknehmen",
        "Wenn Sie das nicht waren, nehmen Sie die Änderung innerhalb von 7 Tagen zurück. Sie wählen ein neues Passwort, und alle Sitzungen enden."
      ),
    email_replaced: ({ newest }) => ({
      subject: "Ihre E-Mail-Adresse wurde geändert",
      paragraphs: [
        `Der Betreiber dieses Dienstes hat Ihre E-Mail-Adresse geändert. Sie melden sich jetzt mit ${newest.new} an.`
      ],
      button: "rcpt öffnen",
      why: "Wenn Sie darum nicht gebeten haben, schreiben Sie sofort dem Betreiber dieses Dienstes."
    }),
    email_change_asked: ({ newest }) => ({
      subject: "Ihre E-Mail-Adresse soll geändert werden",
      paragraphs: [
        `Jemand, der Ihr Passwort kennt, will sich mit ${newest.new} statt mit dieser Adresse anmelden.`,
        "Sie ändert sich, sobald jene Adresse bestätigt ist."
      ],
      button: "Einstellungen öffnen",
      why: "Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort: Das verhindert die Änderung und beendet alle anderen Sitzungen."
    }),
    email_taken_back: () => ({
      subject: "Eine Änderung der E-Mail-Adresse wurde zurückgenommen",
      paragraphs: [
        "Jemand mit der früheren Adresse Ihres Kontos hat die Änderung zurückgenommen. Mit dieser Adresse können Sie sich nicht mehr anmelden."
      ],
      button: "rcpt öffnen",
      why: "Wenn Sie das nicht waren, schreiben Sie sofort dem Betreiber dieses Dienstes."
    }),
    list_done: ({ newest, all, count }) => ({
      subject: count === 1 ? `${newest.file} ist fertig` : `${number(count)} Listen sind fertig`,
      paragraphs:
        count === 1
          ? [
              `Ihre Liste ${newest.file} ist fertig: ${number(newest.rows)} Zeilen.`,
              `${number(newest.valid)} gültig, ${number(newest.risky)} riskant, ${number(newest.invalid)} ungültig, ${number(newest.unknown)} unbekannt.`
            ]
          : [`${number(count)} Ihrer Listen sind fertig:`],
      items: count === 1 ? [] : all.map(({ file, rows }) => `${file}: ${number(rows)} Zeilen`),
      button: count === 1 ? "Ergebnisse ansehen" : "Listen ansehen",
      why: listChoice
    }),
    list_failed: ({ newest, all, count }) => ({
      subject:
        count === 1
          ? `${newest.file} ist fehlgeschlagen`
          : `${number(count)} Listen sind fehlgeschlagen`,
      paragraphs: [
        count === 1
          ? `Ihre Liste ${newest.file} ist fehlgeschlagen: ${failures[newest.why]}.`
          : `${number(count)} Ihrer Listen sind fehlgeschlagen:`,
        "Credits für Zeilen, die nicht geprüft wurden, sind erstattet."
      ],
      items: count === 1 ? [] : all.map(({ file, why }) => `${file}: ${failures[why]}`),
      button: count === 1 ? "Liste ansehen" : "Listen ansehen",
      why: listChoice
    }),
    credits_low: ({ newest: { credits } }) => ({
      subject: credits === 1 ? "Noch 1 Credit" : `Noch ${number(credits)} Credits`,
      paragraphs: [
        `Ihr Konto hat nur noch wenige Credits: ${number(credits)}. Ohne Credits werden Prüfungen abgelehnt.`
      ],
      button: "Verbrauch ansehen",
      why: ofAccount
    }),
    schedule_changed: ({ newest, all, count }) => ({
      subject:
        count === 1
          ? `${number(newest.changed)} geändert in „${newest.name}“`
          : `${number(count)} Läufe von Zeitplänen fanden Änderungen`,
      paragraphs: ["Zeitpläne haben Ihre Listen wieder geprüft. Das ist anders als vorher:"],
      items: all.map(
        ({ name, changed, new: added, dead, revived, risky }) =>
          `${name}: ${number(changed)} geändert, davon ${number(added)} neu, ${number(dead)} neu ungültig, ` +
          `${number(revived)} nicht mehr ungültig, ${number(risky)} neu riskant`
      ),
      button: "Zeitpläne öffnen",
      why: listChoice
    }),
    schedule_failed: ({ all }) => ({
      subject: all.some(({ paused }) => paused)
        ? `Der Zeitplan „${all[0]!.name}“ ist angehalten`
        : `Der Zeitplan „${all[0]!.name}“ lief nicht`,
      paragraphs: [
        "Läufe Ihrer Zeitpläne sind fehlgeschlagen oder nicht gestartet. Nach fünf Fehlern in Folge hält ein Zeitplan an, bis Sie ihn fortsetzen."
      ],
      items: all.map(({ name, why }) => `${name}: ${why}`),
      button: "Zeitpläne öffnen",
      why: ofAccount
    }),
    new_browser: ({ all }) => ({
      subject: "Neue Anmeldung bei Ihrem Konto",
      paragraphs: ["Sie haben sich mit einem Browser angemeldet, den rcpt noch nicht kennt:"],
      items: all.map(({ browser }) => browser),
      button: "Sitzungen ansehen",
      why: unexpected("beenden Sie dort die Sitzung")
    }),
    password_changed: ({ newest: { how } }) => ({
      subject: "Ihr Passwort wurde geändert",
      paragraphs: [passwordChanges[how]],
      button: "Einstellungen öffnen",
      why: "Wenn Sie das nicht waren, setzen Sie sofort über die Anmeldeseite ein neues Passwort und prüfen Sie Ihre Sitzungen."
    }),
    second_factor_on: () => ({
      subject: "Zwei-Faktor-Anmeldung ist an",
      paragraphs: [
        "Die Zwei-Faktor-Anmeldung Ihres Kontos wurde eingeschaltet. Ihre anderen Sitzungen sind beendet."
      ],
      button: "Einstellungen öffnen",
      why: unexpected("schalten Sie sie aus")
    }),
    second_factor_off: () => ({
      subject: "Zwei-Faktor-Anmeldung ist aus",
      paragraphs: ["Die Zwei-Faktor-Anmeldung Ihres Kontos wurde ausgeschaltet."],
      button: "Einstellungen öffnen",
      why: unexpected("schalten Sie sie wieder ein")
    }),
    provider_joined: ({ newest: { provider } }) => ({
      subject: `Sie melden sich jetzt mit ${provider} an`,
      paragraphs: [
        `Ihr Konto wurde mit ${provider} verbunden, nachdem Ihr Passwort eingegeben wurde. Ihre Sitzungen sind beendet.`
      ],
      button: "Einstellungen öffnen",
      why: "Wenn Sie das nicht waren, schreiben Sie sofort dem Betreiber dieses Dienstes."
    }),
    key_made: ({ all, count }) => ({
      subject: count === 1 ? "Neuer API-Schlüssel" : `${number(count)} neue API-Schlüssel`,
      paragraphs: ["Sie haben einen API-Schlüssel erstellt. Er gilt ab sofort:"],
      items: all.map(({ name, last4 }) => `${name} (endet auf ${last4})`),
      button: "Schlüssel ansehen",
      why: unexpected("widerrufen Sie den Schlüssel")
    }),
    doctor_red: finding("Der Dienst hat ein Problem"),
    backup_failed: finding("Sicherungen sind überfällig"),
    provider_blocks: ({ all }) => ({
      subject: "Mailserver weisen uns ab",
      paragraphs: [
        "Diese Mailserver weisen alle unsere Verbindungen ab. Bis das endet, beweisen tiefe Prüfungen ihrer Adressen nichts:"
      ],
      items: all.map(({ provider }) => provider),
      button: "Verwaltung öffnen",
      why: ofOwner
    }),
    witness_disagrees: finding("Ein Zeuge widerspricht dem Hauptbuch")
  },
  andMore: (count) => `und ${number(count)} weitere`,
  orOpen: "Öffnen Sie diese Adresse:",
  sentBy: (host) => `Gesendet von rcpt auf ${host}. Antworten werden nicht gelesen.`,
  test: {
    subject: "Mail von rcpt funktioniert",
    paragraphs: [
      "Diese Nachricht wurde mit `rcpt mail test` gesendet. Mail dieses Dienstes kommt an."
    ],
    button: "rcpt öffnen",
    why: "Ein Betreiber dieses Dienstes hat sie angefordert."
  }
}
