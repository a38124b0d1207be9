/**
 * Regular expressions over texts of others are linear, or their texts are short. scslre decides by automata whether an
 * expression is super-linear, without measuring time: the analysis behind eslint-plugin-regexp's rules of that name.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { RegExpParser } from "@eslint-community/regexpp"
import { analyse } from "scslre"
import { parseAst } from "vite"

import { assert, describe, it, vi } from "./vitest.ts"

const packages = join(import.meta.dirname, "../../packages")

/**
 * Tools, the lab, and the generator of the docs read our own files alone, and so does the list of tamperings. A build that
 * runs beside this test puts its configuration next to its source for a moment.
 */
const notForeign =
  /^(?:lab|tools|docs\/src)\/|\/drill\/changes\.ts$|(?:^|\/)node_modules\/|\/dist\/|\.d\.ts$|\.timestamp-|\.unfinished-/

const files = readdirSync(packages, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.(?:ts|tsx|mjs|js)$/.test(file) && !notForeign.test(file)
)

interface Found {
  readonly pattern: string
  readonly flags: string
}

/** All expressions that a text has as literals. */
const literalsIn = (text: string, lang: "ts" | "tsx"): ReadonlyArray<Found> => {
  const found: Array<Found> = []
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node !== "object" || node === null) return
    const { regex } = node as { readonly regex?: Found }
    if (regex !== undefined) found.push(regex)
    else Object.values(node).forEach(walk)
  }
  walk(parseAst(text, { lang }))
  return found
}

const parser = new RegExpParser({ ecmaVersion: 2025 })

const isSuperLinear = ({ pattern, flags }: Found): boolean => {
  const mode = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") }
  const ast = {
    pattern: parser.parsePattern(pattern, 0, pattern.length, mode),
    flags: parser.parseFlags(flags)
  }
  return analyse(ast).reports.length > 0
}

/** Characters. An expression whose time grows with the square of the text takes some 30 ms for so many. */
const charsMax = 8_192

/**
 * Where super-linear expressions may stand: the text that those of a file or folder read, and its most characters. All
 * others read texts of any length from anybody, and must be linear.
 */
const bounded: Readonly<Record<string, readonly [text: string, chars: number]>> = {
  "api/src/document/documents.ts": ["RCPT_PUBLIC_URL", 2_048],
  "api/src/repairCell.ts": ["a cell, on the machine of who has chosen the list", charsMax],
  "api/src/webhookLinks.ts": ["RCPT_PUBLIC_URL", 2_048],
  "cli/src/helpFormat.ts": ["our own help", charsMax],
  "cli/src/mcp.ts": ["a flag", 2_048],
  "cli/src/requestServer.ts": ["a flag", 2_048],
  "cli/src/serverFlags.ts": ["a flag", 2_048],
  "client/src/Transport.ts": ["the base URL of the caller", 2_048],
  "api/src/xlsxSheet.ts": ["a number format, on the machine of who has chosen it", 255],
  "dashboard/src/palette/paletteItems.ts": ["what a person types", 1_000],
  "dashboard/src/words/ownScript.ts": ["a sentence of ours", charsMax],
  "docs/assets/search.js": ["a word of our docs", 1_000],
  "service/src/feedback/mailLog.ts": ["a line of a log (lineCharsMax)", 4_096],
  "service/src/feedback/returnedMail.ts": ["a line, or what is said of one recipient", 2_000],
  "service/src/platform/PublicBase.ts": ["RCPT_PUBLIC_URL", 2_048],
  "service/src/platform/config/parse.ts": ["a setting", 2_048],
  "store/src/tree/checkpoint.ts": ["notes in a file of the operator", charsMax],
  "verifier/src/address/cleanAddress.ts": ["an address (limits.ts)", 254],
  "verifier/src/dns/ipAddress.ts": ["an IP address", 45],
  "verifier/src/lists/domainLists.ts": ["a domain", 253],
  "verifier/src/smtp/rules/": [
    "what is read of a refusal (wordsCharsMax), or of feedback",
    charsMax
  ]
}

/** Modules that make expressions of our own words when they are loaded, and what they make is analysed too. */
const recorded: Readonly<Record<string, () => Promise<unknown>>> = {
  "api/src/repairCell.ts": () => import("@rcpt/api/repairCell"),
  "service/src/jobs/csv/toUtf8.ts": () => import("@rcpt/service/jobs/csv/toUtf8"),
  "service/src/jobs/csv/writeWorkbook.ts": () => import("@rcpt/service/jobs/csv/writeWorkbook"),
  "service/src/platform/config/apiKeyFormat.ts": () =>
    import("@rcpt/service/platform/config/apiKeyFormat"),
  "verifier/src/address/classifyLocalPart.ts": () =>
    import("@rcpt/verifier/address/classifyLocalPart"),
  "verifier/src/address/cleanAddress.ts": () => import("@rcpt/verifier/address/cleanAddress"),
  "verifier/src/address/codePoints.ts": () => import("@rcpt/verifier/address/codePoints"),
  "verifier/src/lists/Lists.ts": () => import("@rcpt/verifier/lists/Lists"),
  "verifier/src/smtp/understand.ts": () => import("@rcpt/verifier/smtp/understand"),
  "verifier/src/smtp/rules/ourWords.ts": () => import("@rcpt/verifier/smtp/rules/ourWords"),
  "verifier/src/smtp/rules/replyRulesAboutLimits.ts": () =>
    import("@rcpt/verifier/smtp/rules/replyRulesAboutLimits"),
  "verifier/src/smtp/rules/replyRulesAboutMailbox.ts": () =>
    import("@rcpt/verifier/smtp/rules/replyRulesAboutMailbox")
}

/** Files that make an expression when it is needed, and of what. */
const madeLater: Readonly<Record<string, string>> = {
  "api/src/listStart.ts": "one mark",
  "api/src/xmlTokens.ts": "the name of an attribute",
  "cli/src/builds.ts": "a number",
  "domain/src/sentences.ts": "a sentence of ours with its parts, once for each code",
  "service/src/dropin/dropIns.ts": "a path of an interface, whose parameters have no slash",
  "service/src/http/allowedMethods.ts": "a path of our own API, whose parameters have no slash",
  "service/src/operations/audit/catalogue/checkCatalogue.ts": "the name of a table of ours",
  "verifier/src/smtp/readBounce.ts": "a code of three digits",
  "verifier/src/smtp/withoutEcho.ts": "an escaped name, for what is read of a refusal"
}

type Made = readonly [file: string, made: Found]

/** Loads modules one after the other, and notes what they make. */
const record = async (): Promise<ReadonlyArray<Made>> => {
  const { RegExp } = globalThis
  const made: Array<Made> = []
  let loading = ""
  // Other files of tests may have loaded them before in this process.
  vi.resetModules()
  const noting = (expression: RegExp): RegExp => {
    made.push([loading, { pattern: expression.source, flags: expression.flags }])
    return expression
  }
  globalThis.RegExp = new Proxy(RegExp, {
    construct: (...call) => noting(Reflect.construct(...call) as RegExp)
  })
  try {
    for (const [file, load] of Object.entries(recorded)) {
      loading = file
      await load()
    }
  } finally {
    globalThis.RegExp = RegExp
  }
  return made
}

describe("Regular expressions of the program", () => {
  const texts = files.map(
    (file) => [file.replaceAll("\\", "/"), readFileSync(join(packages, file), "utf8")] as const
  )
  const literals = texts.flatMap(([file, text]) =>
    literalsIn(text, file.endsWith("x") ? "tsx" : "ts").map((found): Made => [file, found])
  )

  it("are linear, but for those that read a short text", async () => {
    const made = await record()
    assert.isAbove(literals.length, 500)
    assert.isAbove(made.length, 100)
    const found = [...literals, ...made].filter(([, expression]) => isSuperLinear(expression))
    const places = Object.keys(bounded)
    assert.deepStrictEqual(
      found.filter(([file]) => !places.some((place) => file.startsWith(place))),
      []
    )
    const needed = places.filter((place) => found.some(([file]) => file.startsWith(place)))
    assert.deepStrictEqual(needed, places)
    for (const [text, chars] of Object.values(bounded)) assert.isAtMost(chars, charsMax, text)
  })

  it("that are no literals are known, each file that makes one", () => {
    const makers = texts.filter(([, text]) => text.includes("new RegExp(")).map(([file]) => file)
    assert.deepStrictEqual(
      makers.toSorted(),
      [...Object.keys(recorded), ...Object.keys(madeLater)].toSorted()
    )
  })

  it("are told apart: a linear one passes, and one of each kind that is not is found", () => {
    const isFound = (pattern: string) => isSuperLinear({ pattern, flags: "u" })
    assert.isFalse(isFound(String.raw`^\s*[a-z]+$`))
    for (const pattern of [String.raw`\s+$`, String.raw`^(?:a+)+$`, String.raw`^\s*0*\s*$`])
      assert.isTrue(isFound(pattern), pattern)
  })
})
