/**
 * Every page that is made from tables of the code, whole or in part, with its text as it must be:
 * `node packages/cli/bin/run.mjs docs` writes them.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

import { SmtpStatus } from "@rcpt/domain/Smtp"
import { SubStatus } from "@rcpt/domain/Verdict"

import { pageAt, sitePages } from "../site/sitePages.ts"
import { smtpPageText, verdictPageText } from "./findingPages.ts"
import { openApiDocument } from "./openApiDocument.ts"
import { objectsPage, referencePage } from "./reference.ts"
import { objectsPart, referenceParts } from "./referenceParts.ts"
import { pagesWithTables } from "./tables.ts"
import { withPrices, withTables } from "./withTables.ts"

/** The folder of this package. */
export const docsFolder = join(import.meta.dirname, "../..")

interface GeneratedPage {
  /** From the folder of this package. */
  readonly path: string
  readonly text: () => string
}

const document = openApiDocument()

/** The values that have a page, and no part of another one. */
const alone = <Value extends string>(place: string, values: ReadonlyArray<Value>) =>
  values.filter((value) => pageAt(`${place}/${value}`).path === `${place}/${value}`)

const read = (path: string): string => readFileSync(join(docsFolder, path), "utf8")

/** Pages that are written by hand but for prices. */
const pricedPages = ["README.md", ...sitePages.map(({ file }) => file)]
  .map((file) => `../../${file}`)
  .filter((path) => read(path).includes("<!-- price of "))

export const generatedPages: ReadonlyArray<GeneratedPage> = [
  ...pricedPages.map((path) => ({ path, text: () => withPrices(read(path)) })),
  ...pagesWithTables.map(({ path, tables }) => ({
    path,
    text: () => withTables(read(path), tables)
  })),
  ...alone("verdicts", SubStatus.literals).map((subStatus) => ({
    path: `verdicts/${subStatus}.md`,
    text: () => verdictPageText(subStatus)
  })),
  ...alone("smtp", SmtpStatus.literals).map((status) => ({
    path: `smtp/${status}.md`,
    text: () => smtpPageText(status)
  })),
  ...referenceParts.map((part) => ({
    path: `reference/${part.path}.md`,
    text: () => referencePage(document, part)
  })),
  { path: `reference/${objectsPart.path}.md`, text: () => objectsPage(document) }
]

if (import.meta.main)
  for (const { path, text } of generatedPages) {
    const file = join(docsFolder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text())
  }
