/** A file that is small and has one reader beside it is a part of that reader: somebody who follows it opens one file less. */
import { posix } from "node:path"

import { importsOf } from "./importRules.ts"
import type { Rule, Tree } from "./Rule.ts"

/** Lines. */
const smallLinesMax = 60

const production = /^packages\/.*\.tsx?$/
const code = /^(?:packages|test)\/.*\.(?:tsx?|mjs)$/

/** Files that stay apart though one file imports them: what they are, by path. */
const apart: ReadonlyArray<{ readonly files: RegExp; readonly why: string }> = [
  { files: /^packages\/dashboard\/src\/words\/de\//, why: "a table of words in German" },
  { files: /^packages\/dashboard\/src\/shell\/pages\.tsx$/, why: "the table of pages" },
  { files: /^packages\/cli\/src\/parentWatch\.ts$/, why: "it acts before anything else is loaded" }
]

/** The files that a file imports, and whether it loads them only when it needs them. */
const targetsOf = (tree: Tree) => {
  const known = new Set(tree.map(({ path }) => path))
  const pathOf = (path: string, from: string): string | undefined => {
    const ours = /^@rcpt\/([^/]+)\/(.+)$/.exec(from)
    const target = ours
      ? `packages/${ours[1]}/src/${ours[2]}`
      : from.startsWith(".")
        ? posix.join(posix.dirname(path), from)
        : undefined
    return target === undefined
      ? undefined
      : [target, `${target}.ts`, `${target}.tsx`].find((one) => known.has(one))
  }
  return tree
    .filter(({ path }) => code.test(path))
    .flatMap((file) =>
      importsOf(file).map(({ from, kind }) => ({
        path: file.path,
        target: pathOf(file.path, from),
        isLazy: kind === "dynamic"
      }))
    )
}

export const smallFileRules: ReadonlyArray<Rule> = [
  {
    says: `a file of under ${smallLinesMax} lines has more than one reader, or none beside it`,
    check: (tree) => {
      const readers = Map.groupBy(targetsOf(tree), ({ target }) => target)
      return tree
        .filter(({ path }) => production.test(path) && !apart.some(({ files }) => files.test(path)))
        .filter(({ text }) => text.trimEnd().split("\n").length < smallLinesMax)
        .flatMap(({ path }) => {
          const [first, ...others] = readers.get(path) ?? []
          const isPart =
            first !== undefined &&
            [first, ...others].every(({ path, isLazy }) => path === first.path && !isLazy) &&
            posix.dirname(first.path) === posix.dirname(path)
          const what = `only ${posix.basename(first?.path ?? "")} reads it`
          return isPart ? [{ path, line: 1, what, instead: "a part of that file" }] : []
        })
    },
    bad: {
      "packages/api/src/A.ts": 'import { b } from "./B.ts"\n',
      "packages/api/src/B.ts": "export const b = 1\n"
    },
    good: {
      "packages/api/src/A.ts": 'import { b } from "./B.ts"\nconst c = await import("./C.ts")\n',
      "packages/api/src/B.ts": "export const b = 1\n",
      "packages/api/src/C.ts": "export const c = 1\n",
      "test/api/b.test.ts": 'import { b } from "@rcpt/api/B"\n'
    }
  }
]
