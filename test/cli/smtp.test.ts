import { spawn } from "node:child_process"
import { join } from "node:path"

import { Effect } from "effect"

import { assert, describe, it } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

const program = join(import.meta.dirname, "../../packages/cli/src/main.ts")

/** Runs `rcpt smtp explain` with these lines on standard input. */
const explainLines = (lines: ReadonlyArray<string>, ...args: ReadonlyArray<string>) =>
  Effect.callback<{ readonly code: number | null; readonly rows: ReadonlyArray<unknown> }>(
    (resume) => {
      const child = spawn(process.execPath, [program, "smtp", "explain", ...args])
      let stdout = ""
      child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text))
      child.on("close", (code) => {
        const rows = stdout.trim().split("\n")
        resume(Effect.succeed({ code, rows: rows.map((row): unknown => JSON.parse(row)) }))
      })
      child.stdin.end(lines.join("\n"))
      return Effect.sync(() => child.kill("SIGKILL"))
    }
  )

const microsoft = "x.mail.protection.outlook.com"

describe("rcpt smtp explain", () => {
  it.live("prints how a reply is read, the rule and its source", function* () {
    const reply = "550 5.4.1 Recipient address rejected: Access denied"
    const { code, stdout } = yield* rcpt(["smtp", "explain", reply, "--mx", microsoft])
    assert.strictEqual(code, 0)
    assert.match(stdout, /^undeliverable, mailbox_not_found\n/)
    assert.match(stdout, /rule +microsoft365-edge\n/)
    assert.match(stdout, /source +\S/)
  })

  it.live("reads the same reply differently in another phase", function* () {
    const reply = "550-no\\n550 5.1.1 user unknown"
    const { stdout } = yield* rcpt(["smtp", "explain", reply, "--phase", "greeting", "--json"])
    assert.deepInclude(JSON.parse(stdout), {
      phase: "greeting",
      response_code: 550,
      enhanced_code: "5.1.1",
      smtp_status: "policy_blocked",
      mailbox_exists: "unknown"
    })
  })

  it.live(
    "refuses text that is not a reply, an unknown phase, and more than one reply",
    function* () {
      for (const args of [["hello"], ["550 x", "--phase", "data"], ["250 a\\n250 b"], ["250-a"]]) {
        const { code, stdout, stderr } = yield* rcpt(["smtp", "explain", ...args])
        assert.deepStrictEqual([code, stdout], [64, ""])
        assert.match(stderr, /^.+\.\n$/)
      }
    }
  )

  it.live("reads JSON lines, and continues after a bad one", function* () {
    const { code, rows } = yield* explainLines([
      JSON.stringify({ reply: "550 5.1.1 user unknown", mx_host: "mx.x.test", stage: "rcpt" }),
      "{",
      JSON.stringify({ reply: "550 5.1.1 user unknown", stage: "connect_or_mail" }),
      "",
      JSON.stringify({ reply: "550 <spam@x.test> unknown user", recipient: "spam@x.test" })
    ])
    assert.strictEqual(code, 64)
    const statuses = rows.map((row) => (row as { readonly smtp_status?: string }).smtp_status)
    const expected = ["undeliverable", undefined, "policy_blocked", "undeliverable"]
    assert.deepStrictEqual(statuses, expected)
    assert.property(rows[1], "error")
  })
})
