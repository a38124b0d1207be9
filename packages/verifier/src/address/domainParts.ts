/** The parts of a domain by the public suffix list: `mail`, `example` and `co.uk` of `mail.example.co.uk`. */
import { parse } from "tldts"

interface DomainParts {
  /** Empty, as the other parts: it has none. */
  readonly subdomain: string
  readonly name: string
  readonly suffix: string
}

export const domainParts = (domain: string): DomainParts => {
  const { subdomain, domainWithoutSuffix, publicSuffix } = parse(domain)
  return {
    subdomain: subdomain ?? "",
    name: domainWithoutSuffix ?? "",
    suffix: publicSuffix ?? ""
  }
}
