/** Brings a rule as a person or program gives it into the one form that is kept and compared, or says what is wrong. */
import { fieldFault, why } from "@rcpt/api/errors/errorTexts"
import { fault } from "@rcpt/domain/reasons"
import { mayHaveSubdomains } from "@rcpt/domain/Rules"
import type { KeptRule, Rule, RuleAction, RuleMatch } from "@rcpt/domain/Rules"
import { faultSentence } from "@rcpt/domain/saidReasons"
import { parseDomain } from "@rcpt/verifier/address/parseAddress"
import { hostNameOctetsMax } from "@rcpt/verifier/limits"
import { checkSyntax } from "@rcpt/verifier/steps"
import { Result } from "effect"

interface GivenRule {
  readonly action: RuleAction
  readonly match: RuleMatch
  readonly value: string
  readonly subdomains?: boolean | undefined
  readonly note?: string | undefined
}

type Sentence = string

const addressOf = (text: string): Result.Result<string, Sentence> => {
  const { syntax } = checkSyntax(text)
  return syntax._tag === "wellFormed"
    ? Result.succeed(syntax.normalized)
    : Result.fail(
        `value ${fieldFault("ruleAddress", { example: "ann@example.com", why: faultSentence(syntax.why) })}`
      )
}

/** A name of DNS; `example` is one of its kind. */
const nameOf =
  (kind: "ruleDomain" | "ruleHost", example: string) =>
  (text: string): Result.Result<string, Sentence> => {
    const fail = (reason: string): Result.Result<string, Sentence> =>
      Result.fail(`value ${fieldFault(kind, { example, why: reason })}`)
    if (text.startsWith("*")) return fail(why("star"))
    if (text.includes("@")) return fail(why("oneAddress"))
    const parsed = parseDomain(text)
    if (Result.isFailure(parsed)) return fail(faultSentence(parsed.failure))
    return parsed.success.length > hostNameOctetsMax
      ? fail(faultSentence(fault("tooLong", { n: hostNameOctetsMax })))
      : Result.succeed(parsed.success)
  }

const tldOf = (text: string): Result.Result<string, Sentence> => {
  const fail = (reason: string): Result.Result<string, Sentence> =>
    Result.fail(`value ${fieldFault("ruleTld", { example: "xyz", why: reason })}`)
  const label = text.replace(/^\./u, "")
  if (label.includes(".")) return fail(why("dotted", { label }))
  // A name needs two labels, so one stands before it.
  const before = "x."
  const parsed = parseDomain(before + label)
  return Result.isSuccess(parsed)
    ? Result.succeed(parsed.success.slice(before.length))
    : fail(faultSentence(parsed.failure).replace("the domain ", "it "))
}

/** People write domains with the dot of DNS behind them, and with the @ of an address before them. */
const bare = (text: string): string => text.replace(/^@/u, "").replace(/\.$/u, "")

const valueOf: Readonly<Record<RuleMatch, (text: string) => Result.Result<string, Sentence>>> = {
  address: addressOf,
  domain: (text) => nameOf("ruleDomain", "example.com")(bare(text)),
  mail_host: (text) => nameOf("ruleHost", "mx.example.com")(bare(text)),
  tld: tldOf
}

/** The value of a rule in the form in which it is kept. */
export const ruleValue = ({
  match,
  value
}: Pick<Rule, "match" | "value">): Result.Result<string, Sentence> => valueOf[match](value.trim())

export const ruleGiven = ({
  action,
  match,
  value,
  subdomains = false,
  note = ""
}: GivenRule): Result.Result<Omit<KeptRule, "id">, Sentence> => {
  if (subdomains && !mayHaveSubdomains(match))
    return Result.fail(
      'subdomains must be false or left out unless match is "domain" or "mail_host"'
    )
  return Result.map(ruleValue({ match, value }), (known) => ({
    action,
    match,
    value: known,
    subdomains,
    note: note.trim()
  }))
}
