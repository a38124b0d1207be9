/** Files that are lists but no CSV, read before they are sent, and files that are no list, named as what they are. */
import { csvRecords } from "@rcpt/api/csvRecords"
import { ListUnreadable } from "@rcpt/api/ListUnreadable"
import { readListFile } from "@rcpt/api/readListFile"
import { BlobWriter, TextReader, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js"

import { assert, describe, it } from "../support/vitest.ts"

type Records = ReadonlyArray<ReadonlyArray<string>>

const rowsOf = async (file: File): Promise<Records> =>
  Array.from(
    csvRecords((await file.text()).replace(/^\uFEFF/, ""), ",", false),
    ({ cells }) => cells
  )

const fileOf = (content: string | Uint8Array, name = "list.bin"): File =>
  new File([content as Uint8Array<ArrayBuffer>], name)

const zipped = async (parts: Readonly<Record<string, string>>): Promise<File> => {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false })
  for (const [name, text] of Object.entries(parts))
    await writer.add(name, new TextReader(text), { level: name === "mimetype" ? 0 : 5 })
  return new File([await writer.close()], "list.xlsx")
}

const ods = (content: string) => ({
  mimetype: "application/vnd.oasis.opendocument.spreadsheet",
  "content.xml": `<?xml version="1.0"?><office:document-content><office:body><office:spreadsheet>${content}</office:spreadsheet></office:body></office:document-content>`
})

const cell = (text: string) =>
  `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`

const xlsx = (sheets: Readonly<Record<string, string>>) => ({
  "[Content_Types].xml": "<Types/>",
  "xl/workbook.xml": `<workbook xmlns:r="x"><sheets>${Object.keys(sheets)
    .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"/>`)
    .join("")}</sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships>${Object.keys(sheets)
    .map((_, at) => `<Relationship Id="r${at}" Target="worksheets/sheet${at}.xml"/>`)
    .join("")}</Relationships>`,
  ...Object.fromEntries(
    Object.values(sheets).map((rows, at) => [
      `xl/worksheets/sheet${at}.xml`,
      `<worksheet><sheetData>${rows}</sheetData></worksheet>`
    ])
  )
})

const row = (...cells: ReadonlyArray<string>) =>
  `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`

const texts: ReadonlyArray<readonly [what: string, text: string, rows: Records]> = [
  [
    "vCards of a phone, folded, with groups and several addresses",
    "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\\, the\r\n  first\r\nitem1.EMAIL;type=INTERNET:ann@home.test\r\nEMAIL;TYPE=work:a@work.test\r\nORG:Acme;\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:No Mail\r\nEND:VCARD\r\n",
    [
      ["name", "email", "organization"],
      ["Ann, the first", "ann@home.test", "Acme"],
      ["Ann, the first", "a@work.test", "Acme"]
    ]
  ],
  [
    "a vCard of Outlook in quoted-printable",
    "BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCr=\ng\nEMAIL;PREF;INTERNET:j@home.test\nEND:VCARD\n",
    [
      ["name", "email", "organization"],
      ["Jürg", "j@home.test", ""]
    ]
  ],
  [
    "LDIF with base64 and folded lines",
    "version: 1\n\n# people\ndn: cn=Ann,dc=home,\n dc=test\ncn:: SsO8cmc=\nmail: ann@home.test\nmail: a@work.test\n\ndn: cn=Bob\ncn: Bob\n",
    [
      ["name", "email", "dn"],
      ["Jürg", "ann@home.test", "cn=Ann,dc=home,dc=test"],
      ["Jürg", "a@work.test", "cn=Ann,dc=home,dc=test"]
    ]
  ],
  [
    "JSON of an answer, with objects within",
    '{"count":2,"data":[{"id":1,"email":"ann@home.test","city":{"name":"Bonn"}},{"id":2,"email":"bob@home.test","tags":["a"]}]}',
    [
      ["id", "email", "city.name", "tags"],
      ["1", "ann@home.test", "Bonn", ""],
      ["2", "bob@home.test", "", '["a"]']
    ]
  ],
  [
    "JSON of addresses alone",
    '["ann@home.test","bob@home.test"]',
    [["email"], ["ann@home.test"], ["bob@home.test"]]
  ],
  [
    "NDJSON",
    '{"email":"ann@home.test"}\n{"email":"bob@home.test","n":null}\n',
    [
      ["email", "n"],
      ["ann@home.test", ""],
      ["bob@home.test", ""]
    ]
  ],
  [
    "a line of a mail program",
    'Ann <ann@home.test>; "Ray, Bob" <bob@home.test>; cy@home.test',
    [
      ["name", "email"],
      ["Ann", "ann@home.test"],
      ["Ray, Bob", "bob@home.test"],
      ["", "cy@home.test"]
    ]
  ],
  [
    "the members of a mailing list, with their names as comments",
    "ann@home.test (Ann Lee)\nbob@home.test\n# digest members\ncy@home.test\n",
    [
      ["name", "email"],
      ["Ann Lee", "ann@home.test"],
      ["", "bob@home.test"],
      ["", "cy@home.test"]
    ]
  ],
  [
    "the members of a mailing list",
    "# members of news\nann@home.test\nBob Ray <bob@home.test>\n",
    [
      ["name", "email"],
      ["", "ann@home.test"],
      ["Bob Ray", "bob@home.test"]
    ]
  ]
]

const kept = [
  ["nothing", ""],
  ["one address", "ann@home.test\n"],
  ["a CSV", "email,name\nann@home.test,Ann\n"],
  ["addresses alone", "ann@home.test\nbob@home.test\n"],
  ["a CSV without a header", "ann@home.test,Ann\nbob@home.test,Bob\n"],
  ["a CSV of one person", "Ann,ann@home.test\n"],
  ["rows with two addresses", "ann@home.test,old@home.test\nbob@home.test,b@home.test\n"]
] as const

const ascii = (text: string) => Buffer.from(text, "latin1")
const compound = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
const wide = (name: string) => Buffer.from(name, "utf16le").toString("latin1")

const others: ReadonlyArray<readonly [file: string | Uint8Array, reason: string]> = [
  [ascii("\x89PNG\r\n\x1a\n"), "picture"],
  [ascii("\xff\xd8\xff\xe0"), "picture"],
  [ascii("RIFF1234WEBPVP8 "), "picture"],
  ["%PDF-1.7", "pdf"],
  [ascii("\x1f\x8b\x08"), "archive"],
  [ascii("7z\xbc\xaf\x27\x1c"), "archive"],
  [ascii(compound), "oldWorkbook"],
  [ascii(compound + wide("EncryptedPackage")), "protected"],
  [ascii(compound + wide("WordDocument")), "word"],
  ["{\\rtf1 ann@home.test}", "richText"],
  ["From ann@home.test Mon Nov 30 10:00:00 2026\nTo: bob@home.test\n", "message"],
  ["Received: from mx.home.test\nSubject: Hello\n\nann@home.test", "message"],
  [ascii(compound + wide("__substg1.0_")), "message"],
  ["-- a dump\nCREATE TABLE users (email text);\n", "database"],
  [ascii("PAR1\x15\x04\0"), "database"],
  ["<html><table><tr><td>ann@home.test", "webPage"],
  ["SQLite format 3\0", "database"],
  ['{"a":1}', "noAddress"],
  ['[{"a":', "damaged"]
]

const reasonOf = (file: File, sheet?: string) =>
  readListFile(file, sheet).then(
    () => assert.fail("it was read"),
    (error: unknown) => {
      assert.instanceOf(error, ListUnreadable)
      return error.reason
    }
  )

describe("A file", () => {
  for (const [what, text, rows] of texts)
    it(`is read as a list: ${what}`, async () => {
      const { file } = await readListFile(fileOf(text, "contacts.txt"))
      assert.deepStrictEqual(await rowsOf(file), rows)
      assert.strictEqual(file.name, "contacts.csv")
    })

  for (const [what, text] of kept)
    it(`is sent as it is: ${what}`, async () => {
      const file = fileOf(text)
      assert.strictEqual((await readListFile(file)).file, file)
    })

  for (const [content, reason] of others)
    it(`is no list: ${reason}, ${JSON.stringify(Buffer.from(content).toString("latin1").slice(0, 12))}`, async () => {
      assert.strictEqual(await reasonOf(fileOf(content)), reason)
    })

  it("is a document or a plain archive, though it is zipped like a workbook", async () => {
    assert.strictEqual(await reasonOf(await zipped({ "word/document.xml": "<w/>" })), "word")
    assert.strictEqual(await reasonOf(await zipped({ "Index/Document.iwa": "x" })), "numbers")
    assert.strictEqual(await reasonOf(await zipped({ "list.csv": "email\n" })), "archive")
    assert.strictEqual(await reasonOf(await zipped({ "xl/other.xml": "<w/>" })), "damaged")
  })
})

describe("Of a workbook", () => {
  const sheets = {
    Notes: row("About", "this"),
    "K &amp; L": row("Name", "Email") + row("Ann &lt;A&gt;", "ann@home.test"),
    Old: row("Email") + row("old@home.test")
  }

  it("the first sheet with an address is taken, and the others are named", async () => {
    const read = await readListFile(await zipped(xlsx(sheets)))
    assert.deepInclude(read, { sheet: "K & L", sheets: ["Notes", "K & L", "Old"] })
    assert.deepStrictEqual(await rowsOf(read.file), [
      ["Name", "Email"],
      ["Ann <A>", "ann@home.test"]
    ])
  })

  it("another sheet can be named", async () => {
    const { file } = await readListFile(await zipped(xlsx(sheets)), "Old")
    assert.deepStrictEqual(await rowsOf(file), [["Email"], ["old@home.test"]])
    assert.strictEqual(await reasonOf(await zipped(xlsx(sheets)), "New"), "noSuchSheet")
  })

  it("of LibreOffice, dates, repeated cells and rows, spaces and comments are read", async () => {
    const content =
      `<table:table table:name="Leute"><table:table-row>${cell("Name")}${cell("E-Mail")}${cell("Seit")}</table:table-row>` +
      `<table:table-row>${cell('Ann<text:s text:c="2"/>Lee')}<table:table-cell office:value-type="string"><office:annotation><text:p>a note</text:p></office:annotation><text:p><text:a xlink:href="mailto:ann@home.test">ann@home.test</text:a></text:p></table:table-cell>` +
      `<table:table-cell office:value-type="date" office:date-value="2026-01-31"><text:p>31.01.26</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16381"/></table:table-row>` +
      `<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="1"/>${cell("bob@home.test")}</table:table-row>` +
      `<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`
    const read = await readListFile(await zipped(ods(content)))
    assert.strictEqual(read.sheet, "Leute")
    assert.deepStrictEqual(await rowsOf(read.file), [
      ["Name", "E-Mail", "Seit"],
      ["Ann  Lee", "ann@home.test", "2026-01-31"],
      ["", "bob@home.test", ""],
      ["", "bob@home.test", ""]
    ])
  })
})
