/** Small Excel workbooks, as the tests need them: a ZIP archive of XML parts. */
import { crc32, deflateRawSync } from "node:zlib"

import type { ListFile } from "./lists.ts"

/** APPNOTE 4.3.7, 4.3.12 and 4.3.16, with only the fields that readers use. */
export const zipOf = (parts: Readonly<Record<string, string>>): Buffer => {
  const locals: Array<Buffer> = []
  const entries: Array<Buffer> = []
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed])
    const entry = Buffer.alloc(46)
    entry.write("PK\x01\x02", "latin1")
    common.copy(entry, 6)
    entry.writeUInt32LE(offset, 42)
    entries.push(Buffer.concat([entry, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write("PK\x05\x06", "latin1")
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relations = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

/** A hidden sheet stands before the one that counts. */
export const workbookParts = (rows: string): Readonly<Record<string, string>> => ({
  "xl/workbook.xml": `<workbook ${main} ${relations}><sheets>
    <sheet name="Old" sheetId="1" state="hidden" r:id="rId1"/>
    <sheet name="People" sheetId="2" r:id="rId2"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
    <Relationship Id="rId1" Target="worksheets/sheet1.xml"/>
    <Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
  "xl/worksheets/sheet1.xml": `<worksheet ${main}><sheetData/></worksheet>`,
  "xl/worksheets/sheet2.xml": `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`,
  "xl/sharedStrings.xml": `<sst ${main}><si><t>Name</t></si><si><t>Kontakt</t></si>
    <si><r><t>Ann </t></r><r><t>"A", Ltd</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si></sst>`,
  "xl/styles.xml": `<styleSheet ${main}><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs></styleSheet>`
})

export const workbook = (name: string, parts: Readonly<Record<string, string>>): ListFile => ({
  name,
  mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  buffer: zipOf(parts)
})
