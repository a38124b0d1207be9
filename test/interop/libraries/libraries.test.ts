/**
 * The services' own libraries, as their registries have them, with the lines changed that the pages under `migrate` print:
 * what they make of each answer and refusal, and of a list, through nginx and TLS. Which calls have a fixed host is read in
 * their sources, and those are not made (`calls.*`). Beyond that a guard in each process lets it dial nothing but nginx.
 */
import type { DropInName } from "@rcpt/api/otherServices"
import { Effect } from "effect"

import { libraryLines } from "../../docs/fences.ts"
import { refusals, rows, wordIn } from "../../service/http/dropIn/theirWords.ts"
import {
  describeWith,
  nginx as nginxNeed,
  sdksOfCrates,
  sdksOfNpm,
  sdksOfPyPI
} from "../../support/needs.ts"
import type { Need } from "../../support/needs.ts"
import * as service from "../../support/service.ts"
import type { Running } from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { programOf, TheWorld, worldLayer } from "./programs.ts"
import type { Called, Language, Refusal } from "./programs.ts"

type Other = "credits" | "usage" | "batch" | "list" | "confirm"

interface Library {
  readonly service: DropInName
  readonly language: Language
  /** What a program sees: an error's name or type, its code, and its message. */
  readonly sees: Readonly<Record<Refusal, { readonly value?: object; readonly error?: object }>>
  /** What it can do beside a check. */
  readonly has: ReadonlyArray<Other>
  /** Its ways to check one address. */
  readonly checks?: ReadonlyArray<string>
  /** What its program says of a list beside the rows. */
  readonly listed?: object
}

const ofStatus = (name: DropInName) =>
  Object.fromEntries(
    (["wrongKey", "noCredits", "overLimit"] as const).map((refusal) => {
      const [code, message] = refusals[name][refusal] as [number, string]
      return [refusal, { error: { code, message } }]
    })
  ) as Library["sees"]

const keyOrCredits = "Invalid API Key or your account ran out of credits"
const tooMany = "rate limit exceeded"

/** A row of a list is asked again for minutes where a single check is inconclusive. */
const inLists = rows.filter(({ what }) => what !== "greylisted" && what !== "timeout")

const libraries: ReadonlyArray<Library> = [
  { service: "reacher", language: "js", sees: ofStatus("reacher"), has: ["list"] },
  {
    service: "zerobounce",
    language: "js",
    sees: {
      wrongKey: { value: { error: keyOrCredits } },
      noCredits: { value: { error: keyOrCredits } },
      overLimit: { value: { error: tooMany } }
    },
    has: ["credits", "usage"]
  },
  {
    service: "zerobounce",
    language: "python",
    sees: {
      wrongKey: { error: { name: "ZBApiException", message: keyOrCredits } },
      noCredits: { error: { name: "ZBApiException", message: keyOrCredits } },
      overLimit: { error: { name: "ZBApiException", message: tooMany, status_code: 429 } }
    },
    has: ["credits", "usage", "batch", "list"],
    checks: ["check", "checkByPost"],
    listed: { same: true, deleted: [true, true] }
  },
  {
    service: "zerobounce",
    language: "rust",
    // A refusal is no verdict, and that is all it says.
    sees: {
      wrongKey: { error: { name: "JsonError" } },
      noCredits: { error: { name: "JsonError" } },
      overLimit: { error: { name: "ExplicitError" } }
    },
    has: ["credits", "batch", "list"],
    listed: { deleted: true }
  },
  { service: "kickbox", language: "js", sees: ofStatus("kickbox"), has: [] },
  {
    service: "kickbox",
    language: "python",
    sees: {
      wrongKey: { error: { name: "ClientError", code: 403 } },
      noCredits: { error: { name: "ClientError", code: 403 } },
      overLimit: { error: { name: "ClientError", code: 429 } }
    },
    has: []
  },
  {
    service: "neverbounce",
    language: "js",
    sees: {
      wrongKey: { error: { type: "AuthError" } },
      noCredits: { error: { type: "GeneralError" } },
      overLimit: { error: { type: "ThrottleError" } }
    },
    has: ["credits", "list", "confirm"],
    listed: { total: inLists.length, lines: inLists.length + 1, found: 1, left: 0 }
  },
  { service: "emailable", language: "js", sees: ofStatus("emailable"), has: ["credits", "list"] },
  {
    service: "emailable",
    language: "python",
    sees: {
      wrongKey: { error: { name: "AuthError", message: "unauthorized" } },
      noCredits: { error: { name: "PaymentRequiredError", message: "insufficient credits" } },
      overLimit: { error: { name: "RateLimitExceededError", message: tooMany } }
    },
    has: ["credits", "list"]
  }
]

const needs: Readonly<Record<Language, Need>> = {
  js: sdksOfNpm,
  python: sdksOfPyPI,
  rust: sdksOfCrates
}

/** What a program says of an address that its guard has refused. */
const guarded: Readonly<Record<Language, RegExp>> = {
  js: /not the service of the test/,
  python: /not the service of the test/,
  rust: /tunnel/i
}

const wordOf = ({ value, error }: Called) =>
  error === undefined ? wordIn(value) : JSON.stringify(error)

const from = "2026-01-01"
const emails = inLists.map(({ email }) => email)

const sum = (json: unknown, names: ReadonlyArray<string>): number =>
  Object(json)
    .days.flatMap((day: object) => names.map((name) => Reflect.get(day, name)))
    .reduce((all: number, one: number) => all + one, 0)

const rowsAre = ({ service: name }: Library, value: unknown) => {
  assert.deepStrictEqual(Object(value).emails, emails)
  assert.deepStrictEqual(
    Object(value).rows.map(wordIn),
    inLists.map(({ words }) => words[name])
  )
}

interface Proof {
  readonly args: ReadonlyArray<unknown>
  readonly holds: (
    said: Called,
    library: Library,
    running: Running
  ) => Effect.Effect<void, service.NoAnswer>
}

/** The calls beside those for one address: what they are given, and what is then true. */
const others: Readonly<Record<Other, Proof>> = {
  credits: {
    args: [],
    holds: ({ value }, _, { get }) =>
      Effect.map(get("/api/v1/account"), ({ json }) =>
        assert.strictEqual(value, Object(json).credits)
      )
  },
  usage: {
    args: [from, "2099-12-31"],
    holds: ({ value }, { language }, { get }) =>
      Effect.map(get("/api/v1/overview"), ({ json }) => {
        const total = sum(json, ["valid", "risky", "invalid", "unknown"])
        // The library for Python reads the date.
        const start = language === "python" ? from : "1/1/2026"
        assert.deepInclude(value, { total, start_date: start })
      })
  },
  batch: {
    args: [emails],
    holds: ({ value }, library) => Effect.sync(() => rowsAre(library, value))
  },
  list: {
    args: [emails],
    holds: ({ value }, library) =>
      Effect.sync(() => {
        rowsAre(library, value)
        assert.deepInclude(value, library.listed ?? { total: emails.length })
      })
  },
  confirm: {
    args: ["ann@acme.test"],
    holds: ({ error }) =>
      Effect.sync(() => assert.include(error?.["message"], "poe/confirm is not offered"))
  }
}

describeWith(nginxNeed, "With the line of its page changed,", () => {
  layer(
    worldLayer,
    service.live
  )((it) => {
    for (const library of libraries) {
      const { service: name, language, sees, has } = library
      const lines = libraryLines(`packages/docs/migrate/${name}.md`, language)
      const program = Effect.gen(function* () {
        const made = yield* programOf(library, lines)
        return { ...(yield* TheWorld), ...made }
      })

      describeWith(needs[language], `${name} in ${language}`, () => {
        it.effect("reads each answer as the table has it", function* () {
          const { running, run, elsewhere } = yield* program
          for (const check of library.checks ?? ["check"]) {
            const said = yield* run(
              ...rows.map(({ email }) => [check, running.apiKey, email] as const)
            )
            assert.deepStrictEqual(
              rows.map(({ what }, at) => [what, wordOf(said[at]!)]),
              rows.map(({ what, words }) => [what, words[name]])
            )
          }
          assert.deepStrictEqual(elsewhere(), [])
        })

        it.effect(
          "knows a wrong key, no credits and the limit from each other, where it tells them apart",
          function* () {
            const { run, keys, elsewhere } = yield* program
            const refusals = ["wrongKey", "noCredits", "overLimit"] as const
            const said = yield* run(
              ...refusals.map((refusal) => ["check", keys[refusal], "ann@acme.test"] as const)
            )
            for (const [at, refusal] of refusals.entries()) {
              const { value, error } = sees[refusal]
              assert.deepInclude(said[at]!.value ?? {}, value ?? {}, refusal)
              assert.deepInclude(said[at]!.error ?? {}, error ?? {}, refusal)
            }
            assert.deepStrictEqual(elsewhere(), [])
          }
        )

        if (has.length > 0)
          it.effect(`makes its other calls: ${has.join(", ")}`, function* () {
            const { running, run, elsewhere } = yield* program
            for (const call of has) {
              const { args, holds } = others[call]
              const [said] = yield* run([call, running.apiKey, ...args])
              if (call !== "confirm") assert.isUndefined(said!.error, JSON.stringify(said))
              yield* holds(said!, library, running)
            }
            assert.deepStrictEqual(elsewhere(), [])
          })
      })
    }

    for (const [name, language] of [
      ["kickbox", "js"],
      ["kickbox", "python"],
      ["zerobounce", "rust"]
    ] as const)
      describeWith(needs[language], `The guard of ${language}`, () => {
        it.effect("lets nothing else be dialled, and tells it", function* () {
          const page = libraryLines(`packages/docs/migrate/${name}.md`, language)
          const changed = page.replaceAll("verify.example.com", "elsewhere.invalid")
          const { run, elsewhere } = yield* programOf({ service: name, language }, changed)
          const [said] = yield* run(["check", "key", "ann@acme.test"])
          assert.match(JSON.stringify(said!.error), guarded[language])
          assert.deepStrictEqual(elsewhere(), ["elsewhere.invalid:443"])
        })
      })
  })
})
