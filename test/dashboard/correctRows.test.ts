import { assert, describe, it } from "vitest"

import { correctRows } from "../../packages/dashboard/src/job/correctRows.ts"

const results = "verification_status,sub_status,normalized_email,did_you_mean,recommendation"

const lines = (...rows: ReadonlyArray<string>): string => rows.map((row) => `${row}\r\n`).join("")

describe("Corrections of a downloaded list", () => {
  it("are put in place of the address, with all columns of the upload and nothing else", () => {
    const { lines: made, corrections } = correctRows(
      lines(
        `name,Email,note,${results}`,
        '"Lee, Ann",ann@gmial.com,"says ""hi""",risky,possible_typo,ann@gmial.com,ann@gmail.com,do_not_send',
        "Bob,bob@acme.test,,risky,disposable,bob@acme.test,,do_not_send",
        "Cy,cy@gmail..com,,invalid,failed_syntax_check,,cy@gmail.com,do_not_send"
      )
    )
    assert.deepStrictEqual(made, [
      "name,Email,note\r\n",
      '"Lee, Ann",ann@gmail.com,"says ""hi"""\r\n',
      "Cy,cy@gmail.com,\r\n"
    ])
    assert.deepStrictEqual(corrections, [
      { before: "ann@gmial.com", after: "ann@gmail.com" },
      { before: "cy@gmail..com", after: "cy@gmail.com" }
    ])
  })

  it("take the column that was checked, keep the delimiter, and leave lines before the header out", () => {
    const { lines: made } = correctRows(
      lines(
        "Export of 2026",
        `Private;Work;${results.replaceAll(",", ";")}`,
        "ann@home.test;Ann@GMIAL.com;risky;possible_typo;ann@gmial.com;Ann@gmail.com;do_not_send",
        "cy@home.test;a;b;risky;parked;;;do_not_send"
      )
    )
    assert.deepStrictEqual(made, ["Private;Work\r\n", "ann@home.test;Ann@gmail.com\r\n"])
  })

  it("read columns whose names the upload has too, and cells that a spreadsheet would run", () => {
    const { lines: made } = correctRows(
      lines(
        "email,did_you_mean,verification_status,normalized_email,rcpt_did_you_mean",
        "+1@gmial.com,no,risky,+1@gmial.com,'+1@gmail.com"
      )
    )
    assert.deepStrictEqual(made, ["email,did_you_mean\r\n", "+1@gmail.com,no\r\n"])
  })

  it("are none where nothing was suggested, or the text is no download", () => {
    const none = { lines: [], corrections: [] }
    assert.deepStrictEqual(
      correctRows(lines(`email,${results}`, "a@b.test,risky,disposable,a@b.test,,do_not_send")),
      none
    )
    assert.deepStrictEqual(correctRows("email\r\na@b.test\r\n"), none)
    assert.deepStrictEqual(correctRows(""), none)
  })
})
