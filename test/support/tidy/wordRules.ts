/**
 * Banned words, each with its replacement. A word is added when a review has to mention it twice.
 */
import { mask } from "./mask.ts"
import { lineAt, perFile, type Rule } from "./Rule.ts"

interface BannedWord {
  readonly says: string
  readonly word: RegExp
  /** `code` leaves comments and strings out; `text` is everything. */
  readonly in: "code" | "text"
  readonly files: RegExp
  readonly except?: RegExp
  readonly instead: string
  readonly bad: Readonly<Record<string, string>>
  readonly good?: Readonly<Record<string, string>>
}

/** These files contain the banned words. */
const tidy = /^test\/(?:support\/tidy\/|tidy\.test\.ts$)/
const code = /^(?:packages|test)\/.*\.(?:ts|tsx|mts|mjs|js)$/
const tests = /^test\/.*\.ts$/
const domain = /^packages\/domain\/.*\.ts$/
const everything = /^/

const bannedWords: ReadonlyArray<BannedWord> = [
  {
    says: "nothing is left for later in a comment",
    word: /\b(?:TODO|FIXME|XXX|HACK)\b/,
    in: "text",
    files: everything,
    except: /(?:^|\/)(?:package-lock\.json|LICENSE)$/,
    instead: "do it now, or open an issue and leave the code without a note",
    bad: { "packages/api/src/X.ts": "// TODO: handle this\n" }
  },
  {
    says: "no type is any",
    word: /\bas any\b|:\s*any\b|<any>|\bany\[\]/,
    in: "code",
    files: code,
    instead: "unknown and a Schema, or the type that it has",
    bad: { "packages/api/src/X.ts": "const x = y as any\n" },
    good: { "packages/api/src/X.ts": "// as any reader knows\nconst any = 1\n" }
  },
  {
    says: "the compiler is not silenced",
    word: /@ts-(?:ignore|nocheck)/,
    in: "text",
    files: code,
    instead: "make the types say what is true",
    bad: { "packages/api/src/X.ts": "// @ts-ignore\n" }
  },
  {
    says: "only the command line and benchmarks print",
    word: /\bconsole\.\w+/,
    in: "code",
    files: code,
    except: /^packages\/cli\/|^test\/(?:support\/)?bench\/|^packages\/lab\/src\/main\.ts$/,
    instead: "Effect.log, which carries ids and never an address in clear text",
    bad: { "packages/service/src/X.ts": "console.log(request)\n" },
    good: { "packages/cli/src/X.ts": "console.log(request)\n" }
  },
  {
    says: "nothing depends on Math.random",
    word: /\bMath\.random\b/,
    in: "code",
    files: code,
    instead: "node:crypto for secrets and ids, Effect's Random for jitter, fast-check in tests",
    bad: { "test/store/x.test.ts": "const id = Math.random()\n" }
  },
  {
    says: "the domain does not read the time",
    word: /\bDate\.now\s*\(|\bnew Date\(\s*\)|\bperformance\.now\s*\(/,
    in: "code",
    files: domain,
    instead: "take the time as an argument",
    bad: { "packages/domain/src/X.ts": "const at = Date.now()\n" },
    good: { "packages/domain/src/X.ts": "const at = new Date(millis)\n" }
  },
  {
    says: "the domain does not wait",
    word: /\bset(?:Timeout|Interval|Immediate)\s*\(/,
    in: "code",
    files: domain,
    instead: "decide what is true at a time; let the service wait",
    bad: { "packages/domain/src/X.ts": "setTimeout(f, 5)\n" }
  },
  {
    says: "one file reads the environment",
    word: /\bprocess\.env\b|\bprocess\[/,
    in: "code",
    files: /^packages\/.*\.tsx?$/,
    // The second reads a variable of Node's own, before it is known what is loaded; tools read those of npm.
    except: /^packages\/(?:(?:service\/src\/platform\/Config|cli\/src\/builds)\.ts$|tools\/)/,
    instead: "a field of packages/service/src/platform/Config.ts",
    bad: { "packages/verifier/src/X.ts": 'const dns = process.env["RCPT_DNS_SERVERS"]\n' },
    good: { "packages/cli/bin/x.mjs": "const path = process.env.npm_execpath\n" }
  },
  {
    says: "the verifier asks, and serves nobody",
    word: /\bcreate(?:Secure|Http2)?Server\b/,
    in: "code",
    files: /^packages\/verifier\/.*\.ts$/,
    instead: "a handler in packages/service; servers for tests are in packages/lab",
    bad: { "packages/verifier/src/X.ts": "const server = createServer()\n" },
    good: { "packages/lab/src/X.ts": "const server = createServer()\n" }
  },
  {
    says: "a test says what is, not what should be",
    word: /\b(?:it|test|describe)(?:\.\w+)*\(\s*["'`][^"'`\n]*\bshould\b/,
    in: "text",
    files: tests,
    instead: "the present tense, with the describe as its subject",
    bad: { "test/store/x.test.ts": 'it("should work", () => {})\n' },
    good: { "test/store/x.test.ts": 'it("appends", () => check("should"))\n' }
  },
  {
    says: "no test is skipped, singled out or promised",
    word: /\b(?:it|test|describe)(?:\.\w+)*\.(?:skip|only|todo)\b/,
    in: "code",
    files: tests,
    except: /^test\/support\/needs\.ts$/,
    instead: "repair it or delete it; what a machine lacks is said with test/support/needs.ts",
    bad: { "test/store/x.test.ts": 'it.live.skip("appends", () => {})\n' }
  },
  {
    says: "nothing of ours is mocked",
    word: /\bvi\.(?:mock|fn|spyOn|stubGlobal)\b/,
    in: "code",
    files: tests,
    instead: "a small world: a zone, a scripted server, a store in memory",
    bad: { "test/store/x.test.ts": "const resolve = vi.fn()\n" }
  },
  {
    says: "no file names a folder of somebody's machine",
    word: /(?<![\w.@:/-])\/(?:work|root|Users\/\w+|home\/(?!node\b)\w+)\//,
    in: "text",
    files: everything,
    instead: "a path from the repository's root, or import.meta.dirname",
    bad: { "infra/compose.yaml": "volumes: [/home/ann/rcpt:/app]\n" },
    good: { "packages/api/src/X.ts": 'const at = "https://x.org/jobs/9"\n' }
  },
  {
    says: "no code names the folder for temporary files",
    word: /["'`]\/tmp\b/,
    in: "text",
    files: code,
    instead: "os.tmpdir()",
    bad: { "test/store/x.test.ts": 'mkdtempSync("/tmp/x")\n' }
  },
  {
    says: "no file names a package registry",
    word: /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\.|"resolved":\s*"https?:|\bregistry\s*=\s*https?:/,
    in: "text",
    files: everything,
    instead: "nothing: npm installs from whichever registry is configured",
    bad: { ".npmrc": "registry=https://packages.example/\n" },
    good: { "package-lock.json": '"resolved": "packages/api"\n' }
  }
]

const globally = ({ source }: RegExp): RegExp => new RegExp(source, "g")

export const wordRules: ReadonlyArray<Rule> = bannedWords.map(
  ({ says, word, in: where, files, except, instead, bad, good }) => ({
    says,
    bad,
    ...(good && { good }),
    check: perFile(files, ({ path, text }) =>
      except?.test(path) || tidy.test(path)
        ? []
        : [...(where === "code" ? mask(text) : text).matchAll(globally(word))].map(
            ({ 0: found, index }) => ({ line: lineAt(text, index), what: found.trim(), instead })
          )
    )
  })
)
