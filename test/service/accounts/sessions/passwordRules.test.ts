import { passwordChars } from "@rcpt/domain/limits"
import { generatePassword, refusalOf } from "@rcpt/service/accounts/password"
import { Effect } from "effect"

import * as service from "../../../support/service.ts"
import { assert, describe, it, layer } from "../../../support/vitest.ts"
import { isProblem } from "../keysWorld.ts"
import { anywhere, change, env, openPerson, paths, post, signIn } from "./sessionWorld.ts"

const email = "maria.lindqvist@northwind-traders.example"

const common = /^must not be a common password/
const context = /^must not be made of your email address/

const refused: ReadonlyArray<readonly [password: string, sentence: RegExp]> = [
  ["qazwsxedcrfv", common],
  ["QazWsxEdcRfv", common],
  ["password1234", common],
  ["!!Football2024", common],
  ["passwordpassword", common],
  ["P@ssw0rdP@ssw0rd", common],
  ["aaaaaaaaaaaaaaaa", common],
  ["abcabcabcabc", common],
  ["1234567890123456", common],
  ["ｐａｓｓｗｏｒｄ１２３４", common],
  ["maria.lindqvist", context],
  ["MariaLindqvist1986", context],
  ["northwind-traders", context],
  ["northwindtraders!23", context],
  ["rcpt rcpt rcpt", context],
  [email, context]
]

const allowed = [
  "correct horse battery",
  "a staple for the battery",
  "maria likes long walks at sea",
  "the password of the lighthouse",
  "rcpt is where I check addresses",
  "Tr0ub4dor&3 and more of it"
]

describe("A new password", () => {
  for (const [password, sentence] of refused)
    it.effect(`is refused if it is ${password}`, () =>
      Effect.map(refusalOf(password, email), (refusal) => assert.match(refusal ?? "", sentence))
    )

  for (const password of allowed)
    it.effect(`may be ${password}`, () =>
      Effect.map(refusalOf(password, email), (refusal) => assert.isUndefined(refusal))
    )

  it.effect("may be any that is generated", function* () {
    for (let n = 0; n < 500; n++) assert.isUndefined(yield* refusalOf(generatePassword(), email))
  })

  it.effect("is judged quickly, however long it is", function* () {
    for (const letter of ["a", "ab", "1", "rcpt", "é"])
      yield* refusalOf(letter.repeat(passwordChars.max).slice(0, passwordChars.max), email)
  })

  layer(
    service.layer({ env: { ...env, RCPT_SIGNUP: "open" } }),
    service.live
  )((it) => {
    it.effect("is refused with a sentence that names the field, and the rule", function* () {
      const running = yield* service.Service
      const rule =
        "must not be a common password, nor one that is repeated or has digits and signs around it"
      const body = { email: "ann@rcpt.test", password: "password1234" }
      const answer = yield* post(running, paths.signUp, body, { headers: anywhere() })
      isProblem(answer, 400, `password ${rule}`)
      const ann = yield* openPerson(running)
      const { cookie } = yield* signIn(running, ann)
      const changing = yield* change(running, cookie, ann.password, "password1234")
      isProblem(changing, 400, `new ${rule}`)
      const named = yield* change(running, cookie, ann.password, `${ann.email}!`)
      isProblem(
        named,
        400,
        "new must not be made of your email address or the name of this service: add 8 characters or more"
      )
    })

    it.effect(
      "is another one than the current, and this tells nothing of the current",
      function* () {
        const running = yield* service.Service
        const ann = yield* openPerson(running)
        const { cookie } = yield* signIn(running, ann)
        const same = yield* change(running, cookie, ann.password, ann.password)
        isProblem(same, 400, "new must not be the current password")
        const guess = "wrong horse battery"
        const wrong = yield* change(running, cookie, guess, guess)
        isProblem(wrong, 403, "the current password is wrong")
      }
    )
  })
})
