/**
 * Local parts and domains written down before the lists were corrected for them. A list has gaps; what
 * it must never do is to call a permanent mailbox disposable, or a person a role.
 */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"

import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Effect, Result, Schema } from "effect"
import { assert, describe, it } from "vitest"

const lists = Effect.runSync(Effect.provide(Lists.use(Effect.succeed), Lists.layer))

const consult = (input: string) => lists.consult(Result.getOrThrow(parseAddress(input)))

/** `set` 2 was written after the lists had been corrected for the first set. */
const about = { set: Schema.Number, source: Schema.String }
const UnseenLocalPart = Schema.Struct({ ...about, local_part: Schema.String, role: Schema.Boolean })
const UnseenDomain = Schema.Struct({
  ...about,
  domain: Schema.String,
  kind: Schema.Literals(["free", "disposable", "neither"])
})

const rowsOf = <A, I>(file: string, row: Schema.Codec<A, I>): ReadonlyArray<A> =>
  readFileSync(new URL(file, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => Schema.decodeUnknownSync(Schema.fromJsonString(row))(line))

const localParts = rowsOf("localParts.jsonl", UnseenLocalPart)
const domains = rowsOf("domains.jsonl", UnseenDomain)

const isRole = (localPart: string) => consult(`${localPart}@company.test`).role !== undefined

const kindOf = (domain: string) => {
  const { disposable, free } = consult(`ann@${domain}`)
  return disposable !== undefined ? "disposable" : free !== undefined ? "free" : "neither"
}

/** The share that has to be right, for each of the two. */
const rightMin = 0.95

const assertRight = (all: ReadonlyArray<unknown>, wrong: ReadonlyArray<string>) =>
  assert.isAtLeast(1 - wrong.length / all.length, rightMin, wrong.join("\n"))

describe("Local parts that no list was corrected for", () => {
  it("are never called a role where they are a person's", () => {
    const people = localParts.filter(({ role }) => !role).map(({ local_part }) => local_part)
    assert.deepStrictEqual(people.filter(isRole), [])
  })

  it("are recognized nearly always", () =>
    assertRight(
      localParts,
      localParts
        .filter(({ local_part, role }) => isRole(local_part) !== role)
        .map(({ local_part }) => local_part)
    ))
})

describe("Domains that no list was corrected for", () => {
  it("are never called disposable where people have permanent mailboxes", () => {
    const permanent = domains.filter(({ kind }) => kind !== "disposable")
    const mistaken = permanent.filter(({ domain }) => kindOf(domain) === "disposable")
    assert.deepStrictEqual(
      mistaken.map(({ domain }) => domain),
      []
    )
  })

  it("are of the right kind nearly always", () =>
    assertRight(
      domains,
      domains
        .filter(({ domain, kind }) => kindOf(domain) !== kind)
        .map(({ domain, kind }) => `${domain}: ${kindOf(domain)}, not ${kind}`)
    ))
})

/** Domains of public complaints about lists, and of those that their authors took in; `mailbox`: free or neither. */
const Complaint = Schema.Struct({
  kind: Schema.Literals(["free", "disposable", "neither", "mailbox"]),
  domains: Schema.String,
  source: Schema.String
})

const complaints = rowsOf("complaints.jsonl", Complaint).flatMap(({ kind, domains: all }) =>
  all.split(" ").map((domain) => ({ kind, domain }))
)

/** The rules were made with the other half in view. */
const held = complaints.filter(
  ({ domain }) => ((createHash("sha256").update(domain).digest()[0] ?? 0) & 1) === 1
)

/** Of 101 disposable domains, many of them years old, as many as the lists alone find. */
const disposableFoundMin = 74
/** Of 80 others. */
const takenForDisposableMax = 2

describe("Domains of complaints about lists", () => {
  it("are called disposable where a throwaway service has them, and hardly elsewhere", () => {
    const called = held.filter(({ domain }) => kindOf(domain) === "disposable")
    const mistaken = called.filter(({ kind }) => kind !== "disposable")
    assert.isAtMost(
      mistaken.length,
      takenForDisposableMax,
      mistaken.map(({ domain }) => domain).join(" ")
    )
    assert.isAtLeast(called.length - mistaken.length, disposableFoundMin)
  })

  it("are called free where people can open a mailbox", () => {
    const wrong = held.filter(
      ({ kind, domain }) =>
        (kind === "free" && kindOf(domain) !== "free") ||
        (kind === "neither" && kindOf(domain) === "free")
    )
    assert.isAtMost(wrong.length, 2, wrong.map(({ domain }) => domain).join(" "))
  })
})
