/** What a file is, in English: for the errors of the service and of the command line. The dashboard has its own words. */
import type { FileKind } from "./fileKind.ts"

const read = "which the dashboard and `rcpt bulk` read"

export const fileKindWords: Readonly<Record<FileKind, string>> = {
  workbook: `an Excel workbook, which can be saved as CSV, and ${read}`,
  openDocument: `an OpenDocument workbook, which can be saved as CSV, and ${read}`,
  vcard: `a vCard file of contacts, ${read}`,
  ldif: `an LDIF file of a directory, ${read}`,
  json: `JSON: send one line for each address, or use what reads it: the dashboard and \`rcpt bulk\``,
  members: `lines of names and addresses, ${read}; a CSV has a header and one address in each row`,
  oldWorkbook: "an old Excel workbook (.xls): open it in a spreadsheet and save it as CSV or .xlsx",
  protected: "a workbook with a password: save it without one",
  numbers: "a Numbers spreadsheet: choose File, Export To, CSV",
  webPage: "a web page, which a spreadsheet can open and save as CSV",
  word: "a text document: copy its addresses into a spreadsheet and save that as CSV",
  presentation: "a presentation: copy its addresses into a spreadsheet and save that as CSV",
  picture: "a picture or film: only text can be read",
  pdf: "a PDF: copy its addresses into a spreadsheet and save that as CSV",
  archive: "an archive, such as ZIP or gzip: unpack it and send the list in it",
  database: "a database file: export a table as CSV",
  richText: "a text document (RTF): save it as plain text or CSV",
  message:
    "an email or a folder of them: copy its addresses into a spreadsheet and save that as CSV"
}
