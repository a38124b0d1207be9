/** What the tests of backups and restores share. */
import * as checkpoint from "@rcpt/store/tree/checkpoint"
import { Effect } from "effect"

import { rcpt } from "../../cli/rcpt.ts"
import { assert } from "../../support/vitest.ts"

export type Env = Readonly<Record<string, string>>

export const key = Buffer.alloc(checkpoint.seedOctets, "drill").toString("base64")

export const settings = { RCPT_LEDGER_KEY: key, RCPT_SECRET: "a secret of thirty-two characters" }

/** What a command that succeeds has printed. */
export const ok = (args: ReadonlyArray<string>, env: Env) =>
  Effect.map(rcpt(args, env), ({ code, stdout, stderr }) => {
    assert.strictEqual(code, 0, `${args.join(" ")}\n${stdout}${stderr}`)
    return stdout
  })
