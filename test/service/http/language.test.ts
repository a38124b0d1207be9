/** The language of what people read in answers: that of a session, and always English with an API key. */
import { packAnswers, unpackAnswers } from "@rcpt/service/activity/packAnswers"
import { preferredLanguage } from "@rcpt/service/http/language"
import { secretBox } from "@rcpt/service/platform/SecretBox"
import { deriveKey } from "@rcpt/service/platform/Secrets"
import { Effect } from "effect"

import * as service from "../../support/service.ts"
import type { Request, Running } from "../../support/service.ts"
import { assert, describe, it, layer } from "../../support/vitest.ts"
import { env, fromHere, owner, signIn } from "../accounts/sessions/sessionWorld.ts"
import { detail, sent, sqlIn, verifyPath, written } from "../activity/activityWorld.ts"

const german = { "accept-language": "de-DE,de;q=0.9,en;q=0.8" }
const rolePath = verifyPath("support@acme.test")
const inEnglish = ["The address belongs to a function, not to a person."]
const inGerman = ["Die Adresse gehört zu einer Funktion, nicht zu einer Person."]

const reasonsOf = ({ json }: { readonly json: unknown }): ReadonlyArray<string> =>
  Object(json).reasons

/** A request of a page of the service, in this language. */
const ofPage = (cookie: string, language: string, more: Request = {}): Request => ({
  ...more,
  apiKey: null,
  headers: {
    ...fromHere,
    cookie: `rcpt_session=${cookie}`,
    "accept-language": language,
    ...more.headers
  }
})

const secret = "s".repeat(64)

/** Writes the sentences into the kept answer of a check, as releases before did. */
const asOlderRow = (running: Running, id: string, reasons: ReadonlyArray<string>) =>
  sqlIn(running, (sql) =>
    Effect.gen(function* () {
      const box = secretBox(deriveKey(secret, "activity"))
      const [row] = yield* sql<{ account: string; sealed: Uint8Array; group: string }>`
        select a.account_id as account, k.sealed, k.id as group
        from activity a join activity_answers k on k.account_id = a.account_id and k.id = a.answers_id
        where a.id = ${id}`
      const { account, sealed, group } = row!
      const kept = unpackAnswers(box, account, sealed)!.map(({ email, answer }) => ({
        email,
        answer: JSON.stringify({ ...JSON.parse(answer), reasons })
      }))
      yield* sql`update activity_answers set sealed = ${packAnswers(box, account, kept)}
        where account_id = ${account} and id = ${group}`
    })
  )

describe("The language of an answer", () => {
  layer(
    service.layer({ lab: true, env: { ...env, RCPT_RATE_LIMIT: "off", RCPT_SECRET: secret } }),
    service.live
  )((it) => {
    it.effect(
      "is that of a page, for a check, its repeat, its batch and its activity",
      function* () {
        const running = yield* service.Service
        const { cookie } = yield* signIn(running, owner)
        const key = { headers: { "idempotency-key": "language-1" } }
        const first = yield* running.get(rolePath, ofPage(cookie, "de", key))
        assert.deepStrictEqual(reasonsOf(first), inGerman)
        assert.strictEqual(first.headers.get("vary"), "Accept-Language")
        const again = yield* running.get(rolePath, ofPage(cookie, "en", key))
        assert.deepStrictEqual(reasonsOf(again), inEnglish)
        assert.strictEqual(again.headers.get("idempotent-replay"), "true")

        const emails = JSON.stringify({ emails: ["support@acme.test", "ann@nxdomain.test"] })
        const batch = yield* running.get(
          "/api/v1/verify/batch",
          ofPage(cookie, "de", { method: "POST", body: emails })
        )
        assert.deepStrictEqual(
          Object(batch.json).results.map(
            ({ result }: { result: unknown }) => Object(result).reasons
          ),
          [inGerman, ["Die Domain nxdomain.test gibt es nicht."]]
        )

        const requestId = first.headers.get("x-request-id")!
        const [row] = yield* written(running, requestId)
        for (const [language, says] of [
          ["de", inGerman],
          ["en", inEnglish]
        ] as const) {
          const { result } = yield* detail(running, row!.id, ofPage(cookie, language))
          assert.deepStrictEqual(result!.reasons, says)
        }
      }
    )

    it.effect(
      "is English with an API key, whatever is sent, also where a page has asked before",
      function* () {
        const running = yield* service.Service
        const { answer, row } = yield* sent(running, rolePath, { headers: german })
        assert.deepStrictEqual(reasonsOf(answer), inEnglish)
        assert.isNull(answer.headers.get("vary"))
        const general = yield* running.get(`${rolePath}&explain=false`, { headers: german })
        assert.deepStrictEqual(reasonsOf(general), inEnglish)
        const { result } = yield* detail(running, row.id, { headers: german })
        assert.deepStrictEqual(result!.reasons, inEnglish)
      }
    )

    it.effect("is that of a page where nobody is signed in", function* () {
      const running = yield* service.Service
      const demo = "/api/v1/demo/verify?email=role_based@sandbox.rcpt.test"
      const answer = yield* running.get(demo, { apiKey: null, headers: german })
      assert.include(reasonsOf(answer), inGerman[0])
      const none = yield* running.get(rolePath, { apiKey: null, headers: german })
      assert.deepStrictEqual([none.status, none.json], [401, { error: "unauthorized" }])
    })

    it.effect("is read from the sentences of an older row", function* () {
      const running = yield* service.Service
      const { cookie } = yield* signIn(running, owner)
      const { row } = yield* sent(running, verifyPath("info@acme.test"))
      const unknown = "A sentence of another release."
      yield* asOlderRow(running, row.id, [...inEnglish, unknown])
      for (const [language, says] of [
        ["de", inGerman],
        ["en", inEnglish]
      ] as const) {
        const { result } = yield* detail(running, row.id, ofPage(cookie, language))
        assert.deepStrictEqual(result!.reasons, [...says, unknown])
      }
    })
  })

  it("is the one that weighs most in Accept-Language, else English", () => {
    const cases: ReadonlyArray<readonly [string | undefined, "en" | "de"]> = [
      [undefined, "en"],
      ["", "en"],
      ["de", "de"],
      ["DE-at", "de"],
      ["de-DE,de;q=0.9,en;q=0.8", "de"],
      ["en-GB,en;q=0.9,de;q=0.8", "en"],
      ["fr, de;q=0.4, en;q=0.3", "de"],
      ["fr, en;q=0.3, de;q=0.4", "de"],
      ["de;q=0", "en"],
      ["en;q=0, *", "de"],
      ["*", "en"],
      ["*;q=0.5, de;q=0.6", "de"],
      ["de, en", "de"],
      ["en, de", "en"],
      ["fr, it", "en"],
      ["de;q=2, en;q=0.1", "en"],
      ["deutsch,;q=1", "en"]
    ]
    for (const [header, language] of cases)
      assert.strictEqual(preferredLanguage(header), language, header)
  })
})
