/** The site's pages in the order of its menu. A test holds that each page of packages/docs stands here. */
import { SmtpStatus } from "@rcpt/domain/Smtp"
import { SubStatus } from "@rcpt/domain/Verdict"

import { objectsPart, referenceParts } from "../generate/referenceParts.ts"

export interface SitePage {
  /** Behind `/docs/`; "" is the first page. */
  readonly path: string
  /** In the menu. */
  readonly name: string
  /** From the root of the repository. */
  readonly file: string
  /** Further addresses: of values that it explains, and of pages that it has taken in. */
  readonly also: ReadonlyArray<string>
}

export interface SiteSection {
  readonly title: string
  readonly pages: ReadonlyArray<SitePage>
  /** Looked up rather than read: the menu shows its pages only when the reader is on one of them. */
  readonly isFolded?: true
}

const folder = "packages/docs"

const own = (path: string, name: string, also: ReadonlyArray<string> = []): SitePage => ({
  path,
  name,
  file: `${folder}/${path === "" ? "index" : path}.md`,
  also
})

/** A page that lives beside what it describes. */
const elsewhere = (path: string, name: string, file: string): SitePage => ({
  path,
  name,
  file,
  also: []
})

/** It explains a word of `sub_status`, the same word of `smtp.status`, and one beside it. */
const catchAll = own("catch-all", "Catch-all", [
  "verdicts/catch_all",
  "verdicts/role_based_catch_all",
  "smtp/catch_all"
])

/** A page for each value of a field, but for those of `catchAll`. */
const valuePages = (place: string, values: ReadonlyArray<string>): ReadonlyArray<SitePage> =>
  values
    .filter((value) => !catchAll.also.includes(`${place}/${value}`))
    .map((value) => own(`${place}/${value}`, value))

const referencePages: ReadonlyArray<SitePage> = [...referenceParts, objectsPart].map(
  ({ path, name }) => own(`reference/${path}`, name)
)

/**
 * The groups of the menu, in the order of "previous" and "next": the start, the four ways of the home page, and what
 * is looked up. A page of a new folder, such as `guides/`, is one more line: `own("guides/name", "Name")`.
 */
export const siteSections: ReadonlyArray<SiteSection> = [
  {
    title: "Start",
    pages: [
      own("", "Overview"),
      own("quick-start", "Quick start", ["first-call"]),
      own("sandbox", "Sandbox"),
      own("demo", "Public demo"),
      own("questions", "Questions")
    ]
  },
  {
    title: "Call the API",
    pages: [
      own("verdict-and-score", "Verdict and score"),
      own("fast-and-deep", "Fast and deep"),
      catchAll,
      own("forms", "Check addresses in a form"),
      own("browser-keys", "Keys for browsers"),
      own("people", "People"),
      own("sign-in", "Sign in with your company"),
      own("webhooks", "Webhooks"),
      own("rules", "Your own rules"),
      own("feedback", "Feedback"),
      own("inlets", "Inlets"),
      own("schedules", "Schedules"),
      own("accuracy", "Accuracy"),
      own("idempotency", "Idempotency"),
      own("errors", "Errors"),
      own("limits", "Limits"),
      own("cli", "Command line"),
      elsewhere("javascript", "JavaScript client", "packages/client/README.md"),
      elsewhere("python", "Python client", "packages/client/python/README.md")
    ]
  },
  {
    title: "Clean a list",
    pages: [own("lists", "Lists"), own("bulk-file-format", "Bulk file format")]
  },
  {
    title: "Guides",
    pages: [
      own("guides/node", "Express and Next.js"),
      own("guides/python", "Django and Flask"),
      own("guides/php", "PHP"),
      own("guides/wordpress", "WordPress"),
      own("guides/ruby", "Ruby"),
      own("guides/go", "Go"),
      own("guides/nightly-list", "A nightly list"),
      own("guides/google-sheets", "Google Sheets"),
      own("guides/n8n", "n8n")
    ]
  },
  {
    title: "Host it",
    pages: [
      own("self-hosting", "Self-hosting"),
      own("debian", "A plain Debian server"),
      elsewhere("settings", "Settings", "packages/service/SETTINGS.md"),
      own("operations", "Operations"),
      own("mail", "Mail"),
      elsewhere("deployments", "Deployments", "infra/README.md"),
      elsewhere("runbook", "Runbook", "infra/RUNBOOK.md"),
      elsewhere("metrics", "Metrics", "packages/service/METRICS.md"),
      elsewhere("events", "Events on NATS", "infra/nats/README.md")
    ]
  },
  {
    title: "Audit it",
    pages: [
      own("credits", "Credits and ledger"),
      elsewhere("proofs", "Proofs without our code", "packages/store/verifier/README.md"),
      own("activity", "Activity"),
      own("erasure", "Erasure"),
      own("audit", "Try the audit"),
      elsewhere("security", "Security", "SECURITY.md"),
      own("architecture", "Architecture")
    ]
  },
  { title: "API reference", pages: referencePages, isFolded: true },
  { title: "sub_status", pages: valuePages("verdicts", SubStatus.literals), isFolded: true },
  { title: "smtp.status", pages: valuePages("smtp", SmtpStatus.literals), isFolded: true },
  {
    title: "Move here from",
    isFolded: true,
    pages: [
      own("migrate/reacher", "Reacher"),
      own("migrate/deep-email-validator", "deep-email-validator"),
      own("migrate/zerobounce", "ZeroBounce"),
      own("migrate/kickbox", "Kickbox"),
      own("migrate/neverbounce", "NeverBounce"),
      own("migrate/emailable", "Emailable")
    ]
  },
  {
    title: "Project",
    isFolded: true,
    pages: [
      elsewhere("contributing", "Contributing", "CONTRIBUTING.md"),
      elsewhere("changes", "Changes", "CHANGELOG.md")
    ]
  }
]

export const sitePages: ReadonlyArray<SitePage> = siteSections.flatMap(({ pages }) => pages)

/** The page of an address, such as `verdicts/catch_all`. */
export const pageAt = (path: string): SitePage =>
  sitePages.find((page) => page.path === path || page.also.includes(path))!
