/** Reads the sheet of a workbook as ECMA-376 describes it: the archive by its directory, the cells by their XML. */
import { crc32, inflateRawSync } from "node:zlib"

const texts: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" }

/** The parts of an archive by name; each has the size and the checksum that the directory states. */
export const partsOf = (zip: Buffer): ReadonlyMap<string, string> => {
  const end = zip.lastIndexOf("PK\x05\x06")
  const parts = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, size] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)]
    const nameLength = zip.readUInt16LE(at + 28)
    const further = zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const part = inflateRawSync(zip.subarray(from, from + packed))
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength)
    if (part.length !== size || crc32(part) !== zip.readUInt32LE(at + 16))
      throw new Error(`${name} is damaged`)
    parts.set(name, part.toString())
    at += 46 + nameLength + further
  }
  return parts
}

/** XML 1.0 §2.2 and §2.11, then ECMA-376 §22.9.2.19. */
const textOf = (xml: string): string => {
  if (/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(xml))
    throw new Error("XML has no such character")
  return xml
    .replace(/\r\n?/g, "\n")
    .replace(/&\w+;/g, (entity) => texts[entity]!)
    .replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}

type Value = string | number | boolean

const valueOf = (attributes: string, content: string): Value => {
  if (attributes.includes('t="b"')) return content === "<v>1</v>"
  if (!attributes.includes('t="inlineStr"')) return Number(/^<v>(.*)<\/v>$/.exec(content)![1])
  const [, space, text] = /^<is><t( xml:space="preserve")?>([^<]*)<\/t><\/is>$/.exec(content)!
  return textOf(space ? text! : text!.trim())
}

/** The columns of a reference from 1: 27 for `AA5`. */
const columnOf = (letters: string): number =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

/** The cells of the rows, in order; an empty cell is `undefined`, and none is at the end of a row. */
export const cellsOf = (zip: Buffer): ReadonlyArray<ReadonlyArray<Value | undefined>> => {
  const sheet = partsOf(zip).get("xl/worksheets/sheet1.xml")!
  return Array.from(sheet.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs), ([, number, row], at) => {
    if (Number(number) !== at + 1) throw new Error(`row ${at + 1} is called ${number}`)
    const cells: Array<Value | undefined> = []
    for (const [, name, own, attributes, content] of row!.matchAll(
      /<c r="([A-Z]+)(\d+)"([^>]*)>(.*?)<\/c>/gs
    )) {
      if (own !== number) throw new Error(`a cell of row ${number} says ${own}`)
      const column = columnOf(name!)
      while (cells.length < column - 1) cells.push(undefined)
      cells.push(valueOf(attributes!, content!))
    }
    return cells
  })
}
