/**
 * Writes what `.ci/run` counts and repeats (.ci/report.mjs). The runner's own JSON has failed tests alone: a
 * hook that fails after the tests of its file, an error that nobody caught and a file whose worker died end a
 * run with an error, too, and a run that was red had no failure in its report.
 */
import { writeFileSync } from "node:fs"
import { relative } from "node:path"

import type {
  Reporter,
  SerializedError,
  TestCase,
  TestModule,
  TestSpecification
} from "vitest/node"

interface Failure {
  readonly name: string
  readonly messages: ReadonlyArray<string>
}

/** Of a file, or of no file where an error came from none: its `path` is empty then. */
interface FileReport {
  readonly path: string
  readonly passed: number
  readonly failures: ReadonlyArray<Failure>
}

const messageOf = (error: SerializedError): string => error.stack ?? error.message

const failedTest = (test: TestCase): Failure => ({
  name: test.fullName,
  messages: (test.result().errors ?? []).map(messageOf)
})

const outside = (name: string, errors: ReadonlyArray<SerializedError>): ReadonlyArray<Failure> =>
  errors.length === 0 ? [] : [{ name, messages: errors.map(messageOf) }]

/** The file that ran when nobody caught the error. */
const pathOf = ({ VITEST_TEST_PATH: path }: SerializedError): string | undefined =>
  typeof path === "string" ? path : undefined

const isEnded = (module: TestModule): boolean =>
  ["passed", "failed", "skipped"].includes(module.state())

/** Of the file itself and its groups: what broke before, between or after the tests. */
const outsideTests = (path: string, module: TestModule): ReadonlyArray<Failure> => [
  ...outside(`${path}, outside of its tests`, module.errors()),
  ...[...module.children.allSuites()].flatMap((suite) =>
    outside(`${suite.fullName}, outside of its tests`, suite.errors())
  )
]

/** Without a module the file was still waiting for a worker that died. */
const fileReport = (
  path: string,
  module: TestModule | undefined,
  unhandled: ReadonlyArray<SerializedError>
): FileReport => ({
  path,
  passed: [...(module?.children.allTests("passed") ?? [])].length,
  failures: [
    ...[...(module?.children.allTests("failed") ?? [])].map(failedTest),
    ...(module === undefined ? [] : outsideTests(path, module)),
    ...outside(`${path}, an error that nobody caught`, unhandled),
    ...(module !== undefined && isEnded(module)
      ? []
      : [{ name: `${path} did not end`, messages: [] }])
  ]
})

export default class FailuresReporter implements Reporter {
  readonly #file: string
  #files: ReadonlyArray<string> = []

  constructor({ file }: { readonly file: string }) {
    this.#file = file
  }

  onTestRunStart(specifications: ReadonlyArray<TestSpecification>): void {
    this.#files = specifications.map(({ moduleId }) => moduleId)
  }

  onTestRunEnd(
    modules: ReadonlyArray<TestModule>,
    unhandled: ReadonlyArray<SerializedError>
  ): void {
    const byFile = new Map(modules.map((module) => [module.moduleId, module]))
    // The error of a worker that died names no file: it is that of the file that did not end.
    const cutOff = modules.find((module) => !isEnded(module))?.moduleId ?? ""
    const errors = Map.groupBy(unhandled, (error) => pathOf(error) ?? cutOff)
    const reports = this.#files.map((file) =>
      fileReport(relative("", file), byFile.get(file), errors.get(file) ?? [])
    )
    const ofNoFile = outside("An error of no file that nobody caught", errors.get("") ?? [])
    const others = ofNoFile.length === 0 ? [] : [{ path: "", passed: 0, failures: ofNoFile }]
    writeFileSync(this.#file, JSON.stringify([...reports, ...others]))
  }
}
