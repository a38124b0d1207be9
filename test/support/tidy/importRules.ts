/**
 * Which package may import which. The table is the architecture: other imports are not allowed.
 * Imports are found by pattern, because TypeScript 7 has no parser API.
 */
import { posix } from "node:path"

import { dashboardShared } from "@rcpt/cli/builds"

import { mask } from "./mask.ts"
import { lineAt, perFile, type Rule, type SourceFile } from "./Rule.ts"

export interface Import {
  readonly line: number
  readonly from: string
  /** `{ Effect, Layer }`, `* as X`, `X`, or empty. */
  readonly clause: string
  readonly kind: "value" | "type" | "dynamic"
}

const clause = String.raw`(\w+(?:\s*,\s*\{[^}]*\})?|\{[^}]*\}|\*(?:\s+as\s+\w+)?)`
const statement = new RegExp(
  String.raw`^[ \t]*(?:import|export)\s+(type\s+)?(?:${clause}\s*from\s*)?["']([^"'\n]+)["']`,
  "gm"
)
const call = /\b(?:import|require)\(\s*["'`]([^"'`\n]+)["'`]/g

export const importsOf = ({ text }: SourceFile): ReadonlyArray<Import> => {
  const masked = mask(text)
  const isCode = (index: number) => masked[index] === text[index]
  const found: Array<Import> = []
  for (const match of text.matchAll(statement)) {
    const index = match.index + match[0].search(/\S/)
    const kind = match[1] ? "type" : "value"
    if (isCode(index))
      found.push({ line: lineAt(text, index), from: match[3] ?? "", clause: match[2] ?? "", kind })
  }
  for (const match of text.matchAll(call))
    if (isCode(match.index))
      found.push({
        line: lineAt(text, match.index),
        from: match[1] ?? "",
        clause: "",
        kind: "dynamic"
      })
  return found
}

interface Border {
  /** Our packages that it may import. */
  readonly mayImport: ReadonlyArray<string>
  /** External modules that it must not import. */
  readonly neverSees: RegExp
  readonly why: string
}

const machinery = "effect\\/(?:sql|http|http-api|cluster|rpc|cli|net|socket|workflow|persistence)"
const nothing = /(?!)/

/** Which package may import which. */
export const borders: Readonly<Record<string, Border>> = {
  domain: {
    mayImport: [],
    neverSees: new RegExp(`^(?:node:|@effect/|${machinery}(?:/|$)|effect/(?:Clock|Random)$)`),
    why: "the domain says what is true; clock, chance and machinery come in as arguments"
  },
  store: {
    mayImport: [],
    neverSees: /^effect\/(?:http|http-api|cluster|cli)(?:\/|$)/,
    why: "the store keeps facts of any kind and knows no transport"
  },
  verifier: {
    mayImport: ["domain"],
    neverSees:
      /^(?:@effect\/sql|effect\/(?:sql|cluster|http-api)(?:\/|$)|effect\/http\/Http(?:Server|Router))/,
    why: "the verifier is a library: no database, no server, no cluster"
  },
  api: {
    mayImport: ["domain"],
    neverSees: /^(?:node:|@effect\/platform-node|@effect\/sql|effect\/(?:sql|cluster)(?:\/|$))/,
    why: "the contract has no handlers, and the dashboard loads it in a browser"
  },
  service: {
    mayImport: ["domain", "store", "verifier", "api", "docs"],
    neverSees: nothing,
    why: ""
  },
  dashboard: {
    mayImport: ["api", "domain"],
    neverSees: /^node:/,
    why: "the dashboard runs in a browser"
  },
  cli: { mayImport: ["domain", "api", "verifier", "service", "lab"], neverSees: nothing, why: "" },
  tools: {
    mayImport: ["api", "service", "cli", "docs", "verifier"],
    neverSees: nothing,
    why: ""
  },
  client: { mayImport: [], neverSees: /^[^.]/, why: "any program can take it: no dependencies" },
  docs: { mayImport: ["api", "domain", "verifier"], neverSees: nothing, why: "" },
  lab: { mayImport: ["domain"], neverSees: /^@effect\//, why: "the lab is effect and node alone" }
}

const sources = /^packages\/[^/]+\/.*\.(?:ts|tsx|mts|mjs|js)$/
/** Runs in Node, before there is a page. */
const building = /^packages\/dashboard\/(?:vite\.config\.ts$|build\/)/
const packageOf = (path: string): string => path.split("/")[1] ?? ""
const ours = /^@rcpt\/([^/]+)/

export const importRules: ReadonlyArray<Rule> = [
  {
    says: "a package imports only the packages of ours that the table grants it",
    check: perFile(sources, (file) =>
      importsOf(file).flatMap(({ line, from }) => {
        const target = ours.exec(from)?.[1]
        const border = borders[packageOf(file.path)]
        if (!target || target === packageOf(file.path) || border?.mayImport.includes(target))
          return []
        const granted = border?.mayImport.join(", ") || "no package of ours"
        return [
          {
            line,
            what: `imports ${from}`,
            instead: `${packageOf(file.path)} may import ${granted}`
          }
        ]
      })
    ),
    bad: { "packages/store/src/X.ts": 'import { print } from "@rcpt/domain/Address"\n' },
    good: {
      "packages/api/src/X.ts":
        '// import "@rcpt/store/X"\nimport type { A } from "@rcpt/domain/A"\n'
    }
  },
  {
    says: "a package does not see what would bind it to a database, a transport or a machine",
    check: perFile(sources, (file) =>
      importsOf(file).flatMap(({ line, from }) => {
        const border = borders[packageOf(file.path)]
        return border?.neverSees.test(from) && !building.test(file.path)
          ? [{ line, what: `imports ${from}`, instead: border.why }]
          : []
      })
    ),
    bad: { "packages/domain/src/X.ts": 'import {\n  SqlClient\n} from "effect/sql"\n' },
    good: {
      "packages/service/src/X.ts": 'import { SqlClient } from "effect/sql"\n',
      "packages/dashboard/build/x.ts": 'import { gzip } from "node:zlib"\n'
    }
  },
  {
    says: "the dashboard takes types alone from packages of ours, a few tables and how a list is read",
    check: perFile(/^packages\/dashboard\//, (file) =>
      importsOf(file)
        .filter(
          ({ from, kind }) =>
            kind !== "type" &&
            from.startsWith("@rcpt/") &&
            !dashboardShared.includes(from.slice("@rcpt/".length))
        )
        .map(({ line, from }) => ({
          line,
          what: `imports ${from}`,
          instead: "import type; the code of the contract is larger than all pages together"
        }))
    ),
    bad: { "packages/dashboard/src/X.ts": 'import { Account } from "@rcpt/api/Account"\n' },
    good: { "packages/dashboard/src/X.ts": 'import type { Account } from "@rcpt/api/Account"\n' }
  },
  {
    says: "the domain takes neither clock nor chance from effect",
    check: perFile(/^packages\/domain\/src\//, (file) =>
      importsOf(file)
        .filter(({ from, clause }) => from === "effect" && /\b(?:Clock|Random)\b/.test(clause))
        .map(({ line }) => ({
          line,
          what: "imports Clock or Random",
          instead: "take the time or the id as an argument"
        }))
    ),
    bad: { "packages/domain/src/X.ts": 'import { Clock, Schema } from "effect"\n' }
  },
  {
    says: "a package of ours belongs to the table",
    check: (tree) =>
      tree
        .filter(({ path }) => /^packages\/[^/]+\/package\.json$/.test(path))
        .filter(({ path }) => !Object.hasOwn(borders, packageOf(path)))
        .map(({ path }) => ({
          path,
          line: 1,
          what: `"${packageOf(path)}" is not in the import table`,
          instead: "say in test/support/tidy/importRules.ts what it may import"
        })),
    bad: { "packages/shared/package.json": "{}" }
  },
  {
    says: "a package imports from outside only what its package.json names",
    check: (tree) =>
      tree
        .filter(({ path }) => sources.test(path))
        .flatMap((file) => {
          const manifest = `packages/${packageOf(file.path)}/package.json`
          const text = tree.find(({ path }) => path === manifest)?.text ?? ""
          return importsOf(file)
            .filter(({ from }) => !/^(?:\.|node:|@rcpt\/)/.test(from))
            .map(({ line, from }) => ({
              line,
              name: /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from
            }))
            .filter(({ name }) => !text.includes(`"${name}":`))
            .map(({ line, name }) => ({
              path: file.path,
              line,
              what: `imports "${name}", which another package happens to install`,
              instead: `name it in ${manifest}`
            }))
        }),
    bad: {
      "packages/api/package.json": '{ "dependencies": { "effect": "4.1.0" } }',
      "packages/api/src/X.ts": 'import { it } from "vitest"\n'
    },
    good: {
      "packages/api/package.json": '{ "dependencies": { "effect": "4.1.0" } }',
      "packages/api/src/X.ts":
        'import { createHash } from "node:crypto"\nimport { y } from "effect/sql"\n'
    }
  },
  {
    says: "a relative import stays in its package",
    check: perFile(sources, (file) =>
      importsOf(file).flatMap(({ line, from }) => {
        const target = posix.join(posix.dirname(file.path), from)
        const home = `packages/${packageOf(file.path)}/`
        return from.startsWith(".") && !target.startsWith(home)
          ? [
              {
                line,
                what: `reaches ${target}`,
                instead: "import @rcpt/<package>/<File>; never a test"
              }
            ]
          : []
      })
    ),
    bad: { "packages/api/src/X.ts": 'export { given } from "../../../test/support/given.ts"\n' },
    good: { "packages/api/src/a/X.ts": 'import { y } from "../Y.ts"\n' }
  },
  {
    says: "the lab is loaded only when asked for: by a dynamic import, from the cli",
    check: perFile(/^packages\/cli\//, (file) =>
      importsOf(file)
        .filter(({ from, kind }) => from.startsWith("@rcpt/lab") && kind === "value")
        .map(({ line }) => ({
          line,
          what: "imports the lab at start",
          instead: 'await import("@rcpt/lab/Lab") where --lab is handled'
        }))
    ),
    bad: { "packages/cli/src/X.ts": 'import * as Lab from "@rcpt/lab/Lab"\n' },
    good: { "packages/cli/src/X.ts": 'const { start } = await import("@rcpt/lab/Lab")\n' }
  }
]
