/** The errors of the service in German: by text where a sentence has more to say than its code, else by code. */
import type { ErrorName } from "@rcpt/api/errors/errorCodes"
import { errorTexts, fieldTexts, whyTexts } from "@rcpt/api/errors/errorTexts"
import { germanWithin } from "@rcpt/domain/germanReasons"
import { withinReasons } from "@rcpt/domain/reasons"
import { translator } from "@rcpt/domain/sentences"

const translateFault = translator(withinReasons.why, germanWithin.why)

/** By `X-Error-Code`, for all sentences without a text of their own. */
export const problemsByCode: Readonly<Record<ErrorName, string>> = {
  not_http: "Die Anfrage ist kein HTTP/1.1.",
  host_refused: "Der Host-Header der Anfrage fehlt oder ist ungültig.",
  body_not_json: "Der Inhalt der Anfrage muss ein JSON-Objekt sein.",
  body_too_large: "Die Anfrage ist zu groß. Senden Sie weniger auf einmal.",
  unsupported_content_type: "Der Dienst nimmt diese Art von Inhalt nicht an.",
  file_too_large:
    "Die Datei darf höchstens 32 MB groß sein. Teilen Sie sie in mehrere Listen, jede mit der Kopfzeile.",
  form_invalid: "Die Liste kam nicht vollständig an. Laden Sie sie noch einmal hoch.",
  job_not_complete: "Die Liste ist noch nicht fertig.",
  webhook_url_refused:
    "An diese URL sendet rcpt keine Webhooks. Geben Sie eine öffentliche https-URL an.",
  webhook_disabled: "Der Webhook ist abgeschaltet. Setzen Sie seine URL neu, um ihn einzuschalten.",
  endpoint_disabled: "Der Endpunkt ist abgeschaltet. Schalten Sie ihn zuerst ein.",
  too_many_endpoints: "Das Konto hat die Höchstzahl an Webhook-Endpunkten. Entfernen Sie einen.",
  too_many_schedules: "Das Konto hat die Höchstzahl an Zeitplänen. Entfernen Sie einen.",
  schedule_paused: "Der Zeitplan ist angehalten. Setzen Sie ihn zuerst fort.",
  too_many_inlets: "Das Konto hat die Höchstzahl an Eingängen. Entfernen Sie einen.",
  event_not_proved:
    "Der Dienst hat nicht bewiesen, dass er das Ereignis gesendet hat. Prüfen Sie den Signaturschlüssel des Eingangs.",
  too_many_rules: "Das Konto hat die Höchstzahl an Regeln. Entfernen Sie zuerst einige.",
  too_many_keys: "Das Konto hat die Höchstzahl an API-Schlüsseln. Widerrufen Sie einen.",
  too_many_people:
    "Das Konto hat die Höchstzahl an Personen und offenen Einladungen. Entfernen Sie eine Person, oder widerrufen Sie eine Einladung.",
  already_in_account: "Diese Person ist schon in Ihrem Konto. Ändern Sie stattdessen ihre Rolle.",
  email_taken: "Mit dieser E-Mail-Adresse meldet sich schon jemand an. Wählen Sie eine andere.",
  totp_on: "Der zweite Faktor ist schon eingeschaltet.",
  invalid_request: "Die Angaben sind ungültig.",
  email_not_confirmed:
    "Ihre E-Mail-Adresse ist noch nicht bestätigt. Öffnen Sie den Link in der Mail an diese Adresse.",
  code_needed: "Ein Code Ihrer Authenticator-App ist nötig.",
  code_refused: "Der Code ist falsch oder wurde schon benutzt. Warten Sie auf den nächsten.",
  unauthorized: "Sie sind nicht angemeldet. Melden Sie sich erneut an.",
  key_not_permitted: "Dieser API-Schlüssel darf das nicht.",
  key_ended: "Dieser API-Schlüssel ist abgelaufen.",
  network_refused: "Dieser API-Schlüssel gilt nicht für dieses Netz.",
  origin_refused: "Dieser API-Schlüssel gilt nicht für diese Website.",
  browser_key_only_verifies: "Ein Browser-Schlüssel kann nur Adressen prüfen.",
  role_not_permitted:
    "Ihre Rolle erlaubt das nicht. Wer das Konto verwaltet, kann Ihre Rolle ändern.",
  beyond_own_powers:
    "Das geht über Ihre eigenen Rechte hinaus. Bitten Sie jemanden mit mehr Rechten darum.",
  not_owner: "Das darf nur ein Konto, dem der Dienst gehört.",
  cross_origin: "Diese Anfrage muss vom Dashboard dieses Dienstes kommen. Laden Sie die Seite neu.",
  password_needed:
    "Geben Sie Ihr Passwort noch einmal ein: Das letzte Mal ist über 15 Minuten her.",
  wrong_password: "Das jetzige Passwort ist falsch.",
  passwords_off:
    "Passwörter sind auf diesem Dienst aus. Melden Sie sich mit dem Konto Ihrer Firma an.",
  passwords_off_here:
    "Passwörter sind auf diesem Dienst aus. Melden Sie sich ohne Einladung mit dem Konto Ihrer Firma an.",
  provider_join_ended:
    "Das hat zu lange gedauert oder begann in einem anderen Browser. Melden Sie sich noch einmal bei Ihrer Firma an.",
  sign_up_closed: "Dieser Dienst nimmt keine neuen Konten an.",
  mail_off: "Dieser Dienst sendet keine E-Mail. Bitten Sie seinen Betreiber um ein neues Passwort.",
  job_not_found: "Diese Liste gibt es nicht, oder sie gehört einem anderen Konto.",
  entry_not_found: "Diesen Eintrag gibt es im Hauptbuch Ihres Kontos nicht.",
  entry_not_signed:
    "Der Eintrag ist noch nicht signiert. Versuchen Sie es in einer Minute noch einmal.",
  ledger_not_signed:
    "Dieser Dienst signiert sein Hauptbuch nicht. Sein Betreiber kann RCPT_LEDGER_KEY setzen.",
  checkpoint_not_found: "Diesen signierten Stand gibt es nicht.",
  activity_not_found: "Diese Zeile gibt es nicht, oder sie wird nicht mehr aufbewahrt.",
  account_not_found: "Dieses Konto gibt es nicht.",
  key_not_found: "Diesen API-Schlüssel gibt es nicht.",
  rule_not_found: "Diese Regel gibt es nicht.",
  webhook_not_set: "Es ist kein Webhook gesetzt.",
  endpoint_not_found: "Diesen Webhook-Endpunkt gibt es nicht.",
  schedule_not_found: "Diesen Zeitplan gibt es nicht.",
  run_not_found: "Diesen Lauf gibt es nicht.",
  inlet_not_found: "Diesen Eingang gibt es nicht.",
  delivery_not_found: "Diese Zustellung gibt es nicht.",
  session_not_found: "Diese Sitzung gibt es nicht mehr.",
  person_not_found: "Diese Person ist nicht in Ihrem Konto.",
  invitation_not_found: "Diese Einladung ist nicht mehr offen.",
  invitation_ended:
    "Die Einladung wurde benutzt oder widerrufen oder ist älter als 7 Tage. Bitten Sie um eine neue.",
  link_ended:
    "Der Link wurde benutzt oder ersetzt, oder er ist zu alt. Fordern Sie einen neuen an.",
  totp_off: "Der zweite Faktor ist ausgeschaltet.",
  not_found: "Das gibt es hier nicht.",
  insufficient_credits: "Dafür reichen Ihre Credits nicht.",
  method_not_allowed: "Der Dienst erlaubt das hier nicht.",
  upload_too_slow:
    "Die Datei kam zu langsam an. Laden Sie sie über eine bessere Verbindung oder in Teilen hoch.",
  request_timeout: "Die Anfrage kam nicht rechtzeitig an. Versuchen Sie es noch einmal.",
  last_manager:
    "Das ist die letzte Person, die das Konto verwaltet. Geben Sie zuerst einer anderen diese Rolle.",
  address_taken:
    "Mit dieser Adresse meldet sich schon jemand an. Bitten Sie um eine Einladung für eine andere Adresse.",
  request_in_flight:
    "Etwas anderes muss zuerst fertig werden. Versuchen Sie es gleich noch einmal.",
  expectation_failed: "Der Dienst kann die Anfrage so nicht erfüllen.",
  wrong_host: "Dieser Dienst hat einen anderen Namen als den in der Adresszeile.",
  idempotency_key_reused:
    "Unter dieser Kennung wurde schon etwas anderes gesendet. Beginnen Sie neu.",
  too_many_uploads:
    "Zu viele Listen werden gleichzeitig hochgeladen. Warten Sie, bis eine fertig ist.",
  visitor_limit_reached: "Von Ihrer Netzadresse kamen zu viele Prüfungen.",
  credit_limit_reached: "Das Credit-Limit dieses API-Schlüssels ist erreicht.",
  too_many_tests: "So viele Testereignisse sendet rcpt nicht auf einmal. Warten Sie eine Minute.",
  rate_limited: "Zu viele Anfragen. Versuchen Sie es gleich noch einmal.",
  headers_too_large: "Die Anfrage hat zu viele Kopfdaten.",
  internal_error: "Bei uns ist ein Fehler aufgetreten. Er wurde festgehalten.",
  probe_only_node: "Dieser Knoten beantwortet keine Anfragen.",
  unavailable:
    "Die Datenbank ist nicht erreichbar. Versuchen Sie es in einigen Sekunden noch einmal.",
  not_ready: "Der Dienst startet oder stoppt gerade. Versuchen Sie es gleich noch einmal.",
  overloaded: "Der Dienst hat zu viele Anfragen auf einmal. Versuchen Sie es gleich noch einmal."
}

const translateError = translator(errorTexts, {
  changeUnconfirmed:
    "Die Datenbank hat die Änderung nicht bestätigt. Melden Sie sich mit dem neuen Passwort an, sonst mit dem alten.",
  lastOwner: "Das letzte Konto, dem der Dienst gehört, lässt sich nicht schließen.",
  ownerNotSuspended: "Ein Konto, dem der Dienst gehört, lässt sich nicht sperren.",
  monthAhead: "Dieser Monat hat noch nicht begonnen.",
  listsRunning:
    "Eine Liste mit dieser Adresse ist noch nicht fertig. Brechen Sie sie ab, oder warten Sie.",
  checksRunning:
    "Eine Prüfung ist noch nicht fertig. Versuchen Sie es in einer Minute noch einmal.",
  comparedRows: "Listen mit mehr als {n} Zeilen lassen sich nicht vergleichen.",
  sortedRows: "Sortieren lassen sich Listen mit höchstens {n} Zeilen.",
  rulesTooLarge:
    "Die Datei darf höchstens 1 MiB groß sein. Teilen Sie sie, und importieren Sie die Teile nacheinander.",
  rulesNotText: "Die Datei muss UTF-8-Text sein. Speichern Sie sie als CSV UTF-8.",
  rulesHeader:
    "Die Datei muss ein CSV mit einer Kopfzeile sein, die die Spalten action, match und value nennt.",
  rulesOpenQuote: "In der Datei muss jedes Anführungszeichen geschlossen werden.",
  rulesInFile: "Die Datei darf höchstens {n} Regeln haben.",
  uploadUnreadable: "Die hochgeladene Datei ist nicht mehr lesbar.",
  accountGone: "Das Konto gibt es nicht mehr."
})

const translateWhy = translator(whyTexts, {
  otherPort: "Port {port} gehört einem anderen Dienst",
  otherHost: "der Betreiber dieses Dienstes erlaubt {host} nicht",
  star: "schreiben Sie sie ohne *. und schließen Sie die Subdomains ein",
  oneAddress: "wählen Sie für eine einzelne Adresse die Art Adresse",
  dotted: "wählen Sie für {label} die Art Domain, mit Subdomains"
})

/** What is wrong with a field, after its name. */
export const translateFieldFault = translator(
  fieldTexts,
  {
    required: "fehlt",
    blank: "darf nicht leer sein",
    empty: "darf nicht leer sein",
    text: "muss Text sein",
    boolean: "muss true oder false sein",
    oneOf: "muss einer dieser Werte sein: {values}",
    visibleChars: "muss {from} bis {to} sichtbare Zeichen haben",
    visibleCharsMax: "darf höchstens {n} sichtbare Zeichen haben",
    chars: "muss {from} bis {to} Zeichen haben",
    charsMax: "darf höchstens {n} Zeichen haben",
    charsUpTo: "darf höchstens {n} Zeichen haben",
    keptAddress: "darf keine E-Mail-Adresse enthalten, denn der Text wird für immer aufbewahrt",
    address: "darf keine E-Mail-Adresse enthalten",
    changeNumber: "muss eine ganze Zahl von {from} bis {to} sein, aber nicht 0",
    wholeNumber: "muss eine ganze Zahl von {from} bis {to} sein",
    creditsMin: "darf nicht unter {n} liegen, denn das Konto hat nur {credits}",
    creditsMax: "darf nicht über {n} liegen, denn ein Konto hat höchstens {most}",
    dateTime: "muss ein Zeitpunkt wie {example} sein",
    future: "muss in der Zukunft liegen",
    day: "muss ein Tag sein, der begonnen hat, wie {example}",
    cursor: "gehört zu keiner Seite. Gehen Sie zur ersten Seite",
    maxAgeRefused:
      "muss bei diesem API-Schlüssel fehlen, denn er kann keine früheren Ergebnisse des Kontos lesen",
    samePassword: "darf nicht das jetzige Passwort sein",
    commonPassword:
      "darf kein häufiges Passwort sein, auch nicht wiederholt oder mit Ziffern und Zeichen darum",
    contextPassword:
      "darf nicht aus Ihrer E-Mail-Adresse oder dem Namen des Dienstes bestehen. Fügen Sie mindestens {n} Zeichen hinzu",
    codeRefused: "muss einer sein, den die App jetzt zeigt und der noch nicht benutzt wurde",
    alreadyThere: "muss einer Person gehören, die noch nicht im Konto ist",
    malformed: "muss eine E-Mail-Adresse sein: {why}",
    ruleAddress: "muss eine E-Mail-Adresse wie {example} sein: {why}",
    ruleDomain: "muss eine Domain wie {example} sein: {why}",
    ruleHost: "muss der Name eines Mailservers wie {example} sein: {why}",
    ruleTld: "muss eine Top-Level-Domain wie {example} sein: {why}",
    origin: "muss ein Ursprung sein wie {examples}: Schema und Host ohne Pfad",
    origins: "muss 1 bis {n} Websites nennen",
    publicWildcard: "darf keinen Platzhalter für Namen haben, die jeder anmelden kann",
    network: "muss eine IP-Adresse oder ein Netz wie {example} sein",
    networks: "darf höchstens {n} Netze nennen",
    url: "muss eine vollständige URL wie {example} sein",
    urlUser: "darf weder Benutzernamen noch Passwort enthalten",
    plainHttp:
      "muss mit https:// beginnen. Der Betreiber kann http mit RCPT_WEBHOOK_ALLOW_HTTP erlauben",
    httpOrHttps: "muss mit https:// oder http:// beginnen",
    https: "muss mit https:// beginnen",
    webServer: "muss zu einem Webserver führen: {why}",
    allowedHost: "muss zu einem erlaubten Host führen: {why}",
    fileTooLarge: "darf höchstens 32 MB groß sein ({n} Bytes)",
    nulBytes: "muss ein CSV sein und darf keine NUL-Bytes enthalten",
    headerTooLong: "muss ein CSV mit einer Kopfzeile von höchstens {n} Bytes sein",
    otherFile: "muss ein CSV sein, ist aber {what}",
    cutOff: "muss vollständig sein, endet aber mitten in einem Zeichen",
    likelyColumn:
      "muss eine Spalte haben, in deren Namen „email“ steht. Wählen Sie die Spalte in der Vorschau",
    emailColumn: "muss eine Spalte haben, in deren Namen „email“ steht",
    addresses: "muss mindestens eine Zeile mit einer E-Mail-Adresse haben",
    blankRows: "darf höchstens {n} leere Zeilen haben",
    columns: "darf höchstens {n} Spalten haben, Zeile {line} hat mehr",
    longRow:
      "darf Zeilen von höchstens {n} Bytes haben. Die ab Zeile {line} ist länger, oder ein Anführungszeichen darin ist nicht geschlossen",
    openQuote: "muss jedes Anführungszeichen schließen. Die Zeile ab {line} tut das nicht",
    columnName: "muss in der Kopfzeile stehen, die keine Spalte {name} hat",
    columnMax: "darf höchstens {n} sein, denn die erste Zeile hat nicht mehr Spalten",
    columnNeeded: "muss gewählt werden, denn keine Zelle der ersten Zeile ist eine E-Mail-Adresse",
    encoding: "muss eine sein, die Browser kennen, wie {examples}. {name} ist keine",
    workbookRows: "muss bei mehr als {n} Zeilen CSV sein, denn mehr fasst eine Arbeitsmappe nicht",
    workbookCells:
      "muss bei Zellen mit mehr als {n} Zeichen CSV sein, denn mehr fasst eine Arbeitsmappe nicht",
    imports:
      "muss ein Dienst sein, dessen Ergebnisse in der Datei stehen. Keine Spalte hat die von {service}"
  },
  { why: (why) => translateFault(why) ?? translateWhy(why) }
)

/** The names of fields as people see them. */
const fields: Readonly<Record<string, string>> = {
  email: "Die E-Mail-Adresse",
  password: "Das Passwort",
  new: "Das neue Passwort",
  code: "Der Code",
  name: "Der Name",
  reason: "Der Grund",
  credits: "Die Zahl der Credits",
  value: "Der Wert",
  note: "Die Notiz",
  url: "Die URL",
  description: "Die Beschreibung",
  file: "Die Datei",
  column: "Die Spalte",
  encoding: "Die Zeichenkodierung",
  import: "Die Herkunft der Ergebnisse",
  import_date: "Das Datum der Ergebnisse",
  format: "Das Format",
  cursor: "Diese Stelle"
}

const inField = /^(?<line>line \d+: )?(?<field>[\w.[\]]+) (?<fault>.+)$/s

const translateField = (sentence: string): string | undefined => {
  const { line = "", field = "", fault = "" } = inField.exec(sentence)?.groups ?? {}
  const translated = translateFieldFault(fault)
  if (translated === undefined) return undefined
  return `${line.replace("line", "Zeile")}${fields[field] ?? `„${field}“`} ${translated}.`
}

const isKnown = (code: string): code is ErrorName => Object.hasOwn(problemsByCode, code)

/** The German of an error. One that is new to this dashboard is quoted, with what its code says. */
export const translateProblem = (sentence: string, code: string | undefined): string => {
  const translated = translateError(sentence) ?? translateField(sentence)
  if (translated !== undefined) return translated
  const byCode = code !== undefined && isKnown(code) ? problemsByCode[code] : undefined
  if (byCode === undefined) return sentence
  return code === "invalid_request" ? `${byCode} „${sentence}“` : byCode
}
