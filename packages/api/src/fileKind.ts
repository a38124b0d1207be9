/**
 * What a file is, by its first octets: lists that are no CSV, and files that are no list. One table for the service, the
 * dashboard and the command line.
 */

export type FileKind =
  /** Read in the dashboard and by `rcpt bulk`. */
  | "workbook"
  | "openDocument"
  | "vcard"
  | "ldif"
  | "json"
  | "members"
  /** Not read anywhere: people save it as CSV. */
  | "oldWorkbook"
  | "protected"
  | "numbers"
  | "webPage"
  | "word"
  | "presentation"
  | "picture"
  | "pdf"
  | "archive"
  | "database"
  | "richText"
  | "message"

interface Signature {
  readonly kind: FileKind
  readonly octets: ReadonlyArray<number>
  /** Where they are. */
  readonly at?: number
  readonly source: string
}

const ascii = (text: string): ReadonlyArray<number> =>
  Array.from(text, (char) => char.charCodeAt(0))

const signatures: ReadonlyArray<Signature> = [
  { kind: "picture", octets: [0x89, ...ascii("PNG")], source: "RFC 2083 §3.1" },
  { kind: "picture", octets: [0xff, 0xd8, 0xff], source: "JFIF: ITU T.81 B.1.1.3" },
  { kind: "picture", octets: ascii("GIF8"), source: "GIF89a §17" },
  { kind: "picture", octets: ascii("WEBP"), at: 8, source: "RFC 9649 §2.4" },
  { kind: "picture", octets: ascii("ftyp"), at: 4, source: "ISO 14496-12 §4.3: HEIC, and films" },
  { kind: "picture", octets: ascii("II*\0"), source: "TIFF 6.0 §2" },
  { kind: "picture", octets: ascii("MM\0*"), source: "TIFF 6.0 §2" },
  { kind: "pdf", octets: ascii("%PDF-"), source: "ISO 32000-1 §7.5.2" },
  { kind: "archive", octets: [0x1f, 0x8b, 0x08], source: "RFC 1952 §2.3.1: gzip" },
  { kind: "archive", octets: ascii("Rar!"), source: "RAR 5.0 §3" },
  { kind: "archive", octets: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], source: "7zFormat.txt" },
  { kind: "archive", octets: ascii("BZh"), source: "bzip2" },
  { kind: "archive", octets: ascii("PK\x05\x06"), source: "PKWARE APPNOTE 4.3.16: an empty one" },
  { kind: "richText", octets: ascii("{\\rtf"), source: "RTF 1.9.1" },
  { kind: "database", octets: ascii("SQLite format 3"), source: "sqlite.org/fileformat.html" },
  { kind: "database", octets: ascii("Standard Jet"), at: 4, source: "Microsoft Access" },
  { kind: "database", octets: ascii("Standard ACE"), at: 4, source: "Microsoft Access" },
  { kind: "database", octets: ascii("PAR1"), source: "Apache Parquet, File Format" },
  { kind: "database", octets: ascii("!BDN"), source: "MS-PST §2.2.2.6: mail of Outlook" }
]

const startsWith = (start: Uint8Array, { octets, at = 0 }: Omit<Signature, "kind" | "source">) =>
  octets.every((octet, index) => start[at + index] === octet)

const zip = ascii("PK\x03\x04")

/** Names in an archive by which its program is told; the first of them stand at its start. */
const inArchive: ReadonlyArray<readonly [name: RegExp, kind: FileKind]> = [
  [/mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet/, "openDocument"],
  [/mimetypeapplication\/vnd\.oasis\.opendocument\.presentation/, "presentation"],
  [/mimetypeapplication\/vnd\.oasis\.opendocument\.text/, "word"],
  [/\bxl\//, "workbook"],
  [/\bword\//, "word"],
  [/\bppt\//, "presentation"],
  [/\[Content_Types\]\.xml/, "workbook"],
  [/Index\/(?:Document|Tables)|\.iwa/, "numbers"]
]

/** The container of old Office files (MS-CFB §2.2). */
const compound = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/** The streams of a compound file are named in UTF-16. */
const inCompound: ReadonlyArray<readonly [name: string, kind: FileKind]> = [
  ["EncryptedPackage", "protected"],
  ["WordDocument", "word"],
  ["PowerPoint Document", "presentation"],
  ["__substg1.0_", "message"]
]

const latin1 = (octets: Uint8Array): string => {
  let text = ""
  for (const octet of octets) text += String.fromCharCode(octet)
  return text
}

const utf16 = (text: string): string => Array.from(text, (char) => `${char}\0`).join("")

/** Octets in which the names of an archive or a compound file are looked for. */
const namesOctets = 64 * 1024

/** Kinds of text that a reader is needed for, and that are no list. */
type TextKind = "vcard" | "ldif" | "json" | "webPage" | "message" | "database"

const byText: ReadonlyArray<readonly [begin: RegExp, kind: TextKind]> = [
  [/^\s*<(?:!doctype|html|head|body|table|meta|\?xml|style|div)\b/i, "webPage"],
  [/^\s*BEGIN:VCARD/i, "vcard"],
  [
    /^(?:From [^\s@]+@\S+ |(?:Return-Path|Received|Delivered-To|MIME-Version|From|To|Date|Subject): )/,
    "message"
  ],
  [/^(?:\s|\/\*.*\*\/;?|--.*\n)*(?:INSERT INTO|CREATE TABLE|DROP TABLE|COPY \S+ \()/i, "database"],
  [/^(?:version: ?1\r?\n|dn:)/i, "ldif"],
  [/^\s*(?:\[\s*)?\{\s*"|^\s*\[\s*(?:"|\])/, "json"]
]

/** LDIF may begin with comments and blank lines. */
const withoutComments = (text: string): string => text.replace(/^(?:#[^\r\n]*|[\r\n])+/, "")

/** What a text is by its beginning, if it is no CSV. */
export const textKind = (text: string): TextKind | undefined =>
  byText.find(([begin]) => begin.test(withoutComments(text)))?.[1]

/** What a file is by its first octets; `undefined`: a text, as far as they say. */
export const binaryKind = (start: Uint8Array): FileKind | undefined => {
  if (startsWith(start, { octets: zip })) {
    const names = latin1(start.subarray(0, namesOctets))
    return inArchive.find(([name]) => name.test(names))?.[1] ?? "archive"
  }
  if (startsWith(start, { octets: compound })) {
    const names = latin1(start.subarray(0, namesOctets))
    return inCompound.find(([name]) => names.includes(utf16(name)))?.[1] ?? "oldWorkbook"
  }
  return signatures.find((one) => startsWith(start, one))?.kind
}
