/** Sentences of errors that say more than their code, in the English of the contract. The dashboard loads this file. */
import { fill } from "@rcpt/domain/sentences"
import type { Given } from "@rcpt/domain/sentences"

/** What is wrong with a field: it follows the field's name. */
export const fieldTexts = {
  required: "is required",
  blank: "must not be blank",
  empty: "must not be empty",
  text: "must be a string",
  boolean: "must be true or false",
  oneOf: "must be one of {values}",
  visibleChars: "must be {from} to {to} visible characters",
  visibleCharsMax: "must be at most {n} visible characters",
  chars: "must be {from} to {to} characters",
  charsMax: "must be at most {n} characters",
  charsUpTo: "must have at most {n} characters",
  keptAddress: "must not contain an email address: it is kept forever",
  address: "must not contain an email address",
  changeNumber: "must be a whole number from {from} to {to}, and not 0",
  wholeNumber: "must be a whole number from {from} to {to}",
  creditsMin: "must be {n} or more: the account has only {credits}",
  creditsMax: "must be {n} or less: no account has over {most}",
  dateTime: "must be a date and time, such as {example}",
  future: "must be in the future",
  day: "must be a day that has begun, such as {example}",
  cursor: "must be the `next` of a previous page",
  maxAgeRefused:
    "must be left out with this API key: it cannot read earlier results of the account",
  samePassword: "must not be the current password",
  commonPassword:
    "must not be a common password, nor one that is repeated or has digits and signs around it",
  contextPassword:
    "must not be made of your email address or the name of this service: add {n} characters or more",
  codeRefused: "must be the one that the app shows now, and not used before",
  alreadyThere: "must be of a person who is not in the account",
  malformed: "must be an email address: {why}",
  ruleAddress: "must be an email address such as {example}: {why}",
  ruleDomain: "must be a domain such as {example}: {why}",
  ruleHost: "must be a mail server's name such as {example}: {why}",
  ruleTld: "must be a top-level domain such as {example}: {why}",
  origin: "must be an origin, such as {examples}: scheme and host, without a path",
  origins: "must be a list of 1 to {n} origins",
  publicWildcard: "must not have a wildcard for names that anybody can register",
  network: "must be an IP address or a network, such as {example}",
  networks: "must be a list of at most {n} networks",
  url: "must be an absolute URL, such as {example}",
  urlUser: "must not contain a user name or a password",
  plainHttp: "must start with https://: the operator can allow http by RCPT_WEBHOOK_ALLOW_HTTP",
  httpOrHttps: "must start with https:// or http://",
  https: "must start with https://",
  webServer: "must lead to a web server: {why}",
  allowedHost: "must lead to an allowed host: {why}",
  fileTooLarge: "must be at most 32 MB ({n} bytes)",
  nulBytes: "must be a CSV: it must not contain NUL bytes",
  headerTooLong: "must be a CSV: its header line must be at most {n} bytes",
  otherFile: "must be a CSV: this is {what}",
  cutOff: "must be complete: its UTF-16 text ends in the middle of a character",
  likelyColumn: 'must have a column whose name contains "email": {likely}',
  emailColumn: 'must have a column whose name contains "email"',
  addresses: "must have at least one row with an email address",
  blankRows: "must have at most {n} rows in which every cell is blank",
  columns: "must have at most {n} columns: line {line} has more",
  longRow:
    "must have rows of at most {n} bytes: the row that starts at line {line} is longer, or a quote in it is not closed",
  openQuote: "must close every quote: the row that starts at line {line} does not",
  columnName: "must be in the header line, which has no column named {name}",
  columnMax: "must be at most {n}: the first line has no more columns",
  columnNeeded: "must be given if header is false: no cell of the first line is an email address",
  encoding: "must be one that browsers know, such as {examples}: {name} is none",
  workbookRows:
    'must be "csv" for more than {n} rows, which is all that a workbook takes; or ask for fewer rows, such as status=valid',
  workbookCells:
    'must be "csv" for cells of more than {n} characters, which is all that a workbook takes: {where} has one',
  imports: "must name a service whose verdicts are in the file: no column has those of {service}"
} as const

/** What is wrong with a field, as text after its name. */
export const fieldFault = <Code extends keyof typeof fieldTexts>(
  code: Code,
  ...[parts]: Given<(typeof fieldTexts)[Code]>
): string => fill(fieldTexts[code], parts)

/** What is wrong with a value that is none of these words. */
export const oneOf = (words: ReadonlyArray<string>): string =>
  fieldFault("oneOf", { values: words.map((word) => `"${word}"`).join(", ") })

/** Why a value is wrong, beside the faults of addresses (`faultTexts` of the domain). */
export const whyTexts = {
  otherPort: "port {port} is that of another service",
  otherHost: "the operator of this service does not allow {host}",
  star: "write it without *. and set subdomains to true",
  oneAddress: 'for one address use match "address"',
  dotted: 'for {label} use match "domain" with subdomains'
} as const

export const why = <Code extends keyof typeof whyTexts>(
  code: Code,
  ...[parts]: Given<(typeof whyTexts)[Code]>
): string => fill(whyTexts[code], parts)

/** Errors that are about no field. */
export const errorTexts = {
  changeUnconfirmed:
    "the database did not confirm the change: try to sign in with the new password, else with the old one",
  lastOwner: "the last account that owns the service cannot be closed",
  ownerNotSuspended: "an account that owns the service cannot be suspended",
  monthAhead: "the month has not begun",
  listsRunning: "{lists} not finished: cancel or wait",
  checksRunning: "{checks} not finished: try again in a minute",
  comparedRows: "jobs of more than {n} rows cannot be compared",
  sortedRows: "sort is for jobs of at most {n} rows",
  rulesTooLarge:
    "the file must be at most 1 MiB (1,048,576 bytes): split it, and import its parts one after the other",
  rulesNotText: "the file must be UTF-8 text: save it as CSV UTF-8",
  rulesHeader:
    "the file must be a CSV with a header line that names the columns action, match and value",
  rulesOpenQuote: "the file must close every quote",
  rulesInFile: "the file must have at most {n} rules",
  uploadUnreadable: "the uploaded file can no longer be read",
  accountGone: "the account no longer exists"
} as const

export const errorText = <Code extends keyof typeof errorTexts>(
  code: Code,
  ...[parts]: Given<(typeof errorTexts)[Code]>
): string => fill(errorTexts[code], parts)
