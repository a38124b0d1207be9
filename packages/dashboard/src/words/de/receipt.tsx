/** The German of words/receipt.tsx. */
import { inline } from "../inline.ts"
import { whole } from "../numbers.ts"
import type { words } from "../receipt.tsx"

export const receipt: typeof words = {
  title: (entry) => `Beleg ${entry}`,
  all: "Alle Buchungen",
  print: "Drucken",
  notFound: {
    title: "Beleg nicht gefunden",
    heading: (entry) => `Dieses Konto hat keine Buchung ${entry}`,
    text: "Die ID ist vielleicht unvollständig, oder die Buchung gehört zu einem anderen Konto."
  },
  slip: {
    for: "Wofür",
    file: "Datei",
    mode: "Modus",
    result: "Ergebnis",
    resultIs: (status, score) => `${status}, Punktzahl ${score}`,
    subStatus: "Unterstatus",
    requestedWith: "Angefragt mit",
    interface: "Schnittstelle",
    madeBy: "Ausgelöst von",
    reason: "Grund",
    when: "Wann",
    inUtc: "In UTC",
    account: "Konto",
    held: "Reserviert",
    charged: "Abgebucht",
    refunded: "Erstattet",
    open: "Noch reserviert",
    before: "Saldo davor",
    change: "Änderung durch diese Buchung",
    after: "Saldo danach"
  },
  ids: {
    entry: { label: "Buchung", copy: "Buchungs-ID kopieren" },
    hold: { label: "Reservierung", copy: "Reservierungs-ID kopieren" },
    job: { label: "Liste", copy: "Listen-ID kopieren" },
    stream: { label: "Strom", copy: "Strom kopieren" },
    hash: { label: "Hashwert (SHA-256)", copy: "Hashwert kopieren" }
  },
  related: {
    title: "Von der Reservierung zur Abbuchung",
    lead: "Die Reservierung mit allen Abbuchungen und Erstattungen daraus.",
    leadFirst: "Die Reservierung mit den ersten Abbuchungen und Erstattungen daraus.",
    caption: "Die Reservierung mit ihren Abbuchungen und Erstattungen, die ältesten zuerst",
    entry: "Buchung",
    change: "Änderung",
    thisReceipt: "dieser Beleg",
    ofJob: "Alle Buchungen dieser Liste",
    check: "Die Prüfung und ihre Antwort"
  },
  proof: {
    title: "Nachweis",
    lead: (folder) =>
      inline`Das Hauptbuch ist signiert. Ein Nachweis zeigt, dass diese Buchung unverändert darin steht. Er lässt sich hier prüfen, oder ohne diesen Dienst mit den Prüfprogrammen im Quelltext von rcpt (${folder}).`,
    event: "Ereignis",
    commit: "Commit",
    position: "Position im Strom",
    check: "In diesem Browser prüfen",
    download: "Nachweis herunterladen",
    proven: "Nachgewiesen: Diese Buchung steht im signierten Hauptbuch",
    broken: "Dieser Nachweis stimmt nicht",
    notSo: (step) => `Trifft nicht zu: ${step}`,
    key: "Der Schlüssel kam von diesem Dienst. Vergleichen Sie ihn mit dem, den der Betreiber veröffentlicht:",
    steps: {
      event: "Der Nachweis betrifft das Ereignis dieses Belegs.",
      hash: "Das Ereignis, wie es im Nachweis steht, hat den Hashwert, den sein Commit von ihm festhält.",
      commit: (number, size) =>
        `Der Commit ist Nummer ${whole(number)} der ${whole(size)} Commits des Prüfpunkts.`,
      signature: "Der Prüfpunkt ist mit dem Schlüssel dieses Dienstes signiert."
    }
  }
}
