/**
 * `run.mjs audit`: the known vulnerabilities of what package-lock.json names, as npm audit finds them. The exit code
 * is 1 if one of them is high or critical. A registry that does not answer is not a finding.
 */
import { spawnSync } from "node:child_process"

import { repository } from "@rcpt/cli/builds"

interface Advisory {
  readonly title: string
  readonly url: string
}

interface Vulnerability {
  readonly name: string
  readonly severity: string
  /** Advisories, and names of packages that have one. */
  readonly via: ReadonlyArray<Advisory | string>
}

/** Milliseconds; a registry that answers does so within a few seconds. */
const answerWaitMax = 60_000

const severe = new Set(["high", "critical"])

const ask = (): { readonly vulnerabilities?: Readonly<Record<string, Vulnerability>> } => {
  const { stdout } = spawnSync(
    "npm",
    ["audit", "--package-lock-only", "--json", "--fetch-retries=0"],
    { cwd: repository, encoding: "utf8", timeout: answerWaitMax }
  )
  try {
    return JSON.parse(stdout)
  } catch {
    return {}
  }
}

const sentence = (via: Advisory | string): string =>
  typeof via === "string" ? `by ${via}` : `${via.title} (${via.url})`

const { vulnerabilities } = ask()

if (vulnerabilities === undefined) {
  process.stdout.write("Not checked: the registry did not answer.\n")
} else {
  const found = Object.values(vulnerabilities)
  for (const { name, severity, via } of found)
    process.stdout.write(`${severity.padEnd(9)} ${name}: ${via.map(sentence).join("; ")}\n`)
  const count = found.length === 0 ? "No" : found.length
  process.stdout.write(
    `${count} package${found.length === 1 ? "" : "s"} with known vulnerabilities.\n`
  )
  if (found.some(({ severity }) => severe.has(severity))) process.exitCode = 1
}
