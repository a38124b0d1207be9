/** The German of words/bulk.tsx. */
import { heldFor } from "@rcpt/domain/prices"

import type { words } from "../bulk.tsx"
import { inline } from "../inline.ts"
import { percent, whole } from "../numbers.ts"
import { creditsOf } from "./parts.tsx"
import { phrases } from "./phrases.tsx"

const cells = (count: number) => `${whole(count)} ${count === 1 ? "Zelle" : "Zellen"}`

const lists = (count: number) => `${whole(count)} ${count === 1 ? "Liste" : "Listen"}`

export const bulk: typeof words = {
  title: "Listen",
  lead: "Prüfen Sie eine ganze Liste. Den Preis sehen Sie, bevor es losgeht.",
  readOnly: "Mit Ihrer Rolle können Sie nur lesen und keine Listen hochladen.",
  newList: "Neue Liste",
  box: {
    label: (choose) => <>{choose("CSV-Datei oder Arbeitsmappe wählen")} oder hier ablegen</>,
    hint: "Bis 32 MB; auch Arbeitsmappen (.xlsx, .ods), Kontakte (.vcf), LDIF und JSON. Die Adressen können in jeder Spalte stehen, mit oder ohne Kopfzeile. Alle anderen Spalten erhalten Sie unverändert zurück, neben den Ergebnissen."
  },
  paste: {
    open: "Stattdessen Adressen einfügen",
    label: "Adressen",
    hint: "Eine je Zeile oder durch Kommas getrennt. Namen davor, wie ein Mailprogramm sie kopiert, stören nicht, ebenso wenig Zellen einer Tabelle.",
    noAddress: "Darin ist keine Adresse: nirgends steht ein @.",
    action: "Diese Adressen verwenden",
    fileName: (at) => `eingefuegt-${at}.csv`
  },
  refusal: {
    several: "Nur eine Liste auf einmal",
    severalAdvice:
      "Wählen Sie eine einzelne Datei. Die nächste können Sie beginnen, sobald diese hochgeladen ist.",
    unreadable: (name) => `${name} ist nicht lesbar`,
    readerNotLoaded:
      "Das Programm, das Listen liest, ließ sich nicht laden. Wählen Sie die Datei noch einmal.",
    unreadableAdvice:
      "Die Datei ließ sich nicht öffnen. Versuchen Sie es noch einmal, oder speichern Sie sie als CSV.",
    empty: (name) => `${name} ist leer`,
    emptyAdvice: "Wählen Sie eine CSV-Datei mit Kopfzeile.",
    tooLarge: (name) => `${name} ist größer als 32 MB`,
    tooLargeAdvice: (bytes, max) =>
      `Die Datei hat ${whole(bytes)} Bytes; erlaubt sind ${whole(max)}. Es wurde nichts gesendet. Teilen Sie die Datei, oder entfernen Sie Spalten, die Sie nicht brauchen.`
  },
  unreadable: {
    damaged: () => "Die Datei ist beschädigt, oder sie ist nicht, was ihr Name sagt.",
    protected: () =>
      "Diese Arbeitsmappe ist durch ein Passwort geschützt. Speichern Sie sie ohne Passwort.",
    tooLarge: () =>
      "Diese Arbeitsmappe ist zu groß, um hier gelesen zu werden. Speichern Sie sie als CSV.",
    tooManyColumns: (max) => `Das Tabellenblatt hat mehr als ${max} Spalten.`,
    emptySheet: () => "Kein Tabellenblatt dieser Arbeitsmappe hat eine ausgefüllte Zeile.",
    noSuchSheet: () =>
      "Dieses Tabellenblatt gibt es in der Arbeitsmappe nicht mehr. Wählen Sie die Datei noch einmal.",
    noAddress: () => "Darin steht keine E-Mail-Adresse.",
    oldWorkbook: () =>
      "Das ist eine alte Excel-Arbeitsmappe (.xls). Öffnen Sie sie in einer Tabellenkalkulation, und speichern Sie sie als .xlsx oder CSV.",
    numbers: () =>
      "Das ist eine Tabelle von Numbers. Wählen Sie in Numbers „Ablage“, „Exportieren“, „CSV“.",
    webPage: () =>
      "Das ist eine Webseite. Öffnen Sie sie in einer Tabellenkalkulation, und speichern Sie sie als CSV.",
    word: () =>
      "Das ist ein Textdokument. Kopieren Sie die Adressen, und wählen Sie „Stattdessen Adressen einfügen“.",
    presentation: () =>
      "Das ist eine Präsentation. Kopieren Sie die Adressen, und wählen Sie „Stattdessen Adressen einfügen“.",
    picture: () => "Das ist ein Bild oder Film. Nur Text ist lesbar.",
    pdf: () =>
      "Das ist ein PDF. Kopieren Sie die Adressen, und wählen Sie „Stattdessen Adressen einfügen“.",
    archive: () => "Das ist ein Archiv. Entpacken Sie es, und wählen Sie die Liste darin.",
    database: () => "Das ist eine Datenbankdatei. Exportieren Sie eine Tabelle als CSV.",
    richText: () => "Das ist ein Textdokument (RTF). Speichern Sie es als einfachen Text oder CSV.",
    message: () =>
      "Das ist eine E-Mail oder ein Ordner davon. Kopieren Sie die Adressen in eine Tabelle und speichern Sie diese als CSV."
  },
  readFrom: {
    vcard: "Aus Kontakten (vCard) gelesen: eine Zeile je Adresse.",
    ldif: "Aus einem Verzeichnis (LDIF) gelesen: eine Zeile je Adresse.",
    json: "Aus JSON gelesen: eine Zeile je Objekt.",
    members: "Aus Namen und Adressen gelesen: eine Zeile je Adresse."
  },
  chosen: {
    another: "Andere Datei wählen",
    bytes: "Bytes",
    sentAs: (name) => `, gesendet als ${name}`,
    sheet: "Tabellenblatt",
    sheetHint: (count) =>
      `Die Arbeitsmappe hat ${whole(count)} Tabellenblätter. Genommen wird das erste mit einer Adresse; hier können Sie ein anderes wählen.`,
    whichColumn: "In welcher Spalte stehen die Adressen?",
    whichColumnAdvice:
      "In den ersten Zeilen steht keine E-Mail-Adresse. Klicken Sie auf die Spalte, die geprüft werden soll.",
    noneAtAll: "Diese Liste hat keine Adressen",
    noneAtAllAdvice:
      "Keine Zelle hat ein @. Wählen Sie eine andere Datei. Es wurde nichts abgebucht.",
    noAt: (name) => `In „${name}“ stehen keine Adressen`,
    noAtAdvice:
      "Keine ihrer ersten Zellen hat ein @. Wählen Sie eine andere Spalte oder eine andere Datei. Es wurde nichts abgebucht.",
    take: (name) => `„${name}“ verwenden`
  },
  preview: {
    name: "Die ersten Zeilen der Liste",
    column: (number) => `Spalte ${number}`,
    addresses: "Adressen",
    taken: (name, because) =>
      ({
        asked: `Die Adressen kommen aus „${name}“, wie Sie gewählt haben.`,
        named: `Die Adressen kommen aus „${name}“, nach dem Namen der Spalte.`,
        cells: `Die Adressen kommen aus „${name}“: Die Zellen sind Adressen.`
      })[because],
    skipped: (count) =>
      count === 1
        ? "Eine Zeile davor ist kein Datensatz; die Ergebnisse enthalten auch sie."
        : `${whole(count)} Zeilen davor sind keine Datensätze; die Ergebnisse enthalten auch sie.`,
    encoding: (encoding) => `Gelesen als ${encoding}.`,
    encodingUnsure: "Wie diese Datei gespeichert wurde, zeigen nur wenige Buchstaben.",
    whichEncoding: "Welches Wort ist richtig geschrieben?",
    readsAs: (word, encoding) => `${word} (${encoding})`,
    note: "Vorschau der ersten Zeilen. Der Dienst liest die ganze Datei. Um eine andere Spalte zu prüfen, klicken Sie auf diese.",
    hidden: (count) =>
      `${whole(count)} weitere ${count === 1 ? "Spalte wird" : "Spalten werden"} nicht gezeigt.`,
    hasHeader: "Die erste Zeile nennt die Namen der Spalten"
  },
  repairs: {
    repaired: (count) => `${cells(count)} repariert`,
    repairedAndAdded: (count, added) =>
      `${cells(count)} repariert, ${phrases.rows(added)} hinzugefügt`,
    left: (count) =>
      `${cells(count)} ${count === 1 ? "bleibt, wie sie ist" : "bleiben, wie sie sind"}`,
    addresses: (all) => all.join(" und "),
    more: (count) => `Und ${whole(count)} weitere.`,
    addedNote:
      "Eine Zeile mit zwei Adressen wird für jede einmal gesendet, mit allen anderen Zellen.",
    repairFirst: "Vor dem Hochladen reparieren"
  },
  mode: {
    legend: "Art der Prüfung",
    fast: {
      label: `Schnell – ${creditsOf(heldFor.fast)} je Adresse`,
      hint: "Prüft Syntax, DNS, Reputation und Listen. Kein Mailserver wird gefragt."
    },
    deep: {
      label: `Tief – ${heldFor.fast} bis ${creditsOf(heldFor.deep)} je Adresse`,
      hint: "Fragt zusätzlich den Mailserver, ob es das Postfach gibt. Das dauert länger: Manche Server müssen bis zu einer Stunde später noch einmal gefragt werden."
    }
  },
  price: {
    calculating: "Der Preis wird berechnet",
    calculatingFree: "Der Preis wird berechnet. Das ist kostenlos.",
    unusable: "Diese Datei ist nicht verwendbar",
    ignored: "Zeilen ohne Adresse, kostenlos",
    rows: "Zeilen mit Adresse",
    duplicates: "Doppelte",
    unique: "Verschiedene Adressen",
    time: "Erwartete Dauer",
    slowest: (servers, count) =>
      `Die erwartete Dauer ist die von ${whole(count)} ${count === 1 ? "Zeile" : "Zeilen"} bei ${servers}, beim jetzigen Tempo. Greylisting kann bis zu einer Stunde hinzufügen.`,
    expected: "Erwartete Kosten",
    maximum: "Höchstens",
    held: (held) => `Reserviert, bis die Liste fertig ist: ${held}.`,
    heldMore: (held, more) =>
      `Reserviert, bis die Liste fertig ist: ${held}, ${more} mehr, als sie kosten kann.`,
    rules: inline`Jede Adresse wird einmal abgebucht, auch wenn sie doppelt vorkommt. Das Ergebnis ${<em>unbekannt</em>} ist kostenlos. Was von der Reservierung übrig bleibt, wird am Ende erstattet.`,
    several: (count, addresses) =>
      `${cells(count)} ${count === 1 ? "enthält" : "enthalten"} ${whole(addresses)} Adressen. ${count === 1 ? "Sie" : "Jede dieser Zellen"} zählt als eine falsche Adresse: Geben Sie jeder Adresse eine eigene Zeile.`,
    unprovable: (share) =>
      `Von den Adressen liegen ${share} bei Anbietern, die nicht verraten, ob es ein Postfach gibt. Auch die tiefe Prüfung kann das nicht klären; solche Adressen kosten meist so viel wie bei der schnellen Prüfung.`,
    known: (count, saved) =>
      `${whole(count)} ${count === 1 ? "Ergebnis" : "Ergebnisse"} der letzten 30 Tage übernehmen, spart bis zu ${whole(saved)} ${saved === 1 ? "Credit" : "Credits"}`,
    imports: {
      title: (service) => `Diese Liste hat Ergebnisse von ${service}`,
      column: (name) =>
        `Sie stehen in der Spalte „${name}“. Ergebnisse der letzten 30 Tage können Sie übernehmen.`,
      date: "Datum dieser Ergebnisse",
      dateHint: "Ohne Datum zählen sie nicht."
    },
    notEnough: "Zu wenig Credits",
    notEnoughAdvice: (needed, available) =>
      `Für den Start braucht diese Liste ${needed}, verfügbar: ${available}.`
  },
  known: {
    title: "Schon vor dem Start bekannt",
    bounce: (count, share) => `Mindestens ${whole(count)} davon kämen zurück (${share})`,
    found: (all) =>
      `${all.join(", ")}. Nur nach unseren Listen und früheren Prüfungen; die Prüfung findet mehr.`,
    counts: {
      invalid_syntax: (count) => `${whole(count)} mit falscher Syntax`,
      known_bad_domains: (count) => `${whole(count)} bei Domains, die keine E-Mail annehmen`,
      disposable: (count) =>
        `${whole(count)} ${count === 1 ? "Wegwerfadresse" : "Wegwerfadressen"}`,
      role: (count) => `${whole(count)} ${count === 1 ? "Funktionsadresse" : "Funktionsadressen"}`,
      free: (count) => `${whole(count)} bei kostenlosen Anbietern`
    }
  },
  start: {
    action: "Prüfung starten",
    upload: "Hochladen",
    uploading: (share) => `Wird hochgeladen: ${percent(share)}`,
    uploaded: "Hochgeladen. Der Dienst liest die Liste.",
    cancel: "Hochladen abbrechen",
    cancelled: "Hochladen abgebrochen. Es wurde nichts gestartet und nichts abgebucht.",
    fileChanged:
      "Die Datei wurde geändert oder entfernt, nachdem Sie sie gewählt hatten. Wählen Sie sie noch einmal.",
    errors: {
      0: "Die Verbindung brach ab, bevor der Dienst antwortete. Starten Sie noch einmal, sobald sie wieder da ist: Eine zweite Liste entsteht dabei nie.",
      402: "Ihre Credits reichen für die Reservierung dieser Liste nicht. Es wurde nichts gestartet.",
      409: "Der Dienst liest noch den ersten Versuch. Starten Sie gleich noch einmal: Eine zweite Liste entsteht dabei nie.",
      422: "Die Datei hat sich seit dem ersten Versuch geändert. Sehen Sie nach, ob er unten in den Listen steht. Wenn nicht, starten Sie noch einmal."
    }
  },
  lists: {
    title: "Alle Listen",
    caption: "Listen dieses Kontos",
    pages: "Seiten der Listen",
    count: (count) => lists(count),
    matching: (count) => `${lists(count)} gefunden`,
    search: "Nach Namen suchen",
    state: "Zustand",
    sortBy: "Sortieren nach",
    states: {
      "": "Alle",
      running: "Laufend",
      complete: "Fertig",
      failed: "Fehlgeschlagen",
      cancelled: "Abgebrochen"
    },
    orders: {
      "": "Neueste zuerst",
      created: "Älteste zuerst",
      name: "Name, A bis Z",
      "-name": "Name, Z bis A",
      "-rows": "Meiste Zeilen zuerst",
      rows: "Wenigste Zeilen zuerst"
    },
    noMatch: {
      title: "Keine passenden Listen",
      text: "Gesucht wird jeder Teil eines Namens, groß oder klein geschrieben.",
      all: "Alle Listen zeigen"
    },
    name: "Liste",
    status: "Status",
    rows: "Zeilen",
    result: "Ergebnis",
    mode: "Prüfung",
    started: "Begonnen",
    verifiedShare: (share) => `${share} geprüft`,
    verified: (count) => `${whole(count)} geprüft`,
    noneVerified: "Keine geprüft",
    validShare: (share) => `${share} gültig`,
    emptyPage: {
      title: "Auf dieser Seite sind keine Listen",
      text: "Dieses Konto hat weniger Listen."
    },
    empty: {
      title: "Noch keine Listen",
      text: inline`Wählen Sie oben eine CSV-Datei. Den Preis sehen Sie, bevor es losgeht. Listen, die an ${<code className="breaks">POST /api/v1/verify/bulk</code>} gesendet werden, erscheinen auch hier.`
    }
  }
}
