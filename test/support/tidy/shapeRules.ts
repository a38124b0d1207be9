/** Rules about files: length, name, header, and where tests are. */
import { closing, mask } from "./mask.ts"
import { lineAt, perFile, type Rule } from "./Rule.ts"

/** Nobody reads a file that is made, and nobody could shorten it. */
const isMade = (text: string): boolean => /^\/\*\*[^/]*\bMade from\b/.test(text)

/** Lines. A limit of 250 split single subjects: an object and its helpers, a table and its reader. */
const fileLinesMax = 450
/** Lines of code that fit on a screen. SQL in a template and comments are not counted. */
const functionLinesMax = 60

/** Lines: a screen. Whoever needs more follows a link. */
const readmeLinesMax = 40
/** That of the client has its examples, which npm shows. */
const readme = /^packages\/(?!client\/)\w+\/README\.md$/

const code = /^(?:packages|test)\/.*\.(?:ts|tsx|mts|mjs|js|css)$/
const packageCode = /^packages\/.*\.(?:ts|tsx|mts|mjs|js|css)$/
const functions = /^packages\/.*\.(?:ts|tsx|mts|mjs|js)$/

/** A test folder names its subject; `start` and `cli` are the operator's commands. */
const testAreas = [
  "api",
  "bench",
  "browser",
  "chaos",
  "cli",
  "client",
  "dashboard",
  "docs",
  "domain",
  "infra",
  "interop",
  "lab",
  "service",
  "simulation",
  "start",
  "store",
  "stories",
  "support",
  "verifier"
]

/** What opens a body: `function` with its name, an arrow with its `{`, and methods. */
const functionStart =
  /\bfunction\b\s*\*?\s*\w*\s*(?:<[^>(]*>)?\(|=>\s*\{|^[ \t]+(?:(?:static|async|private|override|get|set)\s+)*\*?#?(?!(?:if|for|while|switch|catch|return|function|do|else)\b)\w+\s*\([^()]*\)[^\n={;]*\{$/gm

const bodyOf = (masked: string, match: RegExpMatchArray): number => {
  const index = match.index ?? 0
  const end = index + match[0].length
  if (match[0].endsWith("{")) return end - 1
  return masked.indexOf("{", closing(masked, end - 1))
}

const codeLines = (masked: string): number =>
  masked.split("\n").filter((line) => line.trim() !== "").length

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `  f(${index})\n`).join("")

const stem = (path: string): string => (path.split("/").at(-1) ?? "").replace(/\..*$/, "")

export const shapeRules: ReadonlyArray<Rule> = [
  {
    says: `no file is longer than ${fileLinesMax} lines`,
    check: perFile(code, ({ text }) => {
      const count = text.trimEnd().split("\n").length
      const what = `${count} lines`
      return count > fileLinesMax && !isMade(text)
        ? [{ line: fileLinesMax + 1, what, instead: "two files, each with one thing to say" }]
        : []
    }),
    bad: { "packages/api/bin/x.mjs": lines(fileLinesMax + 1) },
    good: {
      "packages/api/bin/x.mjs": lines(fileLinesMax),
      "packages/client/src/x.ts": `/**\n * Data. Made from the document.\n */\n${lines(fileLinesMax + 1)}`
    }
  },
  {
    says: `no function is longer than ${functionLinesMax} lines`,
    check: perFile(functions, ({ text }) => {
      const masked = mask(text)
      return [...masked.matchAll(functionStart)].flatMap((match) => {
        const body = bodyOf(masked, match)
        const count = body < 0 ? 0 : codeLines(masked.slice(match.index, closing(masked, body) + 1))
        const what = `a function of ${count} lines`
        const instead = "functions that each have a name for what they do"
        return count > functionLinesMax ? [{ line: lineAt(text, match.index), what, instead }] : []
      })
    }),
    bad: { "packages/api/src/X.ts": `const f = (a: A) => {\n${lines(59)}}\n` },
    good: {
      "packages/api/src/X.ts": `function f(a = {}): B {\n${lines(58)}\n// why\n}\nconst rows = [\n${lines(70)}]\n`
    }
  },
  {
    says: "no file is a bucket",
    check: (tree) =>
      tree
        .filter(({ path }) => code.test(path))
        .filter(({ path }) =>
          /^(?:index|utils?|types|errors|helpers?|common|misc)$/i.test(stem(path))
        )
        .map(({ path }) => ({
          path,
          line: 1,
          what: `"${stem(path)}" says nothing`,
          instead: "the name of its main export; types and errors live with what they belong to"
        })),
    bad: { "packages/api/src/errors.ts": "" }
  },
  {
    says: "a file of a package opens with what it is for",
    check: perFile(packageCode, ({ text }) =>
      /^(?:#!.*\n)?\/(?:\*|\/)/.test(text)
        ? []
        : [
            {
              line: 1,
              what: "no header",
              instead: "one to five lines: what for, and what surprises"
            }
          ]
    ),
    bad: { "packages/api/src/X.ts": "export const x = 1\n" },
    good: { "packages/cli/bin/x.mjs": "#!/usr/bin/env node\n// Starts it.\nstart()\n" }
  },
  {
    says: "a test lies in the folder of its area",
    check: (tree) =>
      tree
        .filter(({ path }) => /\.(?:test|spec)\.[a-z]+$/.test(path) && path !== "test/tidy.test.ts")
        .filter(({ path }) => {
          const [top, area, ...rest] = path.split("/")
          return top !== "test" || rest.length === 0 || !testAreas.includes(area ?? "")
        })
        .map(({ path }) => ({
          path,
          line: 1,
          what: "a test outside of the areas",
          instead: `test/<area>/; areas are ${testAreas.join(", ")}`
        })),
    bad: { "packages/api/src/x.test.ts": "" },
    good: { "test/store/postgres/x.test.ts": "" }
  },
  {
    says: "a test file is named for its subject, .test.ts",
    check: (tree) =>
      tree
        .filter(({ path }) => /^test\/.*\.(?:test|spec)\.\w+$/.test(path))
        .filter(({ path }) => !/\/[a-zA-Z][a-zA-Z0-9-]*\.test\.ts$/.test(path))
        .map(({ path }) => ({
          path,
          line: 1,
          what: "a name that the runner or a reader would miss",
          instead: "test/<area>/<subject>.test.ts"
        })),
    bad: { "test/store/append.spec.ts": "" }
  },
  {
    says: `the README of a package has at most ${readmeLinesMax} lines`,
    check: perFile(readme, ({ text }) => {
      const count = text.trimEnd().split("\n").length
      return count <= readmeLinesMax
        ? []
        : [
            {
              line: readmeLinesMax + 1,
              what: `${count} lines`,
              instead: "a page of packages/docs"
            }
          ]
    }),
    bad: { "packages/api/README.md": lines(readmeLinesMax + 1) },
    good: { "packages/client/README.md": lines(readmeLinesMax + 1) }
  }
]
