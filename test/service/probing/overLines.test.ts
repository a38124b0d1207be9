/** What nodes of one version say to each other is read without a schema, so it has to survive JSON as it is. */
import { assert, describe, it } from "@effect/vitest"
import { SmtpEvidence } from "@rcpt/domain/Smtp"
import { GuardMessage } from "@rcpt/service/probing/GuardedProbe"
import { Schema } from "effect"

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const kinds = { GuardMessage, SmtpEvidence }

describe("Over a line", () => {
  for (const [name, schema] of Object.entries(kinds))
    it.prop(`a ${name} arrives as its schema would read it`, [schema], ([value]) => {
      const codec = Schema.toCodecJson(schema)
      const said = throughJson(value)
      const bySchema = Schema.decodeUnknownSync(codec)(Schema.encodeSync(codec)(value))
      // What is undefined is absent, which its readers cannot tell apart.
      assert.deepEqual(said, throughJson(bySchema))
      assert.deepEqual(said, throughJson(Schema.decodeUnknownSync(codec)(said)))
    })
})
