/** The account's own rules, which block or allow addresses in its answers. A change holds on every node when it returns. */
import type { ImportedRules, Message, Rule, RuleRequest, RulesPage } from "./contract.ts"
import { pages } from "./pages.ts"
import { segment } from "./Transport.ts"
import type { RequestOptions, Transport } from "./Transport.ts"

export interface RulesOptions {
  readonly action?: Rule["action"]
  readonly match?: Rule["match"]
  /** A part of the value or the note, in any case. */
  readonly search?: string
}

/** Rules per request, the service's maximum. */
const pageSize = 100

const path = "/rules"
const csvPath = "/rules.csv"

export class Rules {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Newest first. */
  list(options: RulesOptions = {}, request?: RequestOptions): AsyncGenerator<Rule> {
    return pages(
      (cursor: string | undefined) => {
        const query = { ...options, cursor, limit: pageSize }
        return this.#transport.json<RulesPage>({ path, query }, request)
      },
      ({ rules }) => rules,
      ({ next }) => next
    )
  }

  /** Changes the rule for the same `match` and `value`, if there is one. */
  add(rule: RuleRequest, request?: RequestOptions): Promise<Rule> {
    return this.#transport.json({ method: "POST", path, json: rule, isRepeatable: true }, request)
  }

  remove(id: string, request?: RequestOptions): Promise<Message> {
    return this.#transport.json({ method: "DELETE", path: `${path}/${segment(id)}` }, request)
  }

  removeAll(request?: RequestOptions): Promise<Message> {
    return this.#transport.json(
      { method: "DELETE", path, query: { all: true }, isRepeatable: true },
      request
    )
  }

  /** All rules as the bytes of a CSV, which `importCsv` takes again. */
  csv(request?: RequestOptions): Promise<ReadableStream<Uint8Array>> {
    return this.#transport.stream({ path: csvPath }, request)
  }

  /** Adds the rules of a CSV of at most 1 MiB: all of them, or none if one is wrong. */
  importCsv(csv: string, request?: RequestOptions): Promise<ImportedRules> {
    return this.#transport.json({ method: "POST", path: csvPath, csv, isRepeatable: true }, request)
  }
}
