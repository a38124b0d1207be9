/** The German of words/people.tsx. */
import { inline } from "../inline.ts"
import type { words } from "../people.tsx"

export const people: typeof words = {
  title: "Personen",
  lead: "Wer sich in diesem Konto anmelden darf, und was jede Person darf.",
  invite: "Einladen",
  onlyManagers: "Nur Verwalter laden ein, ändern Rollen und entfernen Personen.",
  limit: (count, max) => `${count} von höchstens ${max}, offene Einladungen mitgezählt.`,
  hasLeft: "Jemand, der nicht mehr dabei ist",
  roles: {
    manager: {
      label: "Verwalter",
      hint: "Alles, auch Personen, das Löschen von Adressen und das Schließen des Kontos."
    },
    member: {
      label: "Mitglied",
      hint: "Prüft Adressen und Listen und kümmert sich um API-Schlüssel und Webhooks."
    },
    read_only: {
      label: "Nur lesen",
      hint: "Sieht Ergebnisse, Hauptbuch und Einstellungen, aber keine Geheimnisse, und ändert nichts."
    }
  },
  table: {
    caption: "Personen dieses Kontos",
    email: "E-Mail",
    you: "Sie",
    role: "Rolle",
    twoFactor: "Zweiter Faktor",
    on: "An",
    off: "Aus",
    joined: "Dabei seit",
    lastSeen: "Zuletzt gesehen",
    never: "Nie",
    changeRole: "Rolle",
    changeRoleOf: (email) => `Rolle von ${email} ändern`,
    remove: "Entfernen",
    removeOf: (email) => `${email} entfernen`
  },
  invitations: {
    title: "Offene Einladungen",
    lead: "Ein verlorener Link lässt sich nicht noch einmal zeigen: Laden Sie dieselbe Adresse erneut ein, dann gilt der alte Link nicht mehr.",
    caption: "Offene Einladungen, die neuesten zuerst",
    email: "E-Mail",
    role: "Rolle",
    invitedBy: "Eingeladen von",
    until: "Gilt bis",
    revoke: "Zurückziehen",
    revokeOf: (email) => `Einladung von ${email} zurückziehen`
  },
  invitation: {
    title: "Eine Person einladen",
    email: "E-Mail",
    emailSubject: "Die Adresse",
    emailHint:
      "Mit dieser Adresse meldet sich die Person an. Es wird keine Mail verschickt: Sie bekommen einen Link zum Weitergeben.",
    emailHintWithMail: "Mit dieser Adresse meldet sich die Person an. Wir schicken ihr einen Link.",
    role: "Rolle",
    action: "Link erstellen",
    actionWithMail: "Einladen"
  },
  link: {
    title: (email) => `Link für ${email}`,
    lead: (until, role) =>
      inline`Geben Sie ihn auf einem Weg weiter, dem Sie trauen. Er gilt einmal, bis ${until}. Rolle: ${role}.`,
    mailedTitle: (email) => `Einladung für ${email}`,
    mailed: (until, role) =>
      inline`Ein Link ist per Mail unterwegs. Er gilt einmal, bis ${until}. Rolle: ${role}.`,
    close: "Schließen",
    label: "Link",
    once: "Kopieren Sie den Link jetzt. Er wird nicht noch einmal gezeigt. Die erste Person, die ihn öffnet, gehört zum Konto.",
    done: "Ich habe ihn kopiert"
  },
  removal: {
    title: "Diese Person entfernen?",
    action: "Person entfernen",
    leaveTitle: "Dieses Konto verlassen?",
    leaveAction: "Konto verlassen",
    consequences: (email) =>
      inline`${email} wird sofort überall abgemeldet; Adresse, Passwort und zweiter Faktor werden gelöscht. API-Schlüssel, die diese Person angelegt hat, gelten weiter: Widerrufen Sie die, die sie kennt.`
  },
  role: {
    title: "Rolle ändern",
    keeps: (email) =>
      `${email} behält die offenen Sitzungen. API-Schlüssel von früher behalten, was sie dürfen.`,
    legend: "Rolle",
    save: "Rolle speichern"
  }
}
