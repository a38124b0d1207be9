/** The checkers that auditors run on two checkpoints: both say the same, and refuse what does not continue the kept log. */
import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"

import * as checkpoint from "@rcpt/store/tree/checkpoint"
import * as merkle from "@rcpt/store/tree/merkle"
import { rootOf } from "@rcpt/store/tree/tiles"
import { Effect } from "effect"

import { verifyConsistency } from "../../../packages/store/verifier/verifyConsistency.ts"
import { Refused } from "../../../packages/store/verifier/verifyProof.ts"
import { describeWith, python } from "../../support/needs.ts"
import { tempFolder } from "../../support/tempFolder.ts"
import { assert, describe, it } from "../../support/vitest.ts"

const origin = "rcpt/0191a2b3-c4d5-4e6f-8a9b-0c1d2e3f4a5b"
const signerOf = (text: string) => ({ seed: Buffer.alloc(checkpoint.seedOctets, text) })
const [signer, stranger] = [signerOf("a key of the log"), signerOf("of another person")]
const key = checkpoint.verifierOf(origin, signer)

/** A log with so many commits; `history` names which one. */
const hashIn =
  (history: string) =>
  ({ start, end }: merkle.Range): merkle.Hash => {
    const leaves = Array.from({ length: end }, (_, at) =>
      merkle.leafHash(Buffer.from(`${history} ${at}`))
    )
    return merkle.combine(
      merkle
        .subtreesOf({ start, end })
        .map(({ height, index }) =>
          rootOf(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height))
        )
    )
  }

const noteOf = (size: number, history = "ours", by = signer): string => {
  const root = Buffer.from(hashIn(history)({ start: 0, end: size })).toString("base64")
  return checkpoint.signNote(origin, `${origin}\n${size}\n${root}\n`, [by])
}

const proofOf = (from: number, to: number) => ({
  from: { note: noteOf(from) },
  to: { note: noteOf(to) },
  path: merkle
    .consistencyRanges(from, to)
    .map(hashIn("ours"))
    .map((hash) => Buffer.from(hash).toString("hex"))
})

type Proof = ReturnType<typeof proofOf>
type Case = readonly [proof: string, key: string, kept: string]

const caseOf = (proof: Proof, kept = proof.from.note): Case => [JSON.stringify(proof), key, kept]

const inTypeScript = ([proof, vkey, kept]: Case) => {
  try {
    return { code: 0, sentence: verifyConsistency(JSON.parse(proof), vkey, kept) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { code: error.code, sentence: error.message }
  }
}

const sizes = [1, 2, 3, 4, 6, 7, 8, 9, 31, 32, 33, 64, 65]
const right = sizes.flatMap((to) =>
  sizes.filter((from) => from <= to).map((from) => caseOf(proofOf(from, to)))
)

const base = proofOf(6, 33)
const [first = "", second = "", ...rest] = base.path
const wrong: ReadonlyArray<readonly [what: string, given: Case, sentence: string]> = [
  ["a hash too few", caseOf({ ...base, path: base.path.slice(0, -1) }), "path has too few hashes"],
  ["no hash", caseOf({ ...base, path: [] }), "path has too few hashes"],
  ["a hash too many", caseOf({ ...base, path: [...base.path, first] }), "path has too many hashes"],
  [
    "two hashes swapped",
    caseOf({ ...base, path: [second, first, ...rest] }),
    "path leads to another root than that of from"
  ],
  [
    "a later log with another past",
    caseOf({ ...base, to: { note: noteOf(33, "other") } }),
    "path leads to another root than that of to"
  ],
  [
    "an earlier log with another past",
    caseOf({ ...base, from: { note: noteOf(6, "other") } }),
    "path leads to another root than that of from"
  ],
  [
    "the logs the other way round",
    caseOf({ ...base, from: base.to, to: base.from }),
    "from is later than to"
  ],
  [
    "two logs of one size",
    caseOf({ from: base.from, to: { note: noteOf(6, "other") }, path: [] }),
    "from and to have the same size and different roots"
  ],
  [
    "a hash between logs of one size",
    caseOf({ from: base.from, to: base.from, path: [first] }),
    "path has too many hashes"
  ],
  [
    "another log than the kept one",
    caseOf(base, noteOf(6, "other")),
    "from has another root than the kept checkpoint of its size: there are two histories"
  ],
  [
    "a size that was not kept",
    caseOf(base, noteOf(7)),
    "from has a size that no kept checkpoint has"
  ],
  [
    "a checkpoint of another signer",
    caseOf({ ...base, to: { note: noteOf(33, "ours", stranger) } }),
    "checkpoint is not signed by the key"
  ],
  [
    "an empty log",
    caseOf({ from: { note: noteOf(0) }, to: base.to, path: [] }),
    "from is an empty log, which every log continues"
  ]
]

describe("The checker of two checkpoints", () => {
  it("proves each log that continues a kept one", () => {
    for (const given of right) {
      const { code, sentence } = inTypeScript(given)
      assert.strictEqual(code, 0, sentence)
      assert.match(
        sentence,
        /^The log of \d+ commits that rcpt\/\S+ has signed begins with the \d+/
      )
    }
  })

  it("finds the kept checkpoint among others, and with other ends of lines", () => {
    const kept = [noteOf(3), noteOf(6), noteOf(9)].join("\n")
    assert.strictEqual(inTypeScript(caseOf(base, kept)).code, 0)
    assert.strictEqual(inTypeScript(caseOf(base, kept.replaceAll("\n", "\r\n"))).code, 0)
  })

  for (const [what, given, sentence] of wrong)
    it(`refuses ${what}`, () => assert.deepStrictEqual(inTypeScript(given), { code: 1, sentence }))

  it("refuses each hash with another octet", () => {
    for (const at of base.path.keys()) {
      const path = base.path.with(
        at,
        base.path[at]!.replace(/^./, (digit) => (digit === "0" ? "1" : "0"))
      )
      assert.strictEqual(inTypeScript(caseOf({ ...base, path })).code, 1)
    }
  })
})

describeWith(python, "The same checker in Python", () => {
  it("says the same in the same words", () => {
    // A signature costs Python tens of milliseconds, so some of the right ones are enough.
    const some = right.filter((_, at) => at % 15 === 0)
    const cases = [...some, ...wrong.map(([, given]) => given)]
    const input = cases.map((one) => `${JSON.stringify(one)}\n`).join("")
    const many = join(import.meta.dirname, "many.py")
    const { stdout, stderr } = spawnSync("python3", [many], { input, encoding: "utf8" })
    assert.strictEqual(stderr, "")
    const found = stdout
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line))
    assert.deepStrictEqual(found, cases.map(inTypeScript))
  })

  it.live("ends on the command line with 0, 1 or 64, as the other one does", () =>
    Effect.gen(function* () {
      const folder = yield* tempFolder()
      const verifiers = join(import.meta.dirname, "../../../packages/store/verifier")
      const [proof, kept, other] = ["proof.json", "kept.txt", "other.txt"].map((name) =>
        join(folder, name)
      )
      writeFileSync(proof!, JSON.stringify(base))
      writeFileSync(kept!, base.from.note)
      writeFileSync(other!, noteOf(6, "other"))
      const programs = [
        [process.execPath, "verifyConsistency.ts"],
        ["python3", "verify_consistency.py"]
      ] as const
      for (const [program, file] of programs) {
        const run = (...args: ReadonlyArray<string>) =>
          spawnSync(program, [join(verifiers, file), ...args]).status
        assert.strictEqual(run(proof!, key, kept!), 0)
        assert.strictEqual(run(proof!, key, other!), 1)
        assert.strictEqual(run(proof!, key), 64)
      }
    }).pipe(Effect.scoped)
  )
})
