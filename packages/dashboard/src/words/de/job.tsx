/** The German of words/job.tsx. */
import { heldFor } from "@rcpt/domain/prices"

import { inline } from "../inline.ts"
import type { words } from "../job.tsx"
import { percent, whole } from "../numbers.ts"
import { creditsOf } from "./parts.tsx"

const mailboxes = (count: number) => `${whole(count)} ${count === 1 ? "Postfach" : "Postfächer"}`

const addresses = (count: number) =>
  count === 1 ? "wartende Adresse" : `${whole(count)} wartenden Adressen`

const rowsOrSome = (count: number | undefined) =>
  count === undefined ? "einigen Zeilen" : count === 1 ? "einer Zeile" : `${whole(count)} Zeilen`

export const job: typeof words = {
  title: "Liste",
  modes: { fast: "Schnelle Prüfung", deep: "Tiefe Prüfung" },
  started: (at) => <>Begonnen: {at}</>,
  maker: {
    head: "Hochgeladen von",
    fact: (name) => `Hochgeladen von: ${name}`,
    key: (name) => `API-Schlüssel ${name}`,
    revokedKey: "widerrufener API-Schlüssel",
    hasLeft: "jemand, der nicht mehr dabei ist"
  },
  results: "Ergebnisse",
  resultsSoFar: "Bisherige Ergebnisse",
  notFound: {
    title: "Liste nicht gefunden",
    heading: "Diese Liste gibt es nicht",
    text: "Sie wurde gelöscht oder gehört zu einem anderen Konto.",
    all: "Alle Listen"
  },
  cancellation: {
    title: "Diese Liste abbrechen?",
    action: "Liste abbrechen",
    dismiss: "Weiterlaufen lassen",
    charged: (done, total) =>
      `${whole(done)} von ${whole(total)} Zeilen haben ein Ergebnis. Sie bleiben abgebucht, und Sie können sie herunterladen.`,
    refunded:
      "Die übrigen Zeilen werden nicht geprüft. Die für sie reservierten Credits werden sofort erstattet."
  },
  finish: {
    open: (count) => `Ohne die ${addresses(count)} abschließen`,
    title: (count) => `Ohne die ${addresses(count)} abschließen?`,
    action: "Liste abschließen",
    dismiss: "Weiter warten",
    settled: `Mailserver haben uns gebeten, später wiederzukommen. Wir fragen nicht noch einmal: diese Postfächer bleiben unbestätigt, für je ${creditsOf(heldFor.fast)}.`,
    others:
      "Alle übrigen Adressen bekommen noch ihr Ergebnis. Dann ist die Liste fertig, und unverbrauchte Credits werden erstattet.",
    isFinishing: "Die Liste wird ohne weitere Wiederholungen abgeschlossen."
  },
  deletion: {
    open: "Löschen",
    title: "Diese Liste löschen?",
    action: "Liste löschen",
    text: "Die hochgeladene Datei und alle Ergebnisse werden gelöscht und lassen sich nicht mehr herunterladen. Die Abbuchungen bleiben im Hauptbuch."
  },
  credits: {
    title: "Credits",
    inLedger: "Im Hauptbuch ansehen",
    heldAtStart: "Beim Start reserviert",
    refunded: "Am Ende erstattet",
    charged: "Abgebucht",
    note: "Abgebucht wird Zeile für Zeile, sobald ein Ergebnis da ist. Unverbrauchte Credits werden am Ende erstattet."
  },
  end: {
    failed: "Diese Liste ist fehlgeschlagen",
    reasonUnknown: "Der Grund ist unbekannt.",
    cancelled: "Diese Liste wurde abgebrochen",
    complete: (total) =>
      total === 1
        ? "Fertig: die Zeile hat ein Ergebnis."
        : `Fertig: alle ${whole(total)} Zeilen haben ein Ergebnis.`,
    nothingCharged: "Es wurde keine Zeile geprüft und nichts abgebucht.",
    partlyCharged: (done, total) =>
      `${whole(done)} von ${whole(total)} Zeilen haben ein Ergebnis und bleiben abgebucht. Die für die übrigen reservierten Credits wurden erstattet.`
  },
  tab: { complete: "Fertig", failed: "Fehlgeschlagen", cancelled: "Abgebrochen" },
  progress: {
    title: "Fortschritt",
    label: "Geprüfte Zeilen",
    rows: (done, total) => `${whole(done)} von ${whole(total)} Zeilen`,
    lost: "Keine neuen Zahlen: der Dienst antwortet nicht.",
    pending: "Wartet auf den Start",
    checking: (count) =>
      count === 1 ? "1 Zeile wird geprüft" : `${whole(count)} Zeilen werden geprüft`,
    idle: "Wartet auf Antworten",
    pace: (perSecond) => `${perSecond} Zeilen je Sekunde`,
    left: (pace, left) => `${pace}, noch ${left}`,
    waits: (count, at) =>
      at === undefined ? (
        `${whole(count)} ${count === 1 ? "wartende Adresse wird" : "wartende Adressen werden"} jetzt wieder gefragt`
      ) : count === 1 ? (
        <>1 Adresse wartet bis {at}</>
      ) : (
        inline`${whole(count)} Adressen warten, die erste bis ${at}`
      ),
    capped: (count, at) =>
      inline`${count === 1 ? "1 Zeile wartet" : `${whole(count)} Zeilen warten`} auf den Anteil von morgen, ab ${at}`,
    greylisting:
      "Manche Mailserver bitten unbekannte Absender, später wiederzukommen (Greylisting). Diese Zeilen werden von selbst wiederholt, bis zu dreimal innerhalb von etwa einer Stunde. Sie können diese Seite schließen.",
    waiting: "Wartet auf Mailserver",
    spokenLost: "Verbindung verloren",
    spoken: (share) => `${percent(share)} geprüft`
  },
  time: {
    fewSeconds: "wenige Sekunden",
    seconds: (count) => `etwa ${count} Sekunden`,
    minutes: (count) => (count <= 1 ? "etwa eine Minute" : `etwa ${count} Minuten`),
    hours: (count) => (count <= 1 ? "etwa eine Stunde" : `etwa ${whole(count)} Stunden`)
  },
  notification: {
    action: "Benachrichtigen, wenn sie fertig ist",
    watched: "Ihr Browser meldet sich, wenn sie fertig ist, solange dieser Tab offen bleibt.",
    blocked:
      "Ihr Browser blockiert Benachrichtigungen dieser Seite. Der Titel des Tabs zeigt den Fortschritt.",
    titles: {
      complete: (name) => `${name} ist fertig`,
      failed: (name) => `${name} ist fehlgeschlagen`,
      cancelled: (name) => `${name} wurde abgebrochen`
    },
    counts: ({ valid, risky, invalid, unknown }) =>
      `${whole(valid)} gültig, ${whole(risky)} riskant, ${whole(invalid)} ungültig, ${whole(unknown)} unbekannt`
  },
  changes: {
    title: "Was sich geändert hat",
    since: (list, at) =>
      inline`Seit der ${list("Liste gleichen Namens")} vom ${at}, Adresse für Adresse.`,
    added: "Neu in der Liste",
    removed: "Nicht mehr in der Liste",
    same: "Gleicher Status"
  },
  mailboxes: {
    title: "Die Postfächer prüfen",
    lead: {
      fast: (count) =>
        `In ${rowsOrSome(count)} wurde kein Problem gefunden, und die Mailserver können sagen, ob es die Postfächer gibt. Die tiefe Prüfung fragt sie. Bei den anderen Zeilen hilft sie nicht. Die Ergebnisse werden eine neue Liste.`,
      deep: (count) =>
        `Die Mailserver haben die Postfächer von ${rowsOrSome(count)} nicht bestätigt. Eine spätere Prüfung gelingt vielleicht. Die Ergebnisse werden eine neue Liste.`
    },
    open: (count, most) => `${mailboxes(count)} prüfen (bis zu ${most})`,
    openUncounted: "Die Postfächer prüfen",
    question: (count) =>
      count === undefined ? "Die Postfächer prüfen?" : `${mailboxes(count)} prüfen?`,
    action: "Prüfung starten"
  },
  corrections: {
    title: "Wahrscheinliche Tippfehler",
    lead: (count) =>
      `${count === 1 ? "Eine Adresse wurde" : `${whole(count)} Adressen wurden`} wahrscheinlich falsch getippt. Die korrigierten Zeilen werden mit allen Spalten eine neue Liste. Abgebucht wird erst, wenn Sie diese starten.`,
    example: (before, after) => inline`${before} → ${after}`,
    more: (count) => `und ${whole(count)} weitere`,
    apply: (count) => `${whole(count)} ${count === 1 ? "Korrektur" : "Korrekturen"} übernehmen`,
    fileName: (stem) => `${stem} (korrigiert).csv`
  }
}
