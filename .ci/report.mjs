// Reads the reports of the test runs (test/support/FailuresReporter.ts):
//   report.mjs broken <report>      the files with a failure, one a line; ends with 1 if there are none,
//                                   or too many to be an accident
//   report.mjs count <report> …     says what failed, and ends with a line "N passed, N failed". Beside a
//                                   report, "<report>-again" is that of its broken files' second run
import { existsSync, readFileSync } from "node:fs"

/** Of a failure: its message and where it was. */
const charactersShown = 1_500
/** More broken files than this are no accident of a busy machine. */
const brokenMax = 12

const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined)
const isBroken = ({ failures }) => failures.length > 0

const show = (title, failures) => {
  for (const { name, messages } of failures)
    console.log(`${title}: ${name}\n${messages.join("\n").slice(0, charactersShown)}\n`)
}

/** An error of no file cannot be repeated by a file: the run stays red. */
const broken = ([report]) => {
  const files = (read(report) ?? []).filter(isBroken).map(({ path }) => path)
  console.log(files.join("\n"))
  return files.length > 0 && files.length <= brokenMax && !files.includes("")
}

/** What failed comes last, where a log that was cut still has it; of what held only then, a failure a file. */
const count = (reports) => {
  let [passed, failed] = [0, 0]
  const broken = []
  for (const report of reports) {
    const again = new Map((read(`${report}-again`) ?? []).map((file) => [file.path, file]))
    const first = read(report)
    // A run without a report failed as a whole.
    if (first === undefined) failed += 1
    for (const file of first ?? []) {
      const last = again.get(file.path) ?? file
      if (isBroken(last)) broken.push(last)
      else if (last !== file) show("Held only at the second attempt", file.failures.slice(0, 1))
      failed += last.failures.length
      passed += last.passed
    }
  }
  for (const { failures } of broken) show("Failed", failures)
  console.log(`${passed} passed, ${failed} failed`)
  return passed > 0 && failed === 0
}

const [command, ...reports] = process.argv.slice(2)
process.exitCode = { broken, count }[command](reports) ? 0 : 1
