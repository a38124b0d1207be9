/**
 * `run.mjs audit`: known vulnerabilities of what package-lock.json names, as npm audit finds them. The exit
 * code is 1 for one that is high or critical. A registry that does not answer is no finding.
 */
import { spawnSync } from "node:child_process"

import { npm, root } from "./npm.mjs"

/** Milliseconds; a registry that answers does so within a few seconds. */
const answerWaitMax = 60_000

const severe = new Set(["high", "critical"])

const ask = () => {
  const [file, ...args] = npm()
  const audit = ["audit", "--package-lock-only", "--json", "--fetch-retries=0"]
  const { stdout } = spawnSync(file, [...args, ...audit], {
    cwd: root,
    encoding: "utf8",
    timeout: answerWaitMax
  })
  try {
    return JSON.parse(stdout)
  } catch {
    return {}
  }
}

/** An advisory, or the name of a package that has one. */
const wordsOf = (via) => (typeof via === "string" ? `by ${via}` : `${via.title} (${via.url})`)

const { vulnerabilities } = ask()

if (vulnerabilities === undefined) {
  process.stdout.write("Not checked: the registry did not answer.\n")
} else {
  const found = Object.values(vulnerabilities)
  for (const { name, severity, via } of found)
    process.stdout.write(`${severity.padEnd(9)} ${name}: ${via.map(wordsOf).join("; ")}\n`)
  const count = found.length === 0 ? "No" : found.length
  process.stdout.write(
    `${count} package${found.length === 1 ? "" : "s"} with known vulnerabilities.\n`
  )
  if (found.some(({ severity }) => severe.has(severity))) process.exitCode = 1
}
