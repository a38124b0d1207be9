/**
 * Every example of the docs does what the page says. The word behind a fence's language says how it is
 * tested; without one it is run against a service.
 */
import { execFile } from "node:child_process"
import { createHmac } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

import { dropInNames } from "@rcpt/api/otherServices"
import { settings } from "@rcpt/service/platform/config/settings"
import { Effect } from "effect"

import { sitePages } from "../../packages/docs/src/site/sitePages.ts"
import { curl, describeWith, go, goProgram, python } from "../support/needs.ts"
import * as service from "../support/service.ts"
import { assert, describe, it, layer } from "../support/vitest.ts"
import { type Fence, fencesOf, root } from "./fences.ts"

const own = sitePages.map(({ file }) => file).filter((file) => file.startsWith("packages/docs/"))
const fences = ["README.md", ...own].flatMap(fencesOf)
const of = (language: string, kind: string): ReadonlyArray<Fence> =>
  fences.filter((fence) => fence.language === language && fence.kind === kind)

const name = ({ file, line }: Fence): string => `${file}:${line}`

const run = (program: string, args: ReadonlyArray<string>, cwd: string): Promise<string> =>
  promisify(execFile)(program, [...args], { cwd }).then(({ stdout }) => stdout)

/** A failed request fails the example; `-i` and `-N` of the pages stay as they are. */
const strict = 'set -eu\ncurl() { command curl --silent --show-error --fail-with-body "$@"; }\n'

/** Of a report: the sandbox's is always of today. */
const withoutDates = (answer: string): string => answer.replaceAll(/\(\d{4}-\d\d-\d\d\)/g, "(date)")

const assertContains = (whole: unknown, part: unknown, path = ""): void => {
  if (part === null || typeof part !== "object" || Array.isArray(part))
    return assert.deepStrictEqual(whole, part, path)
  for (const [key, value] of Object.entries(part))
    assertContains(Object(whole)[key], value, `${path}.${key}`)
}

describe("An example of the docs", () => {
  it("has a language, and a mark that is known", () => {
    const programming = ["sh", "js", "python", "go", "php", "ruby", "rust", "sql"]
    const languages = [...programming, "json", "text", "html", "diff"]
    // SQL is run by test/infra/debian.test.ts, and what a library is told by test/interop/libraries.
    const known = ["", "long", "container", "settings", "signature", "guide", "restored", "library"]
    for (const fence of fences) {
      assert.include(languages, fence.language, name(fence))
      assert.include(fence.language === "diff" ? programming : known, fence.kind, name(fence))
    }
  })

  it("is a line to change where a page about a service begins whose interface rcpt has, and nowhere else", () => {
    const expected = dropInNames.map((service) => `packages/docs/migrate/${service}.md`)
    const changes = fences.filter(({ language }) => language === "diff")
    assert.sameMembers(
      changes.map(({ file }) => file),
      expected
    )
    for (const change of changes) {
      assert.deepStrictEqual(change, fencesOf(change.file)[0], name(change))
      const added = change.text.split("\n").filter((line) => line.startsWith("+"))
      assert.strictEqual(added.length, 1, name(change))
      assert.include(added[0], "verify.example.com", name(change))
    }
  })

  for (const fence of of("json", ""))
    it(`${name(fence)} is JSON`, () => void JSON.parse(fence.text))

  for (const fence of of("sh", "settings"))
    it(`${name(fence)} sets what there is`, () => {
      const known = Object.values(settings).map((setting) => setting.name)
      for (const [, setting] of fence.text.matchAll(/^(\w+)=/gm)) assert.include(known, setting)
    })

  for (const fence of [...of("sh", "container"), ...of("sh", "long")])
    it(`${name(fence)} is what a shell can read`, async () => {
      await run("bash", ["-n", "-c", fence.text.replaceAll(/<(\w+)>/g, "$1")], root)
    })
})

describeWith(curl, "An example of the docs, run as it stands,", () => {
  layer(
    service.layer({ lab: true, credits: 100_000, env: { RCPT_DEMO: "on" } }),
    service.live
  )((it) => {
    const inFolder = (work: (folder: string) => Promise<void>) =>
      Effect.promise(async () => {
        const folder = await mkdtemp(join(tmpdir(), "rcpt-docs-"))
        await work(folder)
        await rm(folder, { recursive: true })
      })

    const forReader = (text: string, { base, apiKey }: service.Running): string =>
      text.replaceAll("http://127.0.0.1:8080", base).replaceAll("rcpt_live_…", apiKey)

    const pages = [...new Set(of("sh", "").map(({ file }) => file))]
    for (const page of pages)
      it.effect(`${page}: commands`, function* () {
        const running = yield* service.Service
        yield* inFolder(async (folder) => {
          for (const fence of fencesOf(page)) {
            if (fence.language !== "sh" || fence.kind !== "") continue
            const output = await run(
              "bash",
              ["-c", strict + forReader(fence.text, running)],
              folder
            )
            assert.isNotEmpty(output, name(fence))
          }
        })
      })

    const found = of("sh", "").filter(({ file }) => /\/(?:verdicts|smtp)\//.test(file))
    it.effect("answers as the page of each sub_status and smtp.status shows", function* () {
      const running = yield* service.Service
      yield* inFolder(async (folder) => {
        for (const { file, text } of found) {
          const shown = fencesOf(file).find(({ language }) => language === "json")!.text
          const answer = await run("bash", ["-c", strict + forReader(text, running)], folder)
          assertContains(JSON.parse(withoutDates(answer)), JSON.parse(withoutDates(shown)), file)
        }
      })
    })

    it.effect("answers the README's example exactly, apart from its times", function* () {
      const running = yield* service.Service
      const [example] = of("sh", "").filter(({ file }) => file === "README.md")
      const shown = fencesOf("README.md").find(({ language }) => language === "json")!.text
      yield* inFolder(async (folder) => {
        const command = strict + forReader(example!.text, running)
        const answer = JSON.parse(await run("bash", ["-c", command], folder))
        const expected = JSON.parse(shown)
        for (const time of ["checked_at", "response_time_ms"] as const) {
          assert.strictEqual(typeof answer[time], typeof expected[time])
          expected[time] = answer[time]
        }
        assert.deepStrictEqual(answer, expected)
        assert.deepStrictEqual(Object.keys(answer), Object.keys(expected))
      })
    })

    const printed = (file: string): string =>
      fencesOf(file).find(({ language }) => language === "text")!.text

    for (const fence of of("js", ""))
      it.effect(`${name(fence)} prints what the page shows`, function* () {
        const running = yield* service.Service
        yield* inFolder(async (folder) => {
          await writeFile(join(folder, "a.mjs"), forReader(fence.text, running))
          const output = await run(process.execPath, ["a.mjs"], folder)
          assert.strictEqual(output, printed(fence.file))
        })
      })
    for (const fence of python.found ? of("python", "") : [])
      it.effect(`${name(fence)} prints what the page shows`, function* () {
        const running = yield* service.Service
        yield* inFolder(async (folder) => {
          const output = await run("python3", ["-c", forReader(fence.text, running)], folder)
          assert.strictEqual(output, printed(fence.file))
        })
      })
  })
})

describe("A check of a webhook's signature", () => {
  const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`
  const body = '{"type":"webhook.test"}'
  const at = (seconds: number) => {
    const timestamp = String(Math.floor(Date.now() / 1_000) + seconds)
    const key = Buffer.from(secret.slice("whsec_".length), "base64")
    const signature = createHmac("sha256", key)
      .update(`msg_1.${timestamp}.${body}`)
      .digest("base64")
    return {
      "webhook-id": "msg_1",
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,AAAA v1,${signature}`
    }
  }
  const cases = [
    ["true", at(0), body],
    ["false", at(0), `${body} `],
    ["false", at(-301), body],
    ["false", { ...at(0), "webhook-signature": "v1,AAAA" }, body]
  ] as const

  for (const fence of of("js", "signature"))
    it(`${name(fence)} takes what is ours and of now, and nothing else`, async () => {
      const { isFromRcpt } = await import(`data:text/javascript,${encodeURIComponent(fence.text)}`)
      for (const [expected, headers, text] of cases)
        assert.strictEqual(String(isFromRcpt(headers, text, secret)), expected)
    })

  describeWith(python, "in Python", () => {
    for (const fence of of("python", "signature"))
      it(`${name(fence)} takes what is ours and of now, and nothing else`, async () => {
        for (const [expected, headers, text] of cases) {
          const call = `print(is_from_rcpt(${JSON.stringify(headers)}, ${JSON.stringify(text)}.encode(), "${secret}"))`
          const output = await run("python3", ["-c", `${fence.text}\n${call}`], root)
          assert.strictEqual(output.trim().toLowerCase(), expected)
        }
      })
  })

  /** Each case as arguments: headers, body, secret. Compiled once for all of them. */
  const goMain = `package main

import ("encoding/json"; "fmt"; "net/http"; "os")

func main() {
  for _, text := range os.Args[1:] {
    var one struct { Headers map[string]string; Body, Secret string }
    if err := json.Unmarshal([]byte(text), &one); err != nil { panic(err) }
    headers := http.Header{}
    for name, value := range one.Headers { headers.Set(name, value) }
    fmt.Println(IsFromRcpt(headers, []byte(one.Body), one.Secret))
  }
}`

  describeWith(go, "in Go", () => {
    for (const fence of of("go", "signature"))
      it(`${name(fence)} takes what is ours and of now, and nothing else`, async () => {
        const folder = await mkdtemp(join(tmpdir(), "rcpt-docs-"))
        await writeFile(join(folder, "verify.go"), fence.text)
        await writeFile(join(folder, "main.go"), goMain)
        const texts = cases.map(([, headers, text]) =>
          JSON.stringify({ headers, body: text, secret })
        )
        const output = await run(goProgram, ["run", "verify.go", "main.go", ...texts], folder)
        await rm(folder, { recursive: true })
        assert.deepStrictEqual(
          output.trim().split("\n"),
          cases.map(([expected]) => expected)
        )
      })
  })
})
