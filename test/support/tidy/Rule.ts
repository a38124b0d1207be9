/** The types of the tidy test: a tree of files, a rule about it, and its breaches. */

export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string
  readonly text: string
}

export type Tree = ReadonlyArray<SourceFile>

export interface Breach {
  readonly path: string
  /** From 1. */
  readonly line: number
  readonly what: string
  readonly instead: string
}

export interface Rule {
  /** A sentence in the present tense: the name of its test. */
  readonly says: string
  readonly check: (tree: Tree) => ReadonlyArray<Breach>
  /** A small tree that breaks only this rule, once: path → text. */
  readonly bad: Readonly<Record<string, string>>
  /** A small tree that a careless rule would report by mistake. */
  readonly good?: Readonly<Record<string, string>>
}

export const treeOf = (files: Readonly<Record<string, string>>): Tree =>
  Object.entries(files).map(([path, text]) => ({ path, text }))

export const lineAt = (text: string, index: number): number =>
  text.slice(0, index).split("\n").length

export const print = ({ path, line, what, instead }: Breach): string =>
  `${path}:${line}: ${what} → ${instead}`

/** A rule that checks each file separately. */
export const perFile =
  (files: RegExp, check: (file: SourceFile) => ReadonlyArray<Omit<Breach, "path">>) =>
  (tree: Tree): ReadonlyArray<Breach> =>
    tree
      .filter(({ path }) => files.test(path))
      .flatMap((file) => check(file).map((breach) => ({ path: file.path, ...breach })))
