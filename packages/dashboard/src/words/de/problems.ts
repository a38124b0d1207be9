/** The errors of the service in German: by form where a sentence has more to say than its code, else by code. */
import { translateBy } from "../forms.ts"
import type { Form } from "../forms.ts"
import { translateFault } from "./reasons.ts"

/** By `X-Error-Code`, for all sentences without a form of their own. */
export const problemsByCode: Readonly<Record<string, string>> = {
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

const forms: ReadonlyArray<Form> = [
  [
    "the database did not confirm the change: try to sign in with the new password, else with the old one",
    "Die Datenbank hat die Änderung nicht bestätigt. Melden Sie sich mit dem neuen Passwort an, sonst mit dem alten."
  ],
  [
    "the last account that owns the service cannot be closed",
    "Das letzte Konto, dem der Dienst gehört, lässt sich nicht schließen."
  ],
  [
    "an account that owns the service cannot be suspended",
    "Ein Konto, dem der Dienst gehört, lässt sich nicht sperren."
  ],
  ["the month has not begun", "Dieser Monat hat noch nicht begonnen."],
  [
    "{list} not finished: cancel or wait",
    "Eine Liste mit dieser Adresse ist noch nicht fertig. Brechen Sie sie ab, oder warten Sie."
  ],
  [
    "{checks} not finished: try again in a minute",
    "Eine Prüfung ist noch nicht fertig. Versuchen Sie es in einer Minute noch einmal."
  ],
  [
    "jobs of more than {n} rows cannot be compared",
    "Listen mit mehr als {n} Zeilen lassen sich nicht vergleichen."
  ],
  [
    "sort is for jobs of at most {n} rows",
    "Sortieren lassen sich Listen mit höchstens {n} Zeilen."
  ],
  [
    "the file must be at most 1 MiB (1,048,576 bytes): split it, and import its parts one after the other",
    "Die Datei darf höchstens 1 MiB groß sein. Teilen Sie sie, und importieren Sie die Teile nacheinander."
  ],
  [
    "the file must be UTF-8 text: save it as CSV UTF-8",
    "Die Datei muss UTF-8-Text sein. Speichern Sie sie als CSV UTF-8."
  ],
  [
    "the file must be a CSV with a header line that names the columns action, match and value",
    "Die Datei muss ein CSV mit einer Kopfzeile sein, die die Spalten action, match und value nennt."
  ],
  [
    "the file must close every quote",
    "In der Datei muss jedes Anführungszeichen geschlossen werden."
  ],
  ["the file must have at most {n} rules", "Die Datei darf höchstens {n} Regeln haben."],
  ["the uploaded file can no longer be read", "Die hochgeladene Datei ist nicht mehr lesbar."],
  ["the account no longer exists", "Das Konto gibt es nicht mehr."]
]

/** What is wrong with a field, after its name. */
const fieldFaults: ReadonlyArray<Form> = [
  ["is required", "fehlt"],
  ["must not be blank", "darf nicht leer sein"],
  ["must not be empty", "darf nicht leer sein"],
  ["must be 1 to {n} visible characters", "muss 1 bis {n} sichtbare Zeichen haben"],
  ["must be at most {n} visible characters", "darf höchstens {n} sichtbare Zeichen haben"],
  ["must be {from} to {to} characters", "muss {from} bis {to} Zeichen haben"],
  ["must be at most {n} characters", "darf höchstens {n} Zeichen haben"],
  ["must have at most {n} characters", "darf höchstens {n} Zeichen haben"],
  [
    "must not contain an email address: it is kept forever",
    "darf keine E-Mail-Adresse enthalten, denn der Text wird für immer aufbewahrt"
  ],
  [
    "must be a whole number from {from} to {to}, and not 0",
    "muss eine ganze Zahl von {from} bis {to} sein, aber nicht 0"
  ],
  ["must be a whole number from {from} to {to}", "muss eine ganze Zahl von {from} bis {to} sein"],
  [
    "must be 0 or more: the account has only {credits}",
    "darf nicht unter 0 liegen, denn das Konto hat nur {credits}"
  ],
  [
    "must be -{n} or more: the account has only {credits}",
    "darf nicht unter -{n} liegen, denn das Konto hat nur {credits}"
  ],
  [
    "must be {n} or less: no account has over {most}",
    "darf nicht über {n} liegen, denn ein Konto hat höchstens {most}"
  ],
  ["must be a date and time, such as {example}", "muss ein Zeitpunkt wie {example} sein"],
  [
    "must be left out with this API key: it cannot read earlier results of the account",
    "muss bei diesem API-Schlüssel fehlen, denn er kann keine früheren Ergebnisse des Kontos lesen"
  ],
  ["must be in the future", "muss in der Zukunft liegen"],
  ["must not be the current password", "darf nicht das jetzige Passwort sein"],
  [
    "must not be a common password, nor one that is repeated or has digits and signs around it",
    "darf kein häufiges Passwort sein, auch nicht wiederholt oder mit Ziffern und Zeichen darum"
  ],
  [
    "must not be made of your {email} address or the name of this service: add {n} characters or more",
    "darf nicht aus Ihrer E-Mail-Adresse oder dem Namen des Dienstes bestehen. Fügen Sie mindestens {n} Zeichen hinzu"
  ],
  ["must be an {email} address: {why:faults}", "muss eine E-Mail-Adresse sein: {why}"],
  [
    "must be an email address such as {example}: {why:faults}",
    "muss eine E-Mail-Adresse wie {example} sein: {why}"
  ],
  [
    "must be a domain such as {example}: for one address use match {match}",
    "muss eine Domain wie {example} sein. Wählen Sie für eine einzelne Adresse die Art Adresse"
  ],
  [
    "must be a domain such as {example}: {why:faults}",
    "muss eine Domain wie {example} sein: {why}"
  ],
  [
    "must be a mail server such as {example}: {why:faults}",
    "muss ein Mailserver wie {example} sein: {why}"
  ],
  [
    "must be a top-level domain such as xyz: {why:faults}",
    "muss eine Top-Level-Domain wie xyz sein: {why}"
  ],
  [
    "must be an origin, such as {example}: scheme and host, without a path",
    "muss ein Ursprung sein wie {example}: Schema und Host ohne Pfad"
  ],
  [
    "must not have a wildcard for names that anybody can register",
    "darf keinen Platzhalter für Namen haben, die jeder anmelden kann"
  ],
  ["must be a list of 1 to {n} origins", "muss 1 bis {n} Websites nennen"],
  ["must be a list of at most {n} networks", "darf höchstens {n} Netze nennen"],
  [
    "must be an IP address or a network, such as {example}",
    "muss eine IP-Adresse oder ein Netz wie {example} sein"
  ],
  ["must be an absolute URL, such as {example}", "muss eine vollständige URL wie {example} sein"],
  [
    "must start with https://: the operator can allow http by RCPT_WEBHOOK_ALLOW_HTTP",
    "muss mit https:// beginnen. Der Betreiber kann http mit RCPT_WEBHOOK_ALLOW_HTTP erlauben"
  ],
  ["must start with https:// or http://", "muss mit https:// oder http:// beginnen"],
  ["must start with https://", "muss mit https:// beginnen"],
  [
    "must not contain a user name or a password",
    "darf weder Benutzernamen noch Passwort enthalten"
  ],
  [
    "must lead to a web server: port {port} is that of another service",
    "muss zu einem Webserver führen. Port {port} gehört einem anderen Dienst"
  ],
  [
    "must lead to an allowed host: the operator of this service does not allow {host}",
    "muss zu einem erlaubten Host führen. Der Betreiber dieses Dienstes erlaubt {host} nicht"
  ],
  [
    "must be the one that the app shows now, and not used before",
    "muss einer sein, den die App jetzt zeigt und der noch nicht benutzt wurde"
  ],
  [
    "must be of a person who is not in the account",
    "muss einer Person gehören, die noch nicht im Konto ist"
  ],
  ["must be at most 32 MB ({n} bytes)", "darf höchstens 32 MB groß sein ({n} Bytes)"],
  ["must be a CSV: this is {what}", "muss ein CSV sein, ist aber {what}"],
  [
    "must be a CSV: it must not contain NUL bytes",
    "muss ein CSV sein und darf keine NUL-Bytes enthalten"
  ],
  [
    "must be complete: its UTF-16 text ends in the middle of a character",
    "muss vollständig sein, endet aber mitten in einem Zeichen"
  ],
  [
    "must be a CSV: its header line must be at most {n} bytes",
    "muss ein CSV mit einer Kopfzeile von höchstens {n} Bytes sein"
  ],
  [
    'must have a column whose name contains "email": {more}',
    "muss eine Spalte haben, in deren Namen „email“ steht. Wählen Sie die Spalte in der Vorschau"
  ],
  [
    'must have a column whose name contains "email"',
    "muss eine Spalte haben, in deren Namen „email“ steht"
  ],
  [
    "must have at least one row with an email address",
    "muss mindestens eine Zeile mit einer E-Mail-Adresse haben"
  ],
  [
    "must have at most {n} rows in which every cell is blank",
    "darf höchstens {n} leere Zeilen haben"
  ],
  [
    "must have at most {n} columns: line {line} has more",
    "darf höchstens {n} Spalten haben, Zeile {line} hat mehr"
  ],
  [
    "must have rows of at most {n} bytes: the row that starts at line {line} is longer, or a quote in it is not closed",
    "darf Zeilen von höchstens {n} Bytes haben. Die ab Zeile {line} ist länger, oder ein Anführungszeichen darin ist nicht geschlossen"
  ],
  [
    "must close every quote: the row that starts at line {line} does not",
    "muss jedes Anführungszeichen schließen. Die Zeile ab {line} tut das nicht"
  ],
  [
    "must be in the header line, which has no column named {name}",
    "muss in der Kopfzeile stehen, die keine Spalte {name} hat"
  ],
  [
    "must be at most {n}: the first line has no more columns",
    "darf höchstens {n} sein, denn die erste Zeile hat nicht mehr Spalten"
  ],
  [
    "must be given if header is false: no cell of the first line is an email address",
    "muss gewählt werden, denn keine Zelle der ersten Zeile ist eine E-Mail-Adresse"
  ],
  [
    "must be one that browsers know, such as {example}: {name} is none",
    "muss eine sein, die Browser kennen, wie {example}. {name} ist keine"
  ],
  [
    'must be "csv" for more than {n} rows, which is all that a workbook takes; {more}',
    "muss bei mehr als {n} Zeilen CSV sein, denn mehr fasst eine Arbeitsmappe nicht"
  ],
  [
    'must be "csv" for cells of more than {n} characters, which is all that a workbook takes; {more}',
    "muss bei Zellen mit mehr als {n} Zeichen CSV sein, denn mehr fasst eine Arbeitsmappe nicht"
  ],
  [
    "must name a service whose verdicts are in the file: no column has those of {service}",
    "muss ein Dienst sein, dessen Ergebnisse in der Datei stehen. Keine Spalte hat die von {service}"
  ],
  [
    "must be a day that has begun, such as {example}",
    "muss ein Tag sein, der begonnen hat, wie {example}"
  ],
  ["must be one of {values}", "muss einer dieser Werte sein: {values}"],
  ["must be true or false", "muss true oder false sein"],
  ["must be a string", "muss Text sein"],
  ["must be the `next` of a previous page", "gehört zu keiner Seite. Gehen Sie zur ersten Seite"]
]

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

export const translateFieldFault = translateBy(fieldFaults, { faults: translateFault })

const inField = /^(?<line>line \d+: )?(?<field>[\w.[\]]+) (?<fault>.+)$/s

const translateField = (sentence: string): string | undefined => {
  const { line = "", field = "", fault = "" } = inField.exec(sentence)?.groups ?? {}
  const translated = translateFieldFault(fault)
  if (translated === undefined) return undefined
  return `${line.replace("line", "Zeile")}${fields[field] ?? `„${field}“`} ${translated}.`
}

const translateForm = translateBy(forms)

/** The German of an error. One that is new to this dashboard is quoted, with what its code says. */
export const translateProblem = (sentence: string, code: string | undefined): string => {
  const translated = translateForm(sentence) ?? translateField(sentence)
  if (translated !== undefined) return translated
  const byCode = code === undefined ? undefined : problemsByCode[code]
  if (byCode === undefined) return sentence
  return code === "invalid_request" ? `${byCode} „${sentence}“` : byCode
}
