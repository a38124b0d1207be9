/**
 * Reads a Dockerfile as far as ours goes: stages, flags, the two forms of arguments, and lines that are
 * continued. What it does not know is an error, so that no step is passed over.
 */

export interface Instruction {
  /** From 1. */
  readonly line: number
  readonly keyword: string
  /** `--mount=type=cache,target=/x` as `["mount", "type=cache,target=/x"]`. */
  readonly flags: ReadonlyArray<readonly [string, string]>
  /** Words of the JSON form; `undefined`: the shell form. */
  readonly words: ReadonlyArray<string> | undefined
  /** All after the flags. */
  readonly text: string
}

export interface Stage {
  readonly from: string
  readonly name: string | undefined
  readonly instructions: ReadonlyArray<Instruction>
}

const keywords = [
  "FROM",
  "RUN",
  "COPY",
  "WORKDIR",
  "ENV",
  "USER",
  "LABEL",
  "VOLUME",
  "EXPOSE",
  "STOPSIGNAL",
  "HEALTHCHECK",
  "ENTRYPOINT",
  "CMD"
]

const wordsOf = (text: string): ReadonlyArray<string> | undefined =>
  text.startsWith("[") ? JSON.parse(text) : undefined

const instructionOf = (line: number, joined: string): Instruction => {
  const [, keyword = "", given = "", text = ""] =
    /^(\w+)((?:\s+--[\w-]+=\S+)*)\s+(.*)$/.exec(joined) ?? []
  if (!keywords.includes(keyword)) throw new Error(`Dockerfile:${line}: "${joined}" is not known`)
  const flags = [...given.matchAll(/--([\w-]+)=(\S+)/g)].map(
    ([, name = "", value = ""]) => [name, value] as const
  )
  return { line, keyword, flags, words: wordsOf(text), text }
}

/** A comment may stand between the lines of an instruction. */
const instructionsOf = (text: string): ReadonlyArray<Instruction> => {
  const found: Array<Instruction> = []
  let open: { readonly line: number; readonly joined: string } | undefined
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim()
    if (line === "" || line.startsWith("#")) continue
    const start = open?.line ?? index + 1
    const joined = `${open?.joined ?? ""}${line.replace(/\\$/, "")}`
    open = line.endsWith("\\") ? { line: start, joined } : undefined
    if (open === undefined) found.push(instructionOf(start, joined))
  }
  return found
}

export const parseDockerfile = (text: string): ReadonlyArray<Stage> => {
  const stages: Array<{ from: string; name: string | undefined; instructions: Instruction[] }> = []
  for (const instruction of instructionsOf(text)) {
    if (instruction.keyword === "FROM") {
      const [from = "", , name] = instruction.text.split(/\s+/)
      stages.push({ from, name, instructions: [] })
      continue
    }
    const stage = stages.at(-1)
    if (stage === undefined) throw new Error("Dockerfile: no FROM before the first step")
    stage.instructions.push(instruction)
  }
  return stages
}

/** `a=b c="d e"`, of ENV and LABEL. */
export const pairsOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))/g)].map(([, name, quoted, plain]) => [
      name,
      quoted ?? plain
    ])
  )
