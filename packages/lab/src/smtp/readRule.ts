/** Reads one `on` statement of a mail file: `on phase [pattern] [condition…] step…`. */
import { phases, type Condition, type Phase, type Rule } from "./MailScript.ts"
import { MailTextError, splitWord, type Statement } from "./MailText.ts"
import { beginsStep, durationMillis, readSteps } from "./readSteps.ts"

/** The pattern lists of all files, by name. */
export type Names = ReadonlyMap<string, ReadonlyArray<string>>

/** The phases whose commands have an argument to compare with a pattern. */
const withSubject: ReadonlyArray<Phase> = ["ehlo", "helo", "mail", "rcpt", "other"]

const conditions: Readonly<Record<string, string>> = {
  when: "when tls | when plain",
  first: "first N",
  every: "every N",
  after: "after N [per message]",
  over: "over N in 10s",
  within: "within 2s"
}

/** `*` matches any characters. Case is ignored, as in host names and most mailboxes. */
const patternOf = (globs: ReadonlyArray<string>): RegExp => {
  const sources = globs.map((glob) =>
    glob
      .split("*")
      .map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, String.raw`\$&`))
      .join(".*")
  )
  return new RegExp(`^(?:${sources.join("|")})$`, "isu")
}

/** A word without `*`, `@`, `.` and `<` is the name of a list. */
const globsOf = (text: string, names: Names, line: number): ReadonlyArray<string> =>
  text.split(",").flatMap((glob) => {
    if (/[*@.<]/.test(glob) || glob === "") return [glob]
    const list = names.get(glob)
    if (list === undefined)
      throw new MailTextError(line, `"${glob}" is neither a pattern nor the name of a list`)
    return list
  })

/** Takes words from the front of a rule. */
class Words {
  #text: string
  readonly #line: number
  constructor(text: string, line: number) {
    this.#text = text
    this.#line = line
  }

  get rest(): string {
    return this.#text
  }

  peek(): string {
    return splitWord(this.#text)[0]
  }

  take(): string {
    const [word, rest] = splitWord(this.#text)
    this.#text = rest
    return word
  }

  count(usage: string): number {
    const word = this.take()
    if (!/^[1-9]\d{0,5}$/.test(word)) throw new MailTextError(this.#line, usage)
    return Number(word)
  }

  millis(usage: string): number {
    const millis = durationMillis(this.take())
    if (millis === undefined) throw new MailTextError(this.#line, usage)
    return millis
  }

  expect(word: string, usage: string): void {
    if (this.take() !== word) throw new MailTextError(this.#line, usage)
  }
}

const takeCondition = (words: Words, phase: Phase, line: number): Condition => {
  const word = words.take()
  const usage = conditions[word] ?? ""
  switch (word) {
    case "when": {
      const where = words.take()
      if (where !== "tls" && where !== "plain") throw new MailTextError(line, usage)
      return { _tag: "when", tls: where === "tls" }
    }
    case "first":
    case "every":
      return { _tag: word, count: words.count(usage) }
    case "after": {
      const count = words.count(usage)
      const perMessage = words.peek() === "per"
      if (perMessage) {
        words.take()
        words.expect("message", usage)
      }
      if (perMessage && phase !== "rcpt") throw new MailTextError(line, "per message is for rcpt")
      return { _tag: "after", count, perMessage }
    }
    case "over": {
      const count = words.count(usage)
      words.expect("in", usage)
      return { _tag: "over", count, millis: words.millis(usage) }
    }
    case "within":
      if (phase !== "rcpt") throw new MailTextError(line, "within is for rcpt")
      return { _tag: "within", millis: words.millis(usage) }
    default:
      throw new MailTextError(
        line,
        `"${word}" is neither a condition nor a step; conditions are ${Object.keys(conditions).join(", ")}`
      )
  }
}

export const readRule = ({ text, line, steps }: Statement, names: Names): Rule => {
  const words = new Words(text, line)
  const word = words.take()
  const phase = phases.find((known) => known === word)
  if (phase === undefined)
    throw new MailTextError(line, `"${word}" is not a phase; there are ${phases.join(", ")}`)

  const isPattern = (next: string) =>
    next !== "" && !beginsStep(next) && !Object.hasOwn(conditions, next)
  let globs: ReadonlyArray<string> = ["*"]
  if (withSubject.includes(phase) && isPattern(words.peek()))
    globs = globsOf(words.take(), names, line)

  const ruleConditions: Array<Condition> = []
  while (words.rest !== "" && !beginsStep(words.peek()))
    ruleConditions.push(takeCondition(words, phase, line))

  const first = words.rest === "" ? [] : [{ text: words.rest, line }]
  const all = readSteps([...first, ...steps])
  if (all.length === 0) throw new MailTextError(line, `on ${phase} does nothing: it needs a step`)
  return { phase, pattern: patternOf(globs), conditions: ruleConditions, steps: all }
}
