/** Rules about events, tables and manifests: past tense, sources, pinned versions. */
import { closing, mask } from "./mask.ts"
import { lineAt, perFile, type Breach, type Rule, type Tree } from "./Rule.ts"

const packageCode = /^packages\/[^/]+\/src\/.*\.ts$/

/**
 * Distinct external packages that production installs. We are responsible for each of them. Builds of one
 * program for several platforms, of which an installation gets one, are one.
 */
const outsidersMax = 27

/** Regular verbs end in "ed"; irregular ones are added here when an event needs them. */
const pastTense = /(?:ed|Held|Sent|Begun|Lost|Paid)$/

interface Element {
  readonly index: number
  readonly text: string
}

/** The elements between the bracket at `open` and its match, split at the commas of that depth. */
const elementsOf = (masked: string, open: number): ReadonlyArray<Element> => {
  const end = closing(masked, open)
  const elements: Array<Element> = []
  let start = open + 1
  for (let at = start; at <= end; at++) {
    const char = masked[at] ?? ""
    if (at < end && "([{".includes(char)) at = closing(masked, at)
    if (at !== end && char !== ",") continue
    const text = masked.slice(start, at)
    if (text.trim() !== "") elements.push({ index: start + text.search(/\S/), text: text.trim() })
    start = at + 1
  }
  return elements
}

const eventUnion = /\bconst \w*Event\s*=\s*Schema\.TaggedUnion\(\s*\{/g

const events: Rule = {
  says: "an event is a fact: its name is in the past tense",
  check: perFile(packageCode, ({ text }) => {
    const masked = mask(text)
    return [...masked.matchAll(eventUnion)].flatMap((match) =>
      elementsOf(masked, match.index + match[0].length - 1).flatMap(({ index, text: element }) => {
        const tag = /^\w+/.exec(element)?.[0] ?? ""
        return pastTense.test(tag)
          ? []
          : [
              {
                line: lineAt(text, index),
                what: `event ${tag}`,
                instead: "what happened: CreditsHeld"
              }
            ]
      })
    )
  }),
  bad: {
    "packages/domain/src/X.ts":
      "export const JobEvent = Schema.TaggedUnion({\n  /** Go. */\n  JobStarted: { id: S },\n  ChunkSettle: { n: S }\n})\n"
  },
  good: {
    "packages/domain/src/X.ts":
      "export const JobEvent = Schema.TaggedUnion({ JobStarted: { to: { run: S } } })\n"
  }
}

/** `const x: ReadonlyArray<Row> = [`, at the top level of a file. */
const table = /^(?:export )?const \w+[^=\n]*=\s*\[/gm

/** Tables about other systems are in a `rules/` folder. */
const verifierRules = /^packages\/verifier\/src\/(?:\w+\/)*rules\//

const sources: Rule = {
  says: "a row that claims a fact about the outside carries its source",
  check: perFile(packageCode, ({ path, text }) => {
    const masked = mask(text)
    return [...masked.matchAll(table)].flatMap((match) => {
      const rows = elementsOf(masked, match.index + match[0].length - 1).filter((row) =>
        row.text.startsWith("{")
      )
      const sourced = rows.filter((row) => /[{,\s]source\b/.test(row.text))
      const wanted = verifierRules.test(path) || sourced.length > 0
      return rows
        .filter((row) => wanted && !sourced.includes(row))
        .map(({ index }) => ({
          line: lineAt(text, index),
          what: "a row without source",
          instead: "source: RFC and section, a list with licence and date, or our own measurement"
        }))
    })
  }),
  bad: {
    "packages/verifier/src/smtp/rules/x.ts":
      'export const rules: ReadonlyArray<Rule> = [\n  { code: "5.1.1", source: "RFC 3463" },\n  { code: "[{" }\n]\n'
  },
  good: {
    "packages/verifier/src/smtp/rules/x.ts":
      "export const rules = [{ code, source }, spread({ a: 1 })]\nconst steps = [one, two]\n",
    "packages/api/src/X.ts": "const rows = [{ a: 1 }]\n"
  }
}

interface Dependency {
  readonly path: string
  readonly line: number
  readonly name: string
  readonly version: string
}

/** Production dependencies: `dependencies` and `optionalDependencies` of every package. */
const dependenciesOf = (tree: Tree): ReadonlyArray<Dependency> =>
  tree
    .filter(({ path }) => /^packages\/[^/]+\/package\.json$/.test(path))
    .flatMap(({ path, text }) => {
      const manifest: Record<string, Record<string, string> | undefined> = JSON.parse(text)
      const groups = [manifest["dependencies"], manifest["optionalDependencies"]]
      return groups.flatMap((group) =>
        Object.entries(group ?? {}).map(([name, version]) => {
          return { path, line: lineAt(text, text.indexOf(`"${name}":`)), name, version }
        })
      )
    })

const outsiders = (tree: Tree) =>
  dependenciesOf(tree).filter(({ name }) => !name.startsWith("@rcpt/"))

/** `@scope/linux-x64` and its siblings. */
const programOf = ({ name }: Dependency): string =>
  name.replace(/\/(?:darwin|linux|windows)-\w+$/, "/*")

const exact = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/

const breachOf = ({ path, line }: Dependency, what: string, instead: string): Breach => {
  return { path, line, what, instead }
}

const dependencies: ReadonlyArray<Rule> = [
  {
    says: "a production dependency has an exact version",
    check: (tree) =>
      dependenciesOf(tree)
        .filter(({ version }) => !exact.test(version))
        .map((one) => breachOf(one, `"${one.name}": "${one.version}"`, "the one version tried")),
    bad: { "packages/api/package.json": '{ "dependencies": { "effect": "^4.1.0" } }' },
    good: { "packages/api/package.json": '{ "dependencies": { "nats": "npm:@nats-io/x@3.1.0" } }' }
  },
  {
    says: `there are at most ${outsidersMax} production dependencies`,
    check: (tree) => {
      const first = new Map(outsiders(tree).map((one) => [programOf(one), one]))
      return [...first.values()]
        .slice(outsidersMax)
        .map((one) => breachOf(one, `"${one.name}" is one too many`, "write it, or drop another"))
    },
    bad: {
      "packages/api/package.json": JSON.stringify({
        dependencies: Object.fromEntries(
          Array.from({ length: outsidersMax + 1 }, (_, n) => [`x${n}`, "1.0.0"])
        )
      })
    }
  },
  {
    says: "a production dependency is named in the README of its package",
    check: (tree) =>
      outsiders(tree).flatMap((one) => {
        const readme = one.path.replace("package.json", "README.md")
        const text = tree.find(({ path }) => path === readme)?.text ?? ""
        // One entry may name the builds for several platforms: `@scope/*`.
        return text.includes(one.name) || text.includes(one.name.replace(/\/.*/, "/*"))
          ? []
          : [breachOf(one, `${readme} does not name "${one.name}"`, "say there what it is for")]
      }),
    bad: { "packages/api/package.json": '{ "dependencies": { "effect": "4.1.0" } }' },
    good: {
      "packages/api/package.json": '{ "dependencies": { "effect": "4.1.0" } }',
      "packages/api/README.md": "`effect`: everything."
    }
  }
]

export const factRules: ReadonlyArray<Rule> = [events, sources, ...dependencies]
