// Reads the reports of the test runs (test/vitest.config.ts):
//   report.mjs broken <report>      the files with a failure, one a line; ends with 1 if there are none,
//                                   or too many to be an accident
//   report.mjs count <report> …     says what failed, and ends with a line "N passed, N failed". Beside a
//                                   report, "<report>-again" is that of its broken files' second run
import { existsSync, readFileSync } from "node:fs"
import { relative } from "node:path"

/** Of a failure: its message and where it was. */
const charactersShown = 1_500
/** More broken files than this are no accident of a busy machine. */
const brokenMax = 12

const read = (path) =>
  existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).testResults : undefined
const failures = ({ assertionResults }) =>
  assertionResults.filter(({ status }) => status === "failed")
/** A file that could not even be loaded has no tests to count, and counts as one that failed. */
const isUnread = ({ status, assertionResults }) =>
  status === "failed" && assertionResults.length === 0
const isBroken = (file) => isUnread(file) || failures(file).length > 0

const show = (title, name, messages) =>
  console.log(`${title}: ${name}\n${messages.join("\n").slice(0, charactersShown)}\n`)

const showBroken = (title, file) => {
  if (isUnread(file)) show(title, file.name, [file.message])
  for (const { fullName, failureMessages } of failures(file)) show(title, fullName, failureMessages)
}

const broken = ([report]) => {
  const files = (read(report) ?? []).filter(isBroken).map(({ name }) => relative("", name))
  console.log(files.join("\n"))
  return files.length > 0 && files.length <= brokenMax
}

/** What failed comes last, where a log that was cut still has it; of what held only then, a test a file. */
const count = (reports) => {
  let [passed, failed] = [0, 0]
  const broken = []
  for (const report of reports) {
    const again = new Map((read(`${report}-again`) ?? []).map((file) => [file.name, file]))
    const first = read(report)
    // A run without a report failed as a whole.
    if (first === undefined) failed += 1
    for (const file of first ?? []) {
      const last = again.get(file.name) ?? file
      if (isBroken(last)) broken.push(last)
      else if (last !== file)
        showBroken("Held only at the second attempt", {
          ...file,
          assertionResults: failures(file).slice(0, 1)
        })
      failed += isUnread(last) ? 1 : failures(last).length
      passed += last.assertionResults.filter(({ status }) => status === "passed").length
    }
  }
  for (const file of broken) showBroken("Failed", file)
  console.log(`${passed} passed, ${failed} failed`)
  return passed > 0 && failed === 0
}

const [command, ...reports] = process.argv.slice(2)
process.exitCode = { broken, count }[command](reports) ? 0 : 1
