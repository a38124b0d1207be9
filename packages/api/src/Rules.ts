/** Endpoints of an account's own rules about verdicts: list, add, remove, and as a CSV in and out. */
import { emailCharsMax, uuid } from "@rcpt/domain/limits"
import { mayHaveSubdomains, RuleAction, RuleMatch, rulesMax } from "@rcpt/domain/Rules"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

import { fieldFault, oneOf } from "./errors/errorTexts.ts"
import { boolean, described, integer, string } from "./fields.ts"
import { cursor, pageSize } from "./jobsQuery.ts"
import { Message } from "./Message.ts"
import { Requires } from "./Permissions.ts"
import { BadRequest, NotFound } from "./Problem.ts"
import { isUpTo, singleValue } from "./query.ts"
import { secured } from "./secured.ts"

/** The longest note of a rule, in characters: one line in a list. */
const noteCharsMax = 200

const action = RuleAction.annotate({ message: oneOf(RuleAction.literals) })
const match = RuleMatch.annotate({ message: oneOf(RuleMatch.literals) })

/** Controls, marks that change text direction, and lone surrogates are invisible or misleading. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const noteLimits = fieldFault("visibleCharsMax", { n: noteCharsMax })

const named = RuleMatch.literals.filter(mayHaveSubdomains).map((name) => `\`${name}\``)

export const NewRule = Schema.Struct({
  action: action.annotate({
    description:
      "`block`: the address is `risky`, `blocked_by_rule`, and its mail server is not asked. `allow`: what " +
      "lists say of it does not count for the verdict."
  }),
  match: match.annotate({
    description: "What `value` is, the most specific first: that of an address outranks the others."
  }),
  value: Schema.String.annotate({ message: fieldFault("text") })
    .check(
      Schema.makeFilter((text) => text.trim() !== "" || fieldFault("blank")),
      isUpTo(emailCharsMax)
    )
    .annotate({
      description:
        "An address (`ann@example.com`, with all spellings of its mailbox), a domain (`example.com`), " +
        "the name of a mail server (`mx.example.com`), or a top-level domain (`xyz`)."
    }),
  subdomains: Schema.optionalKey(
    Schema.Boolean.annotate({
      message: fieldFault("boolean"),
      description: `With ${named.join(" and ")}: whether names below it are meant too. Default: false.`
    })
  ),
  note: described(
    Schema.optionalKey(
      Schema.String.annotate({ message: fieldFault("text") }).check(
        Schema.makeFilter(
          (text) => (Array.from(text).length <= noteCharsMax && !invisible.test(text)) || noteLimits
        )
      )
    ),
    `Why the rule is there, at most ${noteCharsMax} characters.`
  )
}).annotate({ identifier: "RuleRequest" })
export type NewRule = typeof NewRule.Type

export const Rule = Schema.Struct({
  id: described(Schema.String.annotate({ format: "uuid" }), "Its id."),
  action: RuleAction.annotate({ description: "The effect on matching addresses." }),
  match: RuleMatch.annotate({ description: "What `value` is." }),
  value: string(
    "In the form that is compared: an address in the main spelling of its mailbox, names in lower case and ASCII."
  ),
  subdomains: boolean("Whether the rule includes names below `value`."),
  note: string("The reason of the rule; empty if none was given."),
  created_at: Schema.String.annotate({
    format: "date-time",
    description: "When it was made."
  })
}).annotate({ identifier: "Rule" })
export type Rule = typeof Rule.Type

export const RulesPage = Schema.Struct({
  rules: Schema.Array(Rule).annotate({ description: "One page of rules, the newest first." }),
  total: integer("Number of rules that match the filters, on all pages."),
  next: Schema.NullOr(Schema.String.annotate({ format: "uuid" })).annotate({
    description: "`cursor` of the next page; null on the last page."
  })
}).annotate({ identifier: "RulesPage" })
export type RulesPage = typeof RulesPage.Type

export const ImportedRules = Schema.Struct({
  added: integer("New rules."),
  changed: integer("Existing rules for the same `match` and `value` that were changed."),
  unchanged: integer("Rules that existed already.")
}).annotate({ identifier: "ImportedRules" })
export type ImportedRules = typeof ImportedRules.Type

const everyNode = "Returns once every node applies the change, after about a second."

const list = HttpApiEndpoint.get("list", "/rules", {
  query: {
    limit: pageSize("Rules per page."),
    cursor: cursor(uuid, "the newest rules"),
    action: Schema.optionalKey(action.annotate({ description: "Only rules that do this." })),
    match: Schema.optionalKey(match.annotate({ description: "Only rules about this." })),
    search: Schema.optionalKey(
      singleValue
        .check(
          Schema.makeFilter((text) => !text.includes("\0") || "must not have NUL characters"),
          isUpTo(emailCharsMax)
        )
        .annotate({ description: "Only rules whose value or note has this text, in any case." })
    )
  },
  success: RulesPage,
  error: BadRequest
})
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "listRules",
      summary: "List your own rules about verdicts",
      description: "Newest first. Rules change the answers to this account alone."
    })
  )

const add = HttpApiEndpoint.post("add", "/rules", {
  payload: NewRule,
  success: Rule.pipe(HttpApiSchema.status(201)),
  error: BadRequest
})
  .annotate(Requires, "change")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "addRule",
      summary: "Add a rule, or change the one for the same match and value",
      description:
        `An account can have ${rulesMax.toLocaleString("en")} rules, one for each \`match\` and \`value\`. ` +
        "Where several are about an address, the most specific decides: address, domain, mail server, top-level " +
        "domain. So a block beats an allow unless the allow is more specific. What DNS or the mail server proves " +
        `overrides every rule. ${everyNode}`
    })
  )

const remove = HttpApiEndpoint.delete("remove", "/rules/:id", {
  params: { id: string("The rule's `id`.") },
  success: Message,
  error: NotFound
})
  .annotate(Requires, "change")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "removeRule",
      summary: "Remove a rule",
      description: `By its id, which the list and \`evidence\` of a check have. ${everyNode}`
    })
  )

const removeSome = HttpApiEndpoint.delete("removeSome", "/rules", {
  query: {
    match: Schema.optionalKey(match.annotate({ description: "With `value`: of the rule." })),
    value: Schema.optionalKey(singleValue.annotate({ description: "With `match`: of the rule." })),
    all: Schema.optionalKey(
      Schema.Literals(["true"]).annotate({
        message: 'must be "true"',
        description: "`true`: all rules of the account, in place of one."
      })
    )
  },
  success: Message,
  error: [BadRequest, NotFound]
})
  .annotate(Requires, "change")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "removeRules",
      summary: "Remove a rule by match and value, or all rules",
      description: `Either \`match\` and \`value\`, or \`all=true\`. ${everyNode}`
    })
  )

const file = HttpApiSchema.WithHeaders(
  HttpApiSchema.StreamUint8Array({ contentType: "text/csv" }),
  {
    "content-disposition": string("`attachment`, named `rules.csv`.")
  }
)

const exported = HttpApiEndpoint.get("export", "/rules.csv", { success: file })
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "exportRules",
      summary: "Export all rules as CSV",
      description:
        "Oldest first, with the columns `action`, `match`, `value`, `subdomains`, `note` and `created_at`. UTF-8 with " +
        "byte order mark; lines end with CR LF. Can be imported as it is."
    })
  )

const imported = HttpApiEndpoint.post("import", "/rules.csv", {
  payload: string(
    "A CSV with a header line: the columns `action`, `match` and `value`, and perhaps `subdomains` and `note`."
  ).pipe(HttpApiSchema.asText({ contentType: "text/csv" })),
  success: ImportedRules,
  error: BadRequest
})
  .annotate(Requires, "change")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "importRules",
      summary: "Add rules from a CSV",
      description:
        "The body is the CSV itself, of at most 1 MiB. Separated by comma, semicolon or tab; other columns are " +
        "ignored. All rules are added or none: the error names the first line that is wrong. Rules that are not in " +
        `the file stay. ${everyNode}`
    })
  )

export class Rules extends secured(
  HttpApiGroup.make("Rules").add(list, add, remove, removeSome, exported, imported)
) {}
