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
}

export interface SiteSection {
  readonly title: string
  readonly pages: ReadonlyArray<SitePage>
}

const folder = "packages/docs"

const own = (path: string, name: string): SitePage => ({
  path,
  name,
  file: `${folder}/${path === "" ? "index" : path}.md`
})

/** A page that lives beside what it describes. */
const elsewhere = (path: string, name: string, file: string): SitePage => ({ path, name, file })

const verdictPage = (subStatus: SubStatus): SitePage => own(`verdicts/${subStatus}`, subStatus)

const smtpPage = (status: SmtpStatus): SitePage => own(`smtp/${status}`, status)

const referencePages: ReadonlyArray<SitePage> = [...referenceParts, objectsPart].map(
  ({ path, name }) => own(`reference/${path}`, name)
)

export const siteSections: ReadonlyArray<SiteSection> = [
  {
    title: "Start",
    pages: [
      own("", "What it is"),
      own("quick-start", "Quick start"),
      own("first-call", "First call, hosted"),
      own("sandbox", "Sandbox"),
      own("demo", "Public demo")
    ]
  },
  {
    title: "Understand",
    pages: [
      own("verdict-and-score", "Verdict and score"),
      own("fast-and-deep", "Fast and deep"),
      own("catch-all", "Catch-all"),
      own("credits", "Credits and ledger"),
      own("questions", "Questions")
    ]
  },
  {
    title: "Build",
    pages: [
      own("lists", "Lists"),
      own("bulk-file-format", "Bulk file format"),
      own("cli", "Command line"),
      elsewhere("javascript", "JavaScript client", "packages/client/README.md"),
      elsewhere("python", "Python client", "packages/client/python/README.md"),
      own("activity", "Activity"),
      own("webhooks", "Webhooks"),
      own("feedback", "Feedback"),
      own("forms", "Check addresses in a form"),
      own("browser-keys", "Keys for browsers"),
      own("rules", "Your own rules"),
      own("idempotency", "Idempotency"),
      own("errors", "Errors"),
      own("limits", "Limits"),
      own("people", "People"),
      own("erasure", "Erasure")
    ]
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
  { title: "sub_status", pages: SubStatus.literals.map(verdictPage) },
  { title: "smtp.status", pages: SmtpStatus.literals.map(smtpPage) },
  { title: "API reference", pages: referencePages },
  {
    title: "Host it",
    pages: [
      own("self-hosting", "Self-hosting"),
      elsewhere("settings", "Settings", "packages/service/SETTINGS.md"),
      own("operations", "Operations"),
      elsewhere("deployments", "Deployments", "infra/README.md"),
      elsewhere("runbook", "Runbook", "infra/RUNBOOK.md"),
      elsewhere("metrics", "Metrics", "packages/service/METRICS.md"),
      elsewhere("events", "Events on NATS", "infra/nats/README.md"),
      elsewhere("security", "Security", "SECURITY.md"),
      own("audit", "Try the audit"),
      elsewhere("proofs", "Proofs without our code", "packages/store/verifier/README.md")
    ]
  },
  {
    title: "Move here from",
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
    title: "Inside",
    pages: [
      own("architecture", "Architecture"),
      elsewhere("contributing", "Contributing", "CONTRIBUTING.md"),
      elsewhere("changes", "Changes", "CHANGELOG.md")
    ]
  }
]

export const sitePages: ReadonlyArray<SitePage> = siteSections.flatMap(({ pages }) => pages)
