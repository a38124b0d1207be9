/** Excel workbooks, which the browser reads itself: what the service gets, and what is refused. */
import { readFile } from "node:fs/promises"

import { assert } from "../support/vitest.ts"
import { choose, jobWaitMax } from "./lists.ts"
import { workbook, workbookParts } from "./workbooks.ts"
import { asOwner, inBrowser } from "./world.ts"

/** Shared and inline strings, numbers, dates, a formula, a gap, a blank row, a missing last cell. */
const people = workbookParts(`
  <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>Since</t></is></c><c r="E1" t="inlineStr"><is><t>Seen</t></is></c></row>
  <row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>4.5</v></c><c r="C2" t="str"><f>A2</f><v>ann@acme.test</v></c><c r="D2" s="1"><v>46053</v></c><c r="E2" s="2"><v>46053.5</v></c></row>
  <row r="4"/>
  <row r="5"><c r="A5" t="b"><v>1</v></c><c r="C5" t="inlineStr"><is><t>bob@acme.test</t></is></c></row>`)

/** 65 MB of XML in some kilobytes. */
const bomb = { ...people, "xl/worksheets/sheet2.xml": `<worksheet>${" ".repeat(65 * 1024 * 1024)}` }

const refused = [
  ["an archive", { "a.txt": "a" }, "This is an archive. Unpack it, and choose the list in it."],
  ["a document", { "word/document.xml": "<w/>" }, "This is a text document."],
  ["no sheet", { "xl/workbook.xml": people["xl/workbook.xml"]! }, "The file is damaged"],
  ["an empty sheet", workbookParts(""), "No sheet of this workbook has a filled row."],
  ["a zip bomb", bomb, "too large to read here. Save it as CSV."]
] as const

inBrowser("An Excel workbook", (it) => {
  it.effect("is read in the browser, and its first visible sheet verified", () =>
    asOwner(async (page) => {
      await choose(page, workbook("people.xlsx", people))
      await page.getByText("sent as people.csv").waitFor()
      await page.getByRole("columnheader", { name: "Kontakt Addresses" }).waitFor()
      await page.getByRole("button", { name: "Start verification" }).click()
      await page.getByRole("group", { name: "Status" }).waitFor({ timeout: jobWaitMax })
      const csv = await page.request.get(`/api/v1${new URL(page.url()).pathname}/download`)
      const lines = (await csv.text()).trimEnd().split("\r\n")
      assert.match(lines[0] ?? "", /^\uFEFF?Name,,Kontakt,Since,Seen,verification_status/)
      assert.match(
        lines[1] ?? "",
        /^"Ann ""A"", Ltd",4.5,ann@acme.test,2026-01-31,2026-01-31 12:00:00,valid/
      )
      assert.match(lines[2] ?? "", /^TRUE,,bob@acme.test,,,valid/)
      assert.lengthOf(lines, 3)
      await page.getByLabel("As an Excel workbook instead of CSV").check()
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "All rows" }).click()
      ])
      assert.strictEqual(download.suggestedFilename(), "results-people.xlsx")
      await page.goto("/bulk")
      const { name, mimeType } = workbook("results-people.xlsx", people)
      const buffer = await readFile(await download.path())
      await choose(page, { name, mimeType, buffer })
      await page.getByText("results-people.csv").waitFor()
      await page.getByRole("columnheader", { name: "verification_status" }).waitFor()
      await page.getByRole("cell", { name: "ann@acme.test" }).first().waitFor()
    })
  )

  it.effect("with several sheets says which one is taken, and takes another", () =>
    asOwner(async (page) => {
      const parts = {
        ...people,
        "xl/workbook.xml": people["xl/workbook.xml"]!.replace('state="hidden"', ""),
        "xl/worksheets/sheet1.xml": people["xl/worksheets/sheet2.xml"]!.replace(/ann@/g, "old@")
      }
      await choose(page, workbook("people.xlsx", parts))
      await page.getByText("The workbook has 2 sheets.").waitFor()
      await page.getByRole("cell", { name: "old@acme.test" }).waitFor()
      await page.getByLabel("Sheet").selectOption("People")
      await page.getByRole("cell", { name: "ann@acme.test" }).waitFor()
      assert.strictEqual(await page.getByLabel("Sheet").inputValue(), "People")
    })
  )

  it.effect("is not the only list that is no CSV: contacts are read, too", () =>
    asOwner(async (page) => {
      const text = "BEGIN:VCARD\nFN:Ann\nEMAIL:ann@acme.test\nEND:VCARD\n"
      const buffer = Buffer.from(text)
      await choose(page, { name: "ann.vcf", mimeType: "text/vcard", buffer })
      await page.getByText("Read from contacts (vCard): one row for each address.").waitFor()
      await page.getByText("sent as ann.csv").waitFor()
      await page.getByRole("columnheader", { name: "email Addresses" }).waitFor()
    })
  )

  it.effect("is not the only list with doubtful letters, which people choose", () =>
    asOwner(async (page) => {
      const buffer = Buffer.from("email;Ort\nann@acme.test;K\x94ln\n", "latin1")
      await choose(page, { name: "list.csv", mimeType: "text/csv", buffer })
      await page.getByText("Few letters tell how this file was saved.").waitFor()
      await page.getByRole("cell", { name: "Köln" }).waitFor()
      await page.getByLabel("Kîln (Mac OS Roman)").check()
      await page.getByRole("cell", { name: "Kîln" }).waitFor()
      await page.getByLabel("Köln (DOS 850)").check()
      await page.getByRole("cell", { name: "Köln" }).waitFor()
    })
  )

  for (const [what, parts, sentence] of refused)
    it.effect(`is refused with a sentence, and nothing is sent: ${what}`, () =>
      asOwner(async (page) => {
        let sent = 0
        page.on("request", (request) => (sent += request.url().includes("/verify/bulk") ? 1 : 0))
        await choose(page, workbook("bad.xlsx", parts))
        await page.getByText("bad.xlsx cannot be read").waitFor()
        assert.include(await page.getByRole("alert").innerText(), sentence)
        assert.strictEqual(sent, 0)
      })
    )
})
