import { contentDisposition, resultsFilename } from "@rcpt/service/jobs/csv/resultsFilename"
import * as fc from "fast-check"

import { assert, describe, it } from "../../../support/vitest.ts"

describe("The name of a results file", () => {
  const names: ReadonlyArray<[upload: string, name: string]> = [
    ["list.csv", "results-list.csv"],
    ["List.TXT", "results-List.csv"],
    ["customers v1.2", "results-customers v1.2.csv"],
    ["../../etc/passwd", "results-passwd.csv"],
    ["C:\\Users\\ann\\list.csv", "results-list.csv"],
    ['a"b\r\nSet-Cookie: x.csv', "results-abSet-Cookie x.csv"],
    ["Kunden–Größe 漢.csv", "results-Kunden–Größe 漢.csv"],
    ["\u202evsc.exe", "results-vsc.exe.csv"],
    ["\ud800x.csv", "results-\ufffdx.csv"],
    ["...", "results-upload.csv"],
    ["", "results-upload.csv"],
    [`${"ü".repeat(300)}.csv`, `results-${"ü".repeat(100)}.csv`]
  ]
  for (const [upload, name] of names) {
    it(`from ${JSON.stringify(upload.slice(0, 30))} is ${name.slice(0, 40)}`, () =>
      assert.strictEqual(resultsFilename(upload), name))
  }

  it("is in the header twice: in ASCII for old clients, and complete", () =>
    assert.strictEqual(
      contentDisposition("Größe (100%) 'a'.csv"),
      `attachment; filename="results-Gr__e (100_) a.csv"; ` +
        "filename*=UTF-8''results-Gr%C3%B6%C3%9Fe%20%28100%25%29%20a.csv"
    ))

  it("is valid in a header, whatever the upload is called", () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
        const upload = String.fromCharCode(...units)
        const header = contentDisposition(upload)
        assert.match(
          header,
          /^attachment; filename="results-[^"\\/]+\.csv"; filename\*=UTF-8''[\w.!#$&+^`|~%-]+$/
        )
        assert.match(header, /^[ -~]+$/)
        assert.isBelow(Buffer.byteLength(resultsFilename(upload)), 256)
      })
    ))
})
