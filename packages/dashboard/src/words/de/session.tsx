/** The German of words/session.tsx. */
import { inline } from "../inline.ts"
import type { words } from "../session.tsx"

export const session: typeof words = {
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
  forgotLink: "Passwort vergessen?",
  notConfirmed:
    "Ihre E-Mail-Adresse ist noch nicht bestätigt. Öffnen Sie den Link, den wir an sie geschickt haben.",
  mailed: {
    title: "Sehen Sie in Ihrem Postfach nach",
    again: "Noch einen Link schicken",
    later:
      "Nach einer Minute nichts angekommen? Sehen Sie im Spam-Ordner nach; danach können Sie hier noch einen Link anfordern.",
    sent: "Ein weiterer Link ist unterwegs. Öffnen Sie den neuesten.",
    ended: "Der Link wurde benutzt oder ersetzt, oder er ist zu alt. Fordern Sie einen neuen an.",
    toSignIn: (link) => <>Zurück zur {link("Anmeldung")}</>
  },
  forgot: {
    title: "Passwort vergessen?",
    lead: "Geben Sie die E-Mail-Adresse ein, mit der Sie sich anmelden. Wir schicken Ihnen einen Link für ein neues Passwort.",
    action: "Link schicken",
    sent: (email) =>
      inline`Falls sich jemand mit ${email} anmeldet, ist ein Link unterwegs. Er gilt einmal, eine Stunde lang.`,
    off: "Dieser Dienst verschickt keine Mails. Bitten Sie den Betreiber um ein neues Passwort."
  },
  reset: {
    title: "Neues Passwort setzen",
    lead: "Alle Ihre Sitzungen enden. Der zweite Faktor bleibt an, und API-Schlüssel gelten weiter.",
    password: "Neues Passwort",
    passwordSubject: "Das neue Passwort",
    action: "Passwort setzen",
    done: "Ihr Passwort ist geändert. Melden Sie sich damit an.",
    again: (link) => <>{link("Einen neuen Link anfordern")}</>
  },
  takeBack: {
    title: "E-Mail-Adresse zurückholen",
    lead: "Sie melden sich mit Ihrer früheren Adresse und einem neuen Passwort an. Alle Sitzungen enden, ebenso API-Schlüssel und ein zweiter Faktor von nach der Änderung. Haben Sie die Adresse selbst geändert? Dann schließen Sie diese Seite: Es passiert nichts.",
    action: "Zurückholen und Passwort setzen",
    done: "Ihre E-Mail-Adresse ist wieder die alte. Melden Sie sich mit ihr und dem neuen Passwort an. Prüfen Sie danach Schlüssel und Personen."
  },
  confirm: {
    title: "E-Mail-Adresse bestätigen",
    lead: "Geben Sie das Passwort ein, das Sie gewählt haben, dann ist Ihr Konto offen. Haben Sie kein Konto angelegt? Dann schließen Sie diese Seite: Es geschieht nichts.",
    action: "Bestätigen und anmelden",
    wrong:
      "Das ist nicht das Passwort, das beim Anlegen gewählt wurde. Versuchen Sie es noch einmal, oder legen Sie das Konto neu an.",
    again: (link) => <>{link("Konto noch einmal anlegen")}</>
  },
  newEmail: {
    title: "Neue E-Mail-Adresse bestätigen",
    lead: "Von da an melden Sie sich mit dieser Adresse an. An die alte geht ein Link, der das zurücknimmt.",
    action: "Adresse bestätigen",
    done: "Ihre E-Mail-Adresse ist geändert. Melden Sie sich ab jetzt mit ihr an."
  },
  firstVisit: {
    summary: "Zum ersten Mal hier, oder Passwort vergessen?",
    summaryWithMail: "Zum ersten Mal hier?",
    printed: (line) =>
      inline`Beim ersten Start hat der Dienst die E-Mail-Adresse und ein Einmalpasswort des ersten Kontos ausgegeben, unter der Zeile ${line}. Das Passwort ist sonst nirgends gespeichert. Ändern Sie es nach dem Anmelden in den Einstellungen.`,
    reset:
      "Der Dienst verschickt keine E-Mails. Sein Betreiber setzt deshalb auf seinem Rechner ein neues Passwort. Der Befehl zeigt es einmal und beendet alle Sitzungen des Kontos:",
    inFolder: "Im Ordner des Dienstes",
    withCompose: "Mit Docker Compose"
  },
  signUp: {
    title: "Konto anlegen",
    action: "Konto anlegen",
    mailed: (email) =>
      inline`Wir haben einen Link an ${email} geschickt. Er öffnet Ihr Konto und gilt einmal, 24 Stunden lang.`,
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
  provider: {
    signIn: (name) => `Mit ${name} anmelden`,
    away: (name) =>
      `${name} antwortet gerade nicht. Versuchen Sie es in einer Minute noch einmal; Betreiber können ihr Passwort benutzen.`,
    withPassword: "Betreiber des Dienstes? Mit Passwort anmelden",
    connect: (name) => `Mit ${name} verbinden`,
    connectLead: (email) =>
      inline`Sie haben sich hier schon mit ${email} angemeldet. Geben Sie einmal Ihr Passwort ein; von da an melden Sie sich über Ihre Firma an, und Ihre Sitzungen hier enden.`,
    connectAction: "Verbinden",
    confirmed: "Danke",
    confirmedLead: "Schließen Sie diesen Tab und drücken Sie im anderen auf Weiter.",
    notConfirmed: "Das hat nicht geklappt",
    refused: {
      away: "Die Anmeldung Ihrer Firma antwortet gerade nicht. Versuchen Sie es in einer Minute noch einmal.",
      denied: "Die Anmeldung wurde abgebrochen. Versuchen Sie es noch einmal.",
      expired:
        "Das hat zu lange gedauert oder begann in einem anderen Browser. Versuchen Sie es noch einmal.",
      invalid:
        "Die Antwort der Anmeldung Ihrer Firma ist nicht gültig. Versuchen Sie es noch einmal, und sagen Sie es dem Betreiber dieses Dienstes, wenn es so bleibt.",
      later: "Zu viele Versuche. Warten Sie eine Minute.",
      no_email:
        "Ihre Firma sagt nicht, dass Ihre E-Mail-Adresse bestätigt ist. Fragen Sie die, die ihre Konten verwalten.",
      domain:
        "Adressen Ihrer Domain dürfen sich hier nicht anmelden. Fragen Sie den Betreiber dieses Dienstes.",
      no_role:
        "Ihr Konto bei Ihrer Firma hat in rcpt keine Rolle. Fragen Sie die, die ihre Gruppen verwalten.",
      no_account:
        "Ihr Konto bei Ihrer Firma gehört zu keinem offenen Konto dieses Dienstes. Fragen Sie seinen Betreiber.",
      other_account:
        "Mit Ihrer Adresse meldet man sich bei einem anderen Konto dieses Dienstes an. Fragen Sie seinen Betreiber.",
      last_manager:
        "Sie sind der letzte Verwalter Ihres Kontos, und Ihre Firma gibt Ihnen eine andere Rolle. Machen Sie zuerst eine andere Person zum Verwalter.",
      full: "Das Konto hat die Höchstzahl an Personen. Bitten Sie einen Verwalter, jemanden zu entfernen.",
      other_person:
        "Sie haben sich als eine andere Person angemeldet. Melden Sie sich als Sie selbst an.",
      not_fresh:
        "Ihre Firma sagt nicht, dass Sie sich gerade angemeldet haben. Fragen Sie den Betreiber dieses Dienstes."
    }
  },
  again: {
    title: "Geben Sie Ihr Passwort noch einmal ein",
    titleAtProvider: "Zeigen Sie, dass Sie es sind",
    atProvider: (name) =>
      `Sie haben sich vor mehr als 15 Minuten angemeldet. Melden Sie sich in einem anderen Tab noch einmal mit ${name} an; dann geht es hier weiter.`,
    why: "Das letzte Mal ist mehr als 15 Minuten her. Das schützt Ihr Konto, wenn jemand anders Ihren Browser benutzt.",
    action: "Weiter"
  }
}
