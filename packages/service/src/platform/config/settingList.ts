/**
 * The list of settings in Markdown, for operators: packages/service/SETTINGS.md. As a program it writes that
 * file: `node packages/cli/bin/run.mjs docs`.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { table } from "@rcpt/docs/generate/markdown"
import { withTables } from "@rcpt/docs/generate/withTables"

import { settings } from "./settings.ts"

export const settingListPath = join(import.meta.dirname, "../../../SETTINGS.md")

/** Defaults that the machine decides: the page is the same on all of them. */
const ofMachine: Readonly<Record<string, string>> = {
  RCPT_PROCESSES: "cores − 1",
  RCPT_HELO: "the host's name",
  RCPT_OWNER_EMAIL: "owner@ and the host's name"
}

const fallbackText = (name: string, fallback: string | undefined): string => {
  if (ofMachine[name] !== undefined) return ofMachine[name]
  return fallback === undefined || fallback === "" ? "–" : `\`${fallback}\``
}

const cell = (text: string): string => text.replaceAll("|", "\\|")

const settingList = (): string =>
  table(
    ["setting", "default", "meaning"],
    Object.values(settings).map(({ name, fallback, means }) => [
      `\`${name}\``,
      cell(fallbackText(name, fallback)),
      cell(means)
    ])
  )

/** The page with an up-to-date list. */
export const withSettingList = (page: string): string => withTables(page, { settingList })

if (import.meta.main)
  writeFileSync(settingListPath, withSettingList(readFileSync(settingListPath, "utf8")))
