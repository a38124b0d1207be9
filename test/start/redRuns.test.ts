import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { afterAll, expect, it } from "vitest"

/** Inside of the repository: the runner is found from there. */
const caches = join(import.meta.dirname, "../../node_modules/.cache")
mkdirSync(caches, { recursive: true })
const folder = mkdtempSync(join(caches, "red-"))
afterAll(() => rmSync(folder, { recursive: true }))

const files: Readonly<Record<string, string>> = {
  "green.test.mjs": "test('holds', () => {})",
  "hook.test.mjs": `describe('group', () => {
    afterAll(() => { throw new Error('the service did not stop') })
    test('holds', () => {})
  })`,
  "lost.test.mjs": `test('holds', async () => {
    void Promise.reject(new Error('nobody caught this'))
    await new Promise((resolve) => setTimeout(resolve, 20))
  })`,
  "dead.test.mjs": "process.kill(process.pid, 'SIGKILL')",
  "vitest.config.mjs": `
    import Reporter from ${JSON.stringify(join(import.meta.dirname, "../support/FailuresReporter.ts"))}
    const reporters = [new Reporter({ file: ${JSON.stringify(join(folder, "report"))} })]
    export default { test: { maxWorkers: 1, globals: true, pool: 'forks', isolate: false, include: ['*.test.mjs'], reporters } }`
}

const run = (program: string, ...args: ReadonlyArray<string>) => {
  const { status, stdout } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, VITEST: undefined, VITEST_WORKER_ID: undefined }
  })
  return { status, lines: stdout.trim().split("\n") }
}
const report = (command: string) =>
  run(join(import.meta.dirname, "../../.ci/report.mjs"), command, join(folder, "report"))

it("names and repeats what made a run red, also where each of its tests held", () => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const runner = join(import.meta.dirname, "../../node_modules/vitest/vitest.mjs")
  expect(run(runner, "run").status).toBe(1)

  const { status, lines } = report("broken")
  expect(status).toBe(0)
  // What waits for a worker that dies does not begin, and is counted, too.
  expect(lines).toEqual(expect.arrayContaining(["dead.test.mjs", "hook.test.mjs", "lost.test.mjs"]))

  const counted = report("count")
  expect(counted.status).toBe(1)
  expect(counted.lines).toContain("Failed: group, outside of its tests")
  expect(counted.lines).toContain("Error: the service did not stop")
  expect(counted.lines).toContain("Failed: lost.test.mjs, an error that nobody caught")
  expect(counted.lines).toContain("Failed: dead.test.mjs did not end")
  expect(counted.lines.at(-1)).toMatch(/^(3 passed, 4|2 passed, 5) failed$/)
})
