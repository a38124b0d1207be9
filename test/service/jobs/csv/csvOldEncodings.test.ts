/**
 * Encodings of DOS and of old Macs, told from Windows' by the letters that names have. Where few letters prove little,
 * the other readings are named.
 */
import { readerOf } from "@rcpt/api/codePages"

import { assert, describe, it } from "../../../support/vitest.ts"
import { upload } from "./csvWorld.ts"

const octetsOf = (encoding: string): ReadonlyMap<string, number> =>
  new Map(
    Array.from({ length: 256 }, (_, octet) => [
      readerOf(encoding).decode(Uint8Array.of(octet)),
      octet
    ])
  )

const listOf = (encoding: string, names: string): Buffer => {
  const octets = octetsOf(encoding)
  const rows = names.split(" ").map((name, at) => `p${at}@home.test;${name}`)
  return Buffer.from(Array.from(["email;Ort", ...rows].join("\n"), (char) => octets.get(char)!))
}

const german = "Köln Müller Jäger Groß Österreich Ülzen Ärzte Weiß"
const names: ReadonlyArray<readonly [encoding: string, names: string]> = [
  ["windows-1252", german],
  ["macintosh", german],
  ["ibm850", german],
  ["macintosh", "José Muñoz Ángel Íñigo León García"],
  ["ibm850", "José Muñoz Ángel León García Cáceres"],
  ["windows-1252", "José Muñoz León García Cáceres"],
  ["macintosh", "André Hélène François Benoît Gaëlle"],
  ["ibm850", "André Hélène François Benoît Gaëlle"],
  ["ibm850", "Åsa Björk Göteborg Håkan Västerås Märta Örebro Skåne"],
  ["ibm850", "Søren Kjær Århus Møller"],
  ["ibm852", "Łukasz Kraków Gdańsk Wałęsa Święcki Żak"],
  ["ibm852", "Tomáš Dvořák Plzeň Němec Jiří Růžička"],
  ["windows-1250", "Tomáš Dvořák Plzeň Němec Jiří Růžička"],
  ["windows-1251", "Иван Пётр Анна Ольга Мария"]
]

const citiesOf = (records: ReadonlyArray<ReadonlyArray<string>>): string =>
  records.map(([, city]) => city).join(" ")

describe("Letters of a list in", () => {
  for (const [encoding, text] of names)
    it.effect(`${encoding} are read: ${text}`, function* () {
      const { header, records } = yield* upload(listOf(encoding, text))
      assert.strictEqual(citiesOf(records), text)
      if (text === german) assert.deepStrictEqual(header.otherEncodings, [])
    })

  for (const encoding of ["macintosh", "ibm850", "windows-1252"])
    it.effect(
      `${encoding} are read, and the others named, where one letter tells them apart`,
      function* () {
        const file = listOf(encoding, "Köln")
        const { header, records } = yield* upload(file)
        assert.strictEqual(citiesOf(records), "Köln")
        for (const other of header.otherEncodings) {
          const read = yield* upload(file, { encoding: other })
          assert.notStrictEqual(citiesOf(read.records), "Köln")
        }
      }
    )

  it.effect("windows-1250 are named where a few could be of Western Europe", function* () {
    const { header } = yield* upload(listOf("windows-1250", "Řehoř Dvořák Žaneta Šťastná"))
    const { encoding } = header.format
    assert.include([encoding, ...header.otherEncodings], "windows-1250")
  })

  it.effect("a code page are read by the names that it has", function* () {
    for (const name of ["cp850", "IBM850", "850", "dos-850"]) {
      const { header, records } = yield* upload(listOf("ibm850", german), { encoding: name })
      assert.strictEqual(citiesOf(records), german)
      assert.strictEqual(header.format.encoding, "ibm850")
    }
  })
})
