/** Lists for the tests of the bulk pages, and helpers that start a job with them. */
import { truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import type { Page } from "playwright-core"

import { assertFits, open, phone, themes } from "./world.ts"

export interface ListFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A sparse file of this size on disk, so that its content need not be passed to the browser. */
export const sparseFile = (folder: string, name: string, bytes: number): string => {
  const path = join(folder, name)
  writeFileSync(path, "email")
  truncateSync(path, bytes)
  return path
}

export const listFile = (name: string, lines: ReadonlyArray<string>): ListFile => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(lines.join("\r\n"))
})

/** Milliseconds: long enough for a job in the lab on a machine under load. */
export const jobWaitMax = 60_000

export const choose = async (page: Page, file: ListFile | string): Promise<void> => {
  await open(page, "/bulk")
  await page.getByLabel("Choose a CSV file").setInputFiles(file)
}

/** Waits for the price, starts the list, and returns the path of its job page. */
export const startList = async (page: Page, file: ListFile, mode?: "deep"): Promise<string> => {
  await choose(page, file)
  if (mode === "deep") await page.getByLabel(/^Deep/).check()
  await page.getByRole("button", { name: "Start verification" }).click()
  await page.waitForURL("**/jobs/*")
  await page.getByRole("heading", { level: 1, name: file.name }).waitFor()
  return new URL(page.url()).pathname
}

/** Runs a check on the page in both themes and on a phone, where the page must also fit. */
export const forEveryLook = async (
  page: Page,
  check: (page: Page) => Promise<void>
): Promise<void> => {
  const desktop = page.viewportSize()
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    // Even with reduced motion, inherited colours change over several frames.
    await page.waitForFunction(() => document.getAnimations().length === 0)
    await check(page)
  }
  await page.setViewportSize(phone.viewport)
  await assertFits(page)
  await check(page)
  if (desktop) await page.setViewportSize(desktop)
}
