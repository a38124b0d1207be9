/** Lists for the bulk pages, and the way of one from a file to its job. */
import { truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import type { Page } from "playwright-core"

import { assertFits, open, phone, themes } from "./world.ts"

export interface ListFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A file of so many octets without a content to speak of, so that it need not be handed over. */
export const sparseFile = (folder: string, name: string, octets: number): string => {
  const path = join(folder, name)
  writeFileSync(path, "email")
  truncateSync(path, octets)
  return path
}

export const listFile = (name: string, lines: ReadonlyArray<string>): ListFile => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(lines.join("\r\n"))
})

/** Milliseconds: verified in the lab on a machine under load. */
export const jobWaitMax = 60_000

export const choose = async (page: Page, file: ListFile | string): Promise<void> => {
  await open(page, "/bulk")
  await page.getByLabel("Choose a CSV file").setInputFiles(file)
}

/** As somebody does it who has read the price; ends on the page of the job. */
export const startList = async (page: Page, file: ListFile, mode?: "deep"): Promise<string> => {
  await choose(page, file)
  if (mode === "deep") await page.getByLabel(/^Deep/).check()
  await page.getByRole("button", { name: "Start verification" }).click()
  await page.waitForURL("**/jobs/*")
  await page.getByRole("heading", { level: 1, name: file.name }).waitFor()
  return new URL(page.url()).pathname
}

/** The same page as it is seen in either theme, and on a phone, where it must fit, too. */
export const forEveryLook = async (
  page: Page,
  check: (page: Page) => Promise<void>
): Promise<void> => {
  const desk = page.viewportSize()
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    // Colours change over some frames also where motion is reduced: an inherited one, level by level.
    await page.waitForFunction(() => document.getAnimations().length === 0)
    await check(page)
  }
  await page.setViewportSize(phone.viewport)
  await assertFits(page)
  await check(page)
  if (desk) await page.setViewportSize(desk)
}
