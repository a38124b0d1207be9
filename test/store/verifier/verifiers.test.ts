/** The verifiers that customers run: both say the same of every proof, altered ones and nonsense included. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"

import * as fc from "fast-check"
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"

import { Refused, verifyProof } from "../../../packages/store/verifier/verifyProof.ts"
import { describeWith, python } from "../../support/needs.ts"
import { makeVectors } from "./vectors.ts"

const folder = join(import.meta.dirname, "../../../packages/store/verifier")
const vectorsFile = join(folder, "vectors.json")
const { key, vectors } = makeVectors()

interface Outcome {
  readonly code: number
  readonly sentence: string
}

type Case = readonly [text: string, key: string]

const inTypeScript = ([text, vkey]: Case): Outcome => {
  let proof: unknown
  try {
    proof = JSON.parse(text)
  } catch {
    return { code: 64, sentence: "a file with JSON" }
  }
  try {
    return { code: 0, sentence: verifyProof(proof, vkey) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { code: error.code, sentence: error.message }
  }
}

const inPython = (cases: ReadonlyArray<Case>): ReadonlyArray<Outcome> => {
  const input = cases.map((one) => `${JSON.stringify(one)}\n`).join("")
  const { stdout, stderr } = spawnSync("python3", [join(import.meta.dirname, "many.py")], {
    input,
    encoding: "utf8",
    maxBuffer: 100_000_000
  })
  assert.strictEqual(stderr, "")
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Outcome)
}

const vectorCases = vectors.map(({ proof }): Case => [JSON.stringify(proof), key])

describe("Each verifier", () => {
  const programs = [
    "verifyProof.ts",
    "verify_proof.py",
    "verifyConsistency.ts",
    "verify_consistency.py"
  ]
  it.each(programs)("is short enough to be read: %s", (name) => {
    const lines = readFileSync(join(folder, name), "utf8").split("\n")
    assert.isAtMost(lines.filter((line) => line !== "").length, 170)
  })
})

describe("The test vectors", () => {
  it("are those that are published", async () => {
    await expect(`${JSON.stringify({ key, vectors }, null, 1)}\n`).toMatchFileSnapshot(vectorsFile)
  })
})

describe("The verifier in TypeScript", () => {
  it.each(vectors.map((vector) => [vector.name, vector] as const))("judges %s", (_, vector) => {
    const found = inTypeScript([JSON.stringify(vector.proof), key])
    assert.strictEqual(found.code, vector.code, found.sentence)
    if (vector.sentence !== undefined) assert.strictEqual(found.sentence, vector.sentence)
    else assert.match(found.sentence, /^CreditsCharged .*\nis event 86 of ledger-/)
  })

  it("refuses what is no key", () => {
    const [text] = vectorCases[0]!
    const [name, id, value] = key.split("+")
    for (const wrong of ["", "x", `${name}+00000000+${value}`, `${name}+${id}+`, `${name}+${id}`])
      assert.strictEqual(inTypeScript([text, wrong]).code, 64, wrong)
  })
})

/** Values that a field of a proof may be replaced by. */
const nonsense = fc.oneof(
  fc.constantFrom(null, true, -1, 0.5, 1e308, 2 ** 53, 65_536, "", "0", "\ud800", [], {}, [[]]),
  fc.constantFrom("2026-02-30T00:00:00.000000Z", "2026-11-23T24:00:00.000000Z", "0".repeat(64)),
  fc.integer(),
  fc.string(),
  fc.json()
)

interface Field {
  readonly path: ReadonlyArray<string>
}

const fieldsOf = (value: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<Field> =>
  typeof value === "object" && value !== null
    ? [
        { path },
        ...Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, [...path, name]))
      ]
    : [{ path }]

const replaced = (value: unknown, [name, ...rest]: ReadonlyArray<string>, by: unknown): unknown => {
  if (name === undefined) return by
  const copy: unknown = Array.isArray(value) ? [...value] : { ...Object(value) }
  Object(copy)[name] = replaced(Object(value)[name], rest, by)
  return copy
}

/** One octet of a text differs. */
const flipped = (text: string, at: number): string => {
  const place = at % text.length
  const other = String.fromCharCode(text.charCodeAt(place) ^ 1)
  return text.slice(0, place) + other + text.slice(place + 1)
}

const base = vectors.find(({ name }) => name === "commit 128 of 257")!.proof

/** Fields that say nothing about what is proven. */
const isFree = ({ path }: Field): boolean => path[0] === "entry"

const fields = fieldsOf(base).filter((field) => !isFree(field) && field.path.length > 0)

const altered = fc
  .tuple(fc.constantFrom(...fields), nonsense, fc.nat(), fc.boolean())
  .map(([{ path }, by, at, isFlip]) => {
    const before = path.reduce<unknown>((value, name) => Object(value)[name], base)
    const value = isFlip && typeof before === "string" ? flipped(before, at) : by
    const isSame = JSON.stringify(value) === JSON.stringify(before)
    return isSame ? undefined : JSON.stringify(replaced(base, path, value))
  })

describeWith(python, "Both verifiers", () => {
  it("say the same of the test vectors", () => {
    assert.deepStrictEqual(inPython(vectorCases), vectorCases.map(inTypeScript))
  })

  it("refuse every altered proof, in the same words", () => {
    const cases = fc
      .sample(altered, { numRuns: 3_000, seed: 4711 })
      .flatMap((text): ReadonlyArray<Case> => (text === undefined ? [] : [[text, key]]))
    const found = cases.map(inTypeScript)
    assert.deepStrictEqual(inPython(cases), found)
    found.forEach(({ code }, index) => assert.notStrictEqual(code, 0, cases[index]![0]))
  })

  it("refuse what is no proof and what is no JSON", () => {
    const texts = ["", "{", "NaN", "[]", "null", "1", '"x"', "{}", '{"format":1}', "\ufeff{}"]
    const deep = "[".repeat(100_000)
    const cases = [...texts, deep].map((text): Case => [text, key])
    const found = cases.map(inTypeScript)
    assert.deepStrictEqual(inPython(cases), found)
    for (const { code } of found) assert.strictEqual(code, 64)
  })
})

describeWith(python, "On the command line", () => {
  let here = ""
  beforeAll(() => void (here = mkdtempSync(join(tmpdir(), "proofs-"))))
  afterAll(() => rmSync(here, { recursive: true }))

  const programs = [
    ["node", join(folder, "verifyProof.ts")],
    ["python3", join(folder, "verify_proof.py")]
  ] as const

  it.each(programs)("%s checks also where it was started by another name", (program, file) => {
    const link = join(here, `link-${program}`)
    symlinkSync(folder, link)
    const path = join(here, "none.json")
    const node = program === "node" ? process.execPath : program
    const { status } = spawnSync(node, [join(link, basename(file)), path, key])
    assert.strictEqual(status, 64)
  })

  it.each(programs)("%s proves on a terminal that lacks letters of the proof", (program, file) => {
    const path = join(here, "letters.json")
    writeFileSync(path, JSON.stringify(vectors[0]!.proof))
    const node = program === "node" ? process.execPath : program
    const env = { ...process.env, PYTHONIOENCODING: "cp1252" }
    const { status, stderr } = spawnSync(node, [file, path, key], { encoding: "utf8", env })
    assert.deepStrictEqual([status, stderr], [0, ""])
  })

  it.each(programs)("%s ends with 0, 1 or 64, and says why in one line", (program, file) => {
    const run = (name: string, text: string, ...args: ReadonlyArray<string>) => {
      const path = join(here, name)
      writeFileSync(path, text)
      const node = program === "node" ? process.execPath : program
      const { status, stdout, stderr } = spawnSync(node, [file, path, ...args], {
        encoding: "utf8"
      })
      return { status, lines: [stdout, stderr].map((out) => out.trim().split("\n").length), stderr }
    }
    const [right, wrong] = [0, 1].map((code) =>
      JSON.stringify(vectors.find((vector) => vector.code === code)!.proof)
    )
    assert.deepStrictEqual(run("right.json", right!, key), { status: 0, lines: [3, 1], stderr: "" })
    const refused = run("wrong.json", wrong!, key)
    assert.deepStrictEqual([refused.status, refused.lines], [1, [1, 1]])
    for (const [name, text, ...args] of [
      ["no.json", "{", key],
      ["no-key.json", right!, "x"],
      ["no-argument.json", right!]
    ] as const) {
      const { status, lines, stderr } = run(name, text, ...args)
      assert.deepStrictEqual([status, lines], [64, [1, 1]], stderr)
    }
  })
})
