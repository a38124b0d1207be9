/**
 * The client of the API, for every JavaScript that has `fetch`: Node, Bun, Deno, workers, browsers. It has no
 * dependencies. What is called on it is called in the contract; options have JavaScript's spelling.
 */
import type {
  Account,
  Accuracy,
  BatchResponse,
  FeedbackItem,
  FeedbackResponse,
  Inlet,
  InletChange,
  InletDetails,
  InletRequest,
  Inlets as AllInlets,
  IssuedKey,
  Key,
  KeyChange,
  KeyRequest,
  Message,
  Notices,
  Overview,
  SecurityEvent,
  SecurityPage,
  Usage,
  UsageBreakdown,
  VerifyResult
} from "./contract.ts"
import { Jobs } from "./Jobs.ts"
import { Ledger } from "./Ledger.ts"
import { pages } from "./pages.ts"
import { Rules } from "./Rules.ts"
import { Schedules } from "./Schedules.ts"
import { Transport, segment } from "./Transport.ts"
import type { RequestOptions, TransportOptions } from "./Transport.ts"
import { Webhooks } from "./Webhooks.ts"

/** API keys of the account. A key needs the scope `manage` to manage keys. */
class Keys {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The `key` of a secret key is shown only now. With `origins` it is a browser key, which is public. */
  create(key: KeyRequest, request?: RequestOptions): Promise<IssuedKey> {
    return this.#transport.json({ method: "POST", path: "/keys", json: key }, request)
  }

  /** Changes what is given; `null` takes a limit away. */
  change(id: string, change: KeyChange, request?: RequestOptions): Promise<Key> {
    return this.#transport.json(
      { method: "PATCH", path: `/keys/${segment(id)}`, json: change },
      request
    )
  }

  list(request?: RequestOptions): Promise<ReadonlyArray<Key>> {
    return this.#transport.json({ path: "/keys" }, request)
  }

  /** It is refused from now on. */
  revoke(id: string, request?: RequestOptions): Promise<Message> {
    return this.#transport.json({ method: "DELETE", path: `/keys/${segment(id)}` }, request)
  }
}

const inletPath = (id: string): string => `/inlets/${segment(id)}`

/** Inlets: URLs of the service for the events of mail services. A key needs the scope `manage` to change them. */
class Inlets {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The oldest first, without their URLs. */
  list(request?: RequestOptions): Promise<AllInlets> {
    return this.#transport.json({ path: "/inlets" }, request)
  }

  /** With its `url`, which is shown only now: anyone who knows it can send events. */
  create(inlet: InletRequest, request?: RequestOptions): Promise<Inlet> {
    return this.#transport.json({ method: "POST", path: "/inlets", json: inlet }, request)
  }

  /** With its last events, and what became of each. */
  get(id: string, request?: RequestOptions): Promise<InletDetails> {
    return this.#transport.json({ path: inletPath(id) }, request)
  }

  /** Changes the name or the signing key. The URL stays. */
  change(id: string, change: InletChange, request?: RequestOptions): Promise<Inlet> {
    return this.#transport.json({ method: "PATCH", path: inletPath(id), json: change }, request)
  }

  /** Its URL works no more. Reports that were recorded stay. */
  remove(id: string, request?: RequestOptions): Promise<Message> {
    return this.#transport.json({ method: "DELETE", path: inletPath(id) }, request)
  }

  /** Gives it a new `url`. For 24 hours the one from before works, too. */
  rotateUrl(id: string, request?: RequestOptions): Promise<Inlet> {
    return this.#transport.json({ method: "POST", path: `${inletPath(id)}/secret` }, request)
  }
}

export type * from "./contract.ts"
export { isFinished } from "./Jobs.ts"
export type { DownloadOptions, ResultsOptions, UploadOptions, WaitOptions } from "./Jobs.ts"
export type { LedgerOptions } from "./Ledger.ts"
export * from "./RcptError.ts"
export type { RulesOptions } from "./Rules.ts"
export type { RequestOptions } from "./Transport.ts"
export type { ListSource } from "./uploadOf.ts"
export { verifyWebhook } from "./verifyWebhook.ts"
export type { VerifyWebhookOptions, WebhookEvent, WebhookHeaders } from "./verifyWebhook.ts"

export type RcptOptions = TransportOptions

export interface VerifyOptions {
  /** Default `fast`. */
  readonly mode?: "fast" | "deep"
  /** Adds `evidence`: what was checked, its source, and how old the data is. */
  readonly explain?: boolean
  /** Deep mode: milliseconds from 1,000 to 60,000, after which the answer has what is known by then. */
  readonly timeout?: number
  /** `12h`, `30d`: a result of the account that is not older is given again for 0 credits. Default: none is. */
  readonly maxAge?: string
}

/** Events per request, the service's maximum. */
const pageSize = 100

export class Rcpt {
  readonly jobs: Jobs
  readonly ledger: Ledger
  readonly keys: Keys
  readonly rules: Rules
  readonly inlets: Inlets
  readonly schedules: Schedules
  readonly webhook: Webhooks
  readonly #transport: Transport

  constructor(options: RcptOptions) {
    this.#transport = new Transport(options)
    this.jobs = new Jobs(this.#transport)
    this.ledger = new Ledger(this.#transport)
    this.keys = new Keys(this.#transport)
    this.rules = new Rules(this.#transport)
    this.inlets = new Inlets(this.#transport)
    this.schedules = new Schedules(this.#transport)
    this.webhook = new Webhooks(this.#transport)
  }

  /** Any text is answered: one that is no address is `invalid`. Pass it as it is: the client encodes a `+` as `%2B`. */
  verify(
    email: string,
    options: VerifyOptions = {},
    request?: RequestOptions
  ): Promise<VerifyResult> {
    const { maxAge, ...others } = options
    const query = { email, ...others, max_age: maxAge }
    return this.#transport.json({ path: "/verify", query, hasKey: true }, request)
  }

  /** Up to 100 addresses. Look at `truncated`: credits may run out before the end. */
  verifyBatch(
    emails: ReadonlyArray<string>,
    options: Pick<VerifyOptions, "mode" | "maxAge"> = {},
    request?: RequestOptions
  ): Promise<BatchResponse> {
    const { maxAge, ...others } = options
    const json = { emails, ...others, ...(maxAge !== undefined && { max_age: maxAge }) }
    return this.#transport.json(
      { method: "POST", path: "/verify/batch", json, hasKey: true },
      request
    )
  }

  /**
   * Reports bounces and deliveries of mail to verified addresses, up to 1,000 at once. Free. `searchLists`: finds addresses
   * without `job_id` in the newest lists, too.
   */
  feedback(
    items: ReadonlyArray<FeedbackItem>,
    options: { readonly searchLists?: boolean } & RequestOptions = {}
  ): Promise<FeedbackResponse> {
    const { searchLists, ...request } = options
    const json = { items, ...(searchLists !== undefined && { search_lists: searchLists }) }
    return this.#transport.json({ method: "POST", path: "/feedback", json, hasKey: true }, request)
  }

  account(request?: RequestOptions): Promise<Account> {
    return this.#transport.json({ path: "/account" }, request)
  }

  /** Credits that are left, without those on hold. */
  async credits(request?: RequestOptions): Promise<number> {
    return (await this.account(request)).credits
  }

  /** Checks by calendar month (UTC), the current one first. Default 12 months, at most 24. */
  usage(
    options: { readonly months?: number } = {},
    request?: RequestOptions
  ): Promise<ReadonlyArray<Usage>> {
    return this.#transport.json({ path: "/usage", query: { ...options } }, request)
  }

  /** Checks and credits by API key and mode. Default 30 days, at most 31. */
  usageBreakdown(
    options: { readonly days?: number } = {},
    request?: RequestOptions
  ): Promise<UsageBreakdown> {
    return this.#transport.json({ path: "/usage/breakdown", query: { ...options } }, request)
  }

  /** How many addresses bounced that were mailed, by what rcpt had said of them. Default 90 days. */
  accuracy(
    options: { readonly days?: 30 | 90 | 365 } = {},
    request?: RequestOptions
  ): Promise<Accuracy> {
    return this.#transport.json({ path: "/usage/accuracy", query: { ...options } }, request)
  }

  /** Credits, the last 30 days and the latest jobs. */
  overview(request?: RequestOptions): Promise<Overview> {
    return this.#transport.json({ path: "/overview" }, request)
  }

  /** Notices about limits of the service at the moment. */
  notices(request?: RequestOptions): Promise<Notices> {
    return this.#transport.json({ path: "/notices" }, request)
  }

  /** The changes of the account and refused requests, newest first. */
  securityEvents(request?: RequestOptions): AsyncGenerator<SecurityEvent> {
    return pages(
      (cursor: string | undefined) => {
        const query = { cursor, limit: pageSize }
        return this.#transport.json<SecurityPage>({ path: "/account/security", query }, request)
      },
      ({ events }) => events,
      ({ next }) => next
    )
  }
}
