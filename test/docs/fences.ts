/** The code blocks of the docs' pages. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

export const root = join(import.meta.dirname, "../..")

export interface Fence {
  readonly file: string
  readonly line: number
  readonly language: string
  /** `long`, `container`, `settings`, `signature`, `guide`, `library`; of a `diff` its language; "" where it is run. */
  readonly kind: string
  readonly text: string
}

/** `file`: from the root of the repository. */
export const fencesOf = (file: string): ReadonlyArray<Fence> => {
  const page = readFileSync(join(root, file), "utf8")
  return [...page.matchAll(/^```(\w*) ?(\w*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    file,
    line: page.slice(0, match.index).split("\n").length,
    language: match[1]!,
    kind: match[2]!,
    text: match[3]!
  }))
}

/** What a page tells the libraries in one language: the lines of its diff as they are after the change, and those beside. */
export const libraryLines = (file: string, language: string): string =>
  fencesOf(file)
    .flatMap((fence) => {
      if (fence.language === language && fence.kind === "library") return [fence.text]
      return fence.language === "diff" && fence.kind === language
        ? [fence.text.replaceAll(/^-.*\n/gm, "").replaceAll(/^[ +]/gm, "")]
        : []
    })
    .join("")

/** What runs, in one language, in the order of the page. */
export const codeOf = (file: string, language: string): ReadonlyArray<string> =>
  fencesOf(file).flatMap((fence) =>
    fence.language === language && fence.kind === "" ? [fence.text] : []
  )

/** The files of a guide by their names, which stand in a comment on their first or second line. */
export const filesOf = (page: string): ReadonlyMap<string, string> =>
  new Map(
    fencesOf(`packages/docs/guides/${page}.md`)
      .filter(({ kind }) => kind === "guide")
      .map(({ text, line }) => {
        const [, name] = /^(?:#!.*\n)?(?:<\?php )?(?:\/\/|#|<!--) (\S+\.\w+)/.exec(text) ?? []
        if (name === undefined) throw new Error(`${page}.md:${line} begins without a file's name`)
        return [name, text]
      })
  )
