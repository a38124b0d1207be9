import { readFileSync } from "node:fs"

import { columnListPath, withColumnList } from "@rcpt/service/jobs/csv/columnList"
import { settingListPath, withSettingList } from "@rcpt/service/platform/config/settingList"

import { assert, describe, it } from "../support/vitest.ts"

const lists = {
  settings: [settingListPath, withSettingList],
  "columns of a result file": [columnListPath, withColumnList]
} as const

describe("The list of", () => {
  for (const [name, [path, withIt]] of Object.entries(lists))
    it(`${name} is up to date (node packages/cli/bin/run.mjs docs)`, () => {
      const page = readFileSync(path, "utf8")
      assert.match(page, /<!-- made by \w+ -->\n\n\|/)
      assert.strictEqual(page, withIt(page))
    })
})
