/**
 * The is_email test suite (Dominic Sayers, BSD) covers the syntax of RFC 5322 with all its obsolete
 * forms; rcpt accepts what SMTP can deliver. The corpus is next to the checkout, not in it.
 */
import { existsSync, readFileSync } from "node:fs"

import { faultSentence } from "@rcpt/domain/saidReasons"
import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { Result } from "effect"
import { assert, describe, it } from "vitest"

const corpus = new URL("../../../../shared/data/is-email-tests.xml", import.meta.url)

interface Case {
  readonly id: string
  readonly address: string
  readonly category: string
  readonly diagnosis: string
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'"
}

/** XML cannot contain control characters; the suite writes them as U+2400 and following. */
const decode = (text: string): string =>
  text
    .replace(
      /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
      (_, hex?: string, decimal?: string, name?: string) =>
        hex !== undefined
          ? String.fromCodePoint(Number.parseInt(hex, 16))
          : decimal !== undefined
            ? String.fromCodePoint(Number(decimal))
            : (entities[name ?? ""] ?? "")
    )
    .replace(/[\u2400-\u2421]/g, (picture) =>
      picture === "\u2421" ? "\u007f" : String.fromCodePoint(picture.charCodeAt(0) - 0x2400)
    )

const field = (xml: string, name: string): string =>
  new RegExp(`<${name}>([^]*?)</${name}>`).exec(xml)?.[1] ?? ""

const readCases = (): ReadonlyArray<Case> =>
  Array.from(
    readFileSync(corpus, "utf8").matchAll(/<test id="(\d+)">([^]*?)<\/test>/g),
    (match) => ({
      id: match[1] ?? "",
      address: decode(field(match[2] ?? "", "address")),
      category: field(match[2] ?? "", "category"),
      diagnosis: field(match[2] ?? "", "diagnosis")
    })
  )

/** The categories that are valid for SMTP. The others are deprecated, folded or wrong. */
const acceptable = new Set(["ISEMAIL_VALID_CATEGORY", "ISEMAIL_DNSWARN", "ISEMAIL_RFC5321"])

/** Addresses that the suite accepts and rcpt refuses, by rcpt's message. */
const deviations: ReadonlyArray<{ readonly says: RegExp; readonly reason: string }> = [
  { says: /has no dot/, reason: "a top-level domain alone takes no mail from the internet" },
  { says: /ends with a number/, reason: "RFC 3696 §2: no such top-level domain can exist" },
  { says: /IP address/, reason: "an address literal has no domain to judge" },
  { says: /third and fourth/, reason: "RFC 5890 §2.3.1: a reserved label that is not xn--" }
]

const cases = existsSync(corpus) ? readCases() : []

/** rcpt trims white space around an address, so the untrimmed cases are compared trimmed. */
const accepted = new Set(
  cases.filter(({ category }) => acceptable.has(category)).map(({ address }) => address)
)

describe.skipIf(cases.length === 0)(
  "the is_email corpus (skipped where the file is missing)",
  () => {
    for (const { id, address, diagnosis } of cases) {
      it(`#${id} ${diagnosis} ${JSON.stringify(address).slice(0, 50)}`, () => {
        const parsed = parseAddress(address)
        if (!accepted.has(address.trim())) assert.isTrue(Result.isFailure(parsed))
        else if (Result.isFailure(parsed)) {
          const failure = faultSentence(parsed.failure)
          assert.isTrue(
            deviations.some(({ says }) => says.test(failure)),
            failure
          )
        }
      })
    }
  }
)
