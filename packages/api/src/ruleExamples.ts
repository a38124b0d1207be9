/** Examples of the endpoints of rules, for examples.ts. */
import { textOf } from "./errors/Sentence.ts"
import { tooManyRules } from "./Problem.ts"
import type { ImportedRules, NewRule, Rule, RulesPage } from "./Rules.ts"

const newRule: NewRule = {
  action: "block",
  match: "domain",
  value: "Spam.example",
  subdomains: true,
  note: "asked to be left alone"
}

const rule: Rule = {
  id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d",
  action: "block",
  match: "domain",
  value: "spam.example",
  subdomains: true,
  note: "asked to be left alone",
  created_at: "2026-01-31T12:00:00.000Z"
}

const allowed: Rule = {
  ...rule,
  id: "019b4c52-2a00-7f00-8a1b-2c3d4e5f6a7c",
  action: "allow",
  match: "address",
  value: "ann@example.com",
  subdomains: false,
  note: "",
  created_at: "2026-01-31T11:00:00.000Z"
}

const page: RulesPage = { rules: [rule, allowed], total: 17, next: allowed.id }

const imported: ImportedRules = { added: 2, changed: 1, unchanged: 14 }

const file = [
  "action,match,value,subdomains,note",
  "block,domain,spam.example,true,asked to be left alone",
  "allow,address,ann@example.com,false,"
]

const linesOf = (lines: ReadonlyArray<string>): string =>
  lines.map((line) => `${line}\r\n`).join("")

const wrongLine =
  'line 2: value must be a domain such as example.com: for one address use match "address"'

export const ruleExamples = {
  listRules: { response: page },
  addRule: {
    response: rule,
    body: newRule,
    others: { 400: { error: textOf(tooManyRules.error) } }
  },
  removeRule: {
    response: { message: "1 rule is removed" },
    others: { 404: { error: "rule not found" } }
  },
  removeRules: {
    response: { message: "1 rule is removed" },
    others: {
      400: { error: "match and value must be given, or all=true for all rules" },
      404: { error: "rule not found" }
    }
  },
  exportRules: {
    response: linesOf(
      file.map((line, at) => `${line},${at === 0 ? "created_at" : rule.created_at}`)
    )
  },
  importRules: { response: imported, body: linesOf(file), others: { 400: { error: wrongLine } } }
}

/** Keys as in `parameterExamples`. */
export const ruleParameters = {
  "listRules limit": "50",
  "listRules cursor": allowed.id,
  "listRules action": "block",
  "listRules match": "domain",
  "listRules search": "spam",
  "removeRule id": rule.id,
  "removeRules match": "domain",
  "removeRules value": "spam.example",
  "removeRules all": "true"
}
