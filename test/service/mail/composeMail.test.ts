import { readFileSync } from "node:fs"
import { join } from "node:path"

import { composeMail, composeTest } from "@rcpt/service/mail/composeMail"
import { isLinked } from "@rcpt/service/mail/mailKinds"

import { assert, describe, it } from "../../support/vitest.ts"
import { samples } from "./mailSamples.ts"

const base = "https://rcpt.example.test"

/** The paths of the dashboard's pages, as shell/pages.tsx names them; importing it would load a page of a browser. */
const routes = [
  ...readFileSync(
    join(import.meta.dirname, "../../../packages/dashboard/src/shell/pages.tsx"),
    "utf8"
  ).matchAll(/path: "([^"]+)"/g)
].map(([, path]) => new RegExp(`^${path!.replaceAll(/:\w+/g, "[^/]+")}$`))

const linksIn = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to]) => to)

describe("Every message, in each language,", () => {
  for (const language of ["en", "de"] as const)
    for (const sample of samples(language)) {
      const { subject, text, html } = composeMail(base, sample)
      const name = `${sample.kind} × ${sample.count} in ${language}`

      it(`${name} has a subject, and one button that leads to rcpt`, () => {
        assert.match(subject, /^\S.{5,}\S$/)
        const [link, ...others] = linksIn(html)
        assert.isTrue(link?.startsWith(`${base}/`))
        assert.deepStrictEqual(others, [])
        assert.include(text, `\n${link}\n`)
      })

      if (!isLinked(sample.kind))
        it(`${name} leads to a page that the dashboard has`, () => {
          const [link = ""] = linksIn(html)
          const { pathname } = new URL(link)
          assert.isTrue(
            routes.some((route) => route.test(pathname)),
            pathname
          )
        })

      it(`${name} loads nothing and has no tables`, () => {
        assert.notMatch(html, /<(?:img|table|link|script|iframe)|url\(|@import|src=/i)
        assert.match(html, /<meta name="color-scheme" content="light dark">/)
      })

      it(`${name} says who sends it, and why`, () => {
        assert.include(text, "rcpt.example.test")
        assert.notInclude(text, "undefined")
        assert.notInclude(html, "undefined")
      })
    }

  it("differs from the other language", () => {
    const inGerman = samples("de").map((sample) => composeMail(base, sample).text)
    for (const [n, sample] of samples("en").entries())
      assert.notStrictEqual(composeMail(base, sample).text, inGerman[n])
    assert.notStrictEqual(composeTest(base, "en").text, composeTest(base, "de").text)
  })
})

describe("A name that somebody chose", () => {
  const named = (file: string) =>
    composeMail(base, {
      kind: "list_done",
      language: "en",
      count: 1,
      facts: [{ job: "j", file, rows: 1, valid: 1, risky: 0, invalid: 0, unknown: 0 }]
    })

  it("is text in the HTML, whatever it looks like", () => {
    const { html } = named(`<a href="https://evil.test">x</a>&'`)
    assert.notInclude(html, `<a href="https://evil.test"`)
    assert.include(html, "&lt;a href=&quot;https://evil.test&quot;&gt;x&lt;/a&gt;&amp;&#39;")
  })

  it("adds no header and no line", () => {
    const { subject, text } = named("a\r\nBcc: all@evil.test\u2028x")
    assert.strictEqual(subject, "a Bcc: all@evil.test x is done")
    assert.include(text, "Your list a Bcc: all@evil.test x is done")
  })

  it("is cut where it is longer than a reader reads", () => {
    assert.isAtMost(named("x".repeat(5_000)).subject.length, 160)
  })

  it("never cuts the advice of a finding", () => {
    const finding = {
      says: `It is ${"red ".repeat(50)}.`,
      advice: "Set RCPT_MAIL_FROM=postmaster@a.test"
    }
    for (const language of ["en", "de"] as const) {
      const { text, html } = composeMail(base, {
        kind: "doctor_red",
        language,
        count: 1,
        facts: [finding]
      })
      for (const body of [text, html]) assert.include(body, finding.advice)
    }
  })
})
