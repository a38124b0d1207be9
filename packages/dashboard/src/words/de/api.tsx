/** The German of words/api.tsx. */
import type { words } from "../api.tsx"

export const api: typeof words = {
  errors: {
    0: "Der Dienst ist nicht erreichbar. Prüfen Sie, ob er läuft und ob Sie online sind.",
    401: "Ihre Sitzung ist beendet. Melden Sie sich erneut an.",
    402: "Dafür reichen Ihre Credits nicht.",
    500: "Bei uns ist etwas schiefgegangen. Der Fehler wurde festgehalten.",
    502: "Der Dienst antwortet nicht. Versuchen Sie es gleich noch einmal.",
    503: "Der Dienst ist überlastet, startet neu oder erreicht seine Datenbank nicht. Versuchen Sie es gleich noch einmal.",
    504: "Der Dienst hat zu lange für eine Antwort gebraucht."
  },
  responded: (status) => `der Dienst hat mit ${status} geantwortet`,
  ofField: (subject, error) => `${subject}: „${error}“`,
  page: "Auf dieser Seite ist etwas schiefgegangen.",
  tooMany: (seconds) =>
    `Zu viele Anfragen. Versuchen Sie es ${seconds === undefined ? "gleich" : `in ${seconds} Sekunden`} erneut.`
}
