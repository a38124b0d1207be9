/** The German of words/session.tsx. */
import type { Catalogue } from "../Catalogue.ts"

export const session: Catalogue["session"] = {
  email: "E-Mail",
  password: "Passwort",
  passwordSubject: "Das Passwort",
  newPasswordHint: (min) =>
    `Mindestens ${min} Zeichen und kein verbreitetes Passwort. Am besten mehrere Wörter.`,
  code: "Code",
  codeHint: "Aus Ihrer Authenticator-App, oder ein Wiederherstellungscode.",
  signIn: "Anmelden",
  signOut: "Abmelden",
  signOutAgain: "Erneut abmelden",
  wrongCredentials: "E-Mail oder Passwort ist falsch. Prüfen Sie beides.",
  ended: "Ihre Sitzung ist beendet. Nach dem Anmelden geht es dort weiter, wo Sie waren.",
  opened: "Ihr Konto ist angelegt. Melden Sie sich an.",
  noAccount: (link) => <>Noch kein Konto? {link("Konto anlegen")}</>,
  about: {
    title: "Kommt es an?",
    text: "rcpt (gesprochen „receipt“, der Beleg) prüft E-Mail-Adressen, bevor Sie an sie schreiben: einzeln, als Liste oder aus Ihrem eigenen Programm. Dafür wird nie eine E-Mail verschickt.",
    promises: [
      {
        title: "Mit Begründung.",
        text: "Zu jedem Urteil steht da, was DNS, Sperrlisten und der Mailserver gesagt haben."
      },
      {
        title: "Ohne zu raten.",
        text: "Findet rcpt keine Antwort, ist das Urteil „unbekannt“ und die Prüfung kostenlos."
      },
      {
        title: "Mit Beleg.",
        text: "Jeder Credit steht in einem Hauptbuch, das Sie selbst nachprüfen können."
      }
    ]
  },
  trial: {
    title: "Ohne Konto ausprobieren",
    lead: (domain) => (
      <>Adressen bei {domain} ergeben kostenlos das Ergebnis, nach dem sie benannt sind.</>
    ),
    subject: "Die Adresse",
    field: "Eine beliebige Adresse",
    hint: "Eine schnelle Prüfung: Der Mailserver wird nicht gefragt.",
    action: "Prüfen",
    score: (score) => `Punktzahl ${score} von 100`
  },
  firstVisit: {
    summary: "Zum ersten Mal hier, oder Passwort vergessen?",
    printed: (line) => (
      <>
        Beim ersten Start hat der Dienst die E-Mail-Adresse und ein Einmalpasswort des ersten Kontos
        ausgegeben, unter der Zeile {line}. Das Passwort ist sonst nirgends gespeichert. Ändern Sie
        es nach dem Anmelden in den Einstellungen.
      </>
    ),
    reset:
      "Der Dienst verschickt keine E-Mails. Sein Betreiber setzt deshalb auf seinem Rechner ein neues Passwort. Der Befehl zeigt es einmal und beendet alle Sitzungen des Kontos:",
    inFolder: "Im Ordner des Dienstes",
    withCompose: "Mit Docker Compose"
  },
  signUp: {
    title: "Konto anlegen",
    action: "Konto anlegen",
    startsWith: (credits) => `Neue Konten beginnen mit ${credits}.`,
    closed: "Neue Konten gibt es hier nur vom Betreiber. Bitten Sie ihn um eines.",
    hasAccount: (link) => <>Sie haben schon ein Konto? {link("Anmelden")}</>
  },
  join: {
    title: "Einladung annehmen",
    lead: "Jemand hat Sie eingeladen, in einem Konto mitzuarbeiten.",
    role: "Rolle",
    choosePassword: "Ein Passwort wählen",
    action: "Annehmen und anmelden",
    joined: (link) => <>Schon angenommen? {link("Anmelden")}</>
  },
  again: {
    title: "Geben Sie Ihr Passwort noch einmal ein",
    why: "Das letzte Mal ist mehr als 15 Minuten her. Das schützt Ihr Konto, wenn jemand anders Ihren Browser benutzt.",
    action: "Weiter"
  }
}
