/**
 * Builds the dashboard by Vite, and prints its folder: `node packages/cli/bin/run.mjs dashboard`. A folder that is
 * named, as a container image does it, is always built.
 */
import { spawn } from "node:child_process"
import { rm, writeFile } from "node:fs/promises"
import { constants, setPriority } from "node:os"
import { join } from "node:path"
import { stripVTControlCharacters } from "node:util"

import { dashboardPlace, dashboardSources, repository } from "@rcpt/cli/builds"
import { failureOf } from "@rcpt/service/http/dashboard/Dashboard"

import { buildOnce } from "./buildOnce.ts"

const vite = join(repository, "node_modules/vite/bin/vite.js")

/** Milliseconds. A build takes two seconds on an idle machine, but it runs at a lower priority than the rest. */
const buildTimeMax = 5 * 60_000

const runVite = async (from: string, outDir: string, stop: AbortSignal): Promise<void> => {
  const late = AbortSignal.timeout(buildTimeMax)
  const flags = ["--outDir", outDir, "--emptyOutDir", "--logLevel", "error"]
  const child = spawn(process.execPath, [vite, "build", "--configLoader", "native", ...flags], {
    cwd: from,
    // React and Vite must not see the NODE_ENV that the service runs with.
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
    signal: AbortSignal.any([stop, late])
  })
  let output = ""
  child.stdout.on("data", (text) => (output += text))
  child.stderr.on("data", (text) => (output += text))
  child.on("error", ({ message }) => (output += message))
  // Only a child that has ended writes no more: its output folder is moved or removed next.
  const end = await new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on("close", (code, signal) => resolve(code ?? signal))
  })
  if (late.aborted) throw new Error("it took more than five minutes")
  if (end !== 0) throw new Error(stripVTControlCharacters(output).trim() || `it ended with ${end}`)
}

/**
 * Builds the dashboard into `folder`. A failure is also written to the file that the service reads, which shows it
 * in place of the dashboard.
 */
export const buildDashboard = async (
  folder: string,
  from: string = dashboardSources,
  stop: AbortSignal = new AbortController().signal
): Promise<void> => {
  await rm(failureOf(folder), { force: true })
  try {
    await buildOnce(folder, (unfinished) => runVite(from, unfinished, stop))
  } catch (error) {
    if (!stop.aborted) await writeFile(failureOf(folder), Object(error).message).catch(() => {})
    throw error
  }
}

const main = async ([named]: ReadonlyArray<string>): Promise<void> => {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const stopped = new AbortController()
  process.once("SIGTERM", () => stopped.abort())
  const place = named === undefined ? dashboardPlace(".rcpt") : { folder: named, isBuilt: false }
  if (!place.isBuilt) await buildDashboard(place.folder, dashboardSources, stopped.signal)
  process.stdout.write(`${place.folder}\n`)
}

if (import.meta.main)
  await main(process.argv.slice(2)).catch(({ message }) => {
    process.stderr.write(`${message}\n`)
    process.exitCode = 1
  })
