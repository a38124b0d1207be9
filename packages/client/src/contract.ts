/**
 * The data of the API. Made from its OpenAPI document by `node packages/cli/bin/run.mjs docs`: edits are lost.
 */

export interface Account {
  /** Of the signed-in person. Only with a dashboard session. */
  readonly email?: string
  /** Available credits, without held ones. */
  readonly credits: number
  /** Of the signed-in person. Only with a dashboard session. */
  readonly role?: "manager" | "member" | "read_only"
  /** Only present for managers of accounts that own the service. */
  readonly is_admin?: boolean
  /** Only present if a webhook is set. */
  readonly webhook_url?: string
  /** Signs the webhook's deliveries. Only with a dashboard session that may manage the account. */
  readonly webhook_secret?: string
  /** The checks of this month. */
  readonly usage: Usage
  /** The kind of credentials. */
  readonly auth_mode: "jwt" | "api_key"
  /** The time of the finding. */
  readonly checked_at: string
}

export interface ActivityDetail {
  /** Of a check: that of its hold in the ledger. Of another request: `request_id`. */
  readonly id: string
  /** When it began. */
  readonly created_at: string
  /**
   * `check`: one address by `GET /verify`. `batch`: the request, whose addresses are each a
   * `batch_item`. `request`: any other request.
   */
  readonly what: "check" | "batch" | "batch_item" | "request"
  /** Requests: the method, such as `GET`. */
  readonly method?: string
  /** Requests: the path as it is declared, such as `/jobs/{id}`; never with its query. */
  readonly path?: string
  /** The address; masked, such as `a***@acme.test`, in lists and for restricted keys. */
  readonly email?: string
  /** Checks: the verdict. */
  readonly status?: "valid" | "risky" | "invalid" | "unknown"
  /** The most decisive finding. */
  readonly sub_status?: string
  /** 0 to 100; from 80 on, no problem was found. */
  readonly score?: number
  /** The mode that was used. */
  readonly mode?: "fast" | "deep"
  /** Charged; of a batch, by all of its addresses. 0 if the answer was a repeated one. */
  readonly credits: number
  /** The answer of an earlier request was repeated, by its `Idempotency-Key`. */
  readonly replay?: true
  /** The credentials of the request: an API key, or a session of the dashboard. */
  readonly via: "api_key" | "dashboard"
  /** The API key of the request. */
  readonly key_id?: string
  /** `X-Request-Id` of the response. */
  readonly request_id: string
  /** Absent if the client disconnected before the response. */
  readonly http_status?: number
  /** `X-Error-Code` */
  readonly error_code?: string
  /** Milliseconds until the answer; of an address of a batch, those of its check. */
  readonly duration_ms: number
  /** Id of the entry that charged for it, such as `4711-1`, or else of its hold. */
  readonly ledger_entry?: string
  /** Batches: number of addresses that are listed. */
  readonly items?: number
  /** Checks: the full answer. Addresses in it are masked for restricted keys. */
  readonly result?: VerifyResult
}

export interface ActivityPage {
  /** Newest first. */
  readonly rows: ReadonlyArray<ActivityRow>
  /**
   * `cursor` of the next page; null on the last page. A page may have fewer rows than asked for, or
   * none, when few match: each looks through a limited number.
   */
  readonly next: string | null
}

export interface ActivityRow {
  /** Of a check: that of its hold in the ledger. Of another request: `request_id`. */
  readonly id: string
  /** When it began. */
  readonly created_at: string
  /**
   * `check`: one address by `GET /verify`. `batch`: the request, whose addresses are each a
   * `batch_item`. `request`: any other request.
   */
  readonly what: "check" | "batch" | "batch_item" | "request"
  /** Requests: the method, such as `GET`. */
  readonly method?: string
  /** Requests: the path as it is declared, such as `/jobs/{id}`; never with its query. */
  readonly path?: string
  /** The address; masked, such as `a***@acme.test`, in lists and for restricted keys. */
  readonly email?: string
  /** Checks: the verdict. */
  readonly status?: "valid" | "risky" | "invalid" | "unknown"
  /** The most decisive finding. */
  readonly sub_status?: string
  /** 0 to 100; from 80 on, no problem was found. */
  readonly score?: number
  /** The mode that was used. */
  readonly mode?: "fast" | "deep"
  /** Charged; of a batch, by all of its addresses. 0 if the answer was a repeated one. */
  readonly credits: number
  /** The answer of an earlier request was repeated, by its `Idempotency-Key`. */
  readonly replay?: true
  /** The credentials of the request: an API key, or a session of the dashboard. */
  readonly via: "api_key" | "dashboard"
  /** The API key of the request. */
  readonly key_id?: string
  /** `X-Request-Id` of the response. */
  readonly request_id: string
  /** Absent if the client disconnected before the response. */
  readonly http_status?: number
  /** `X-Error-Code` */
  readonly error_code?: string
  /** Milliseconds until the answer; of an address of a batch, those of its check. */
  readonly duration_ms: number
}

export interface BatchRequest {
  /** Duplicates are verified and charged once. */
  readonly emails: ReadonlyArray<string>
  /** `fast` does not contact the recipient's mail server. */
  readonly mode?: "fast" | "deep"
  /**
   * Gives an earlier result of the account again, for 0 credits, if it is at most this old: `12h`,
   * `30d`; 1 hour to 90 days. It has the same or a deeper mode, and its own `checked_at`. Without
   * it, every address is verified now.
   */
  readonly max_age?: string
}

export interface BatchResponse {
  /** In the order of the request. Only the first ones if `truncated`. */
  readonly results: ReadonlyArray<BatchResultItem>
  /** Number of results. */
  readonly count: number
  /** Credits charged for the whole batch. */
  readonly credits_used: number
  /** The mode that was used. */
  readonly mode: "fast" | "deep"
  /** Whether credits ran out before the end. */
  readonly truncated: boolean
}

export interface BatchResultItem {
  /** The address as sent. */
  readonly email: string
  /** The answer. */
  readonly result?: VerifyResult
  /** Why there is no `result`. It is free of charge. */
  readonly error?: string
}

export interface BulkJob {
  /** Its id. */
  readonly id: string
  /** The name of the uploaded file. */
  readonly filename: string
  /** Rows with an address. */
  readonly total_rows: number
  /** Rows with a result. */
  readonly processed_rows: number
  /** Rows that are `valid`, so far. */
  readonly valid_count: number
  /** Rows that are `invalid`, so far. */
  readonly invalid_count: number
  /** Rows that are `risky`, so far. */
  readonly risky_count: number
  /** Rows that are `unknown`, so far. */
  readonly unknown_count: number
  /** Its state. */
  readonly status: "pending" | "processing" | "complete" | "failed" | "cancelled"
  /** The mode that was used. */
  readonly mode: "fast" | "deep"
  /** Maximum cost of the job: 1 credit per row, 5 in deep mode. */
  readonly credits_reserved: number
  /** Charged so far. The rest of `credits_reserved` is held until the job ends. */
  readonly credits_charged: number
  /** Why the job failed. */
  readonly error_message?: string
  /** Rows whose cells were erased on request. They keep their results and are still counted. */
  readonly erased_rows?: number
  /** When it began; null before. */
  readonly started_at: string | null
  /** When the job ended; null before. */
  readonly completed_at: string | null
  /** When it was made. */
  readonly created_at: string
  /** Who made it. Absent if no person with a session did. */
  readonly made_by?: PersonNamed
  /** The API key that uploaded it. */
  readonly key_id?: string
}

export interface Checks {
  /** Address is syntactically valid. */
  readonly syntax?: boolean
  /** Free email provider. */
  readonly free?: boolean
  /** Disposable or temporary provider. */
  readonly disposable?: boolean
  /** Domain has MX records. */
  readonly mx?: boolean
  /** Domain appears parked. */
  readonly parked?: boolean
  /** Address is an anonymized relay. */
  readonly relay?: boolean
  /** Domain publishes an SPF record. */
  readonly spf?: boolean
  /** Domain publishes a DMARC record, or its organizational domain does. */
  readonly dmarc?: boolean
  /** Domain accepts all addresses. */
  readonly catch_all?: boolean
  /** Role-based mailbox. */
  readonly role?: boolean
  /** Domain or primary mail server is on a blocklist. */
  readonly dnsbl?: boolean
  /** At least one MX host resolves to a public address. */
  readonly mx_routable?: boolean
  /** Domain mail is handled by a forwarding service. Context only. */
  readonly forwarder?: boolean
  /** Local part has non-ASCII characters (RFC 6531). */
  readonly smtputf8?: boolean
  /** Domain publishes an MTA-STS record. Context only. */
  readonly mta_sts?: boolean
  /** Domain publishes a TLS-RPT record. Context only. */
  readonly tls_rpt?: boolean
  /** Domain publishes a BIMI record. Context only. */
  readonly bimi?: boolean
}

/** The most credits that the key may use in a day or a month. */
export interface CreditLimit {
  /** Credits. */
  readonly credits: number
  /** A day or a month begins at midnight, UTC. */
  readonly per: "day" | "month"
}

export interface Day {
  /** UTC, such as `2026-01-31`. */
  readonly date: string
  /** Rows or checks with this status. */
  readonly valid: number
  /** Rows or checks with this status. */
  readonly risky: number
  /** Rows or checks with this status. */
  readonly invalid: number
  /** Rows or checks with this status. */
  readonly unknown: number
  /** Charges minus reversed charges; may be negative. */
  readonly credits_spent: number
}

export interface ErasureReceipt {
  /** Of the event that records the erasure; null if nothing was found. */
  readonly id: string | null
  /** When the address was erased. */
  readonly erased_at: string
  /** Whether the address was found. */
  readonly found: boolean
  /** The places with erased data, and the number of items in each. */
  readonly erased: ReadonlyArray<{
    /** Places are added over time. */
    readonly place:
      | "job_rows"
      | "job_cells"
      | "job_suggestions"
      | "job_names"
      | "stored_replies"
      | "webhook_messages"
      | "feedback_checks"
      | "feedback_reports"
      | "queued_probes"
      | "activity"
      | "invitations"
      | "rules"
      | "mail_messages"
    /** The number of items there. */
    readonly count: number
  }>
  /** The data that stays, with the reasons. */
  readonly kept: ReadonlyArray<KeptData>
}

export type Explained = ReadonlyArray<ExplainedFact>

export interface ExplainedFact {
  /** Stable id of what was checked: `dns.spf`, `list.disposable`, `rdap.age` … */
  readonly rule: string
  /** The outcome of the check. */
  readonly outcome: "present" | "absent" | "unanswered"
  /** The source of the data: a list, a DNS query, a registry, a mail server. */
  readonly source: string
  /** The finding, or the reason why there was no answer. */
  readonly answer?: string
  /** Maximum age of the data; absent if it was looked up for this request. */
  readonly age_seconds?: number
  /** Phase of the SMTP session. */
  readonly phase?: "connect" | "greeting" | "ehlo" | "starttls" | "mail" | "rcpt" | "rset"
  /** SMTP reply code. */
  readonly code?: number
  /** Enhanced status code (RFC 3463). */
  readonly enhanced_code?: string
  /**
   * Number of commands that went out in one write with this one (RFC 2920); absent if it was sent
   * alone.
   */
  readonly sent_together?: number
}

export interface FeedbackItem {
  /** An address that was verified alone or in a batch, or one of the job's. */
  readonly email?: string
  /** Of the job that verified it. */
  readonly job_id?: string
  /** With `job_id`: the row of the file, from 1, without the header line. */
  readonly row?: number
  /** What happened to the mail. */
  readonly outcome: "delivered" | "bounced"
  /** Required for `bounced`: the mail server's reply, as in the returned mail or in the log. */
  readonly smtp_response?: string
  /** Default: now. At most 90 days ago. */
  readonly occurred_at?: string
}

export interface FeedbackRequest {
  /** Bounces and deliveries, each for one address or row. */
  readonly items: ReadonlyArray<FeedbackItem>
}

export interface FeedbackResponse {
  /** In the order of the request. */
  readonly results: ReadonlyArray<FeedbackResult>
  /** Number of results. */
  readonly count: number
  /** Number of those that are `accepted`. */
  readonly accepted: number
}

export interface FeedbackResult {
  /** As sent. */
  readonly email?: string
  /** The job. */
  readonly job_id?: string
  /** The row of the list, from 1. */
  readonly row?: number
  /**
   * `not_about_mailbox`: the response blames something else, such as the sender, or cannot be
   * understood; it changes nothing. `not_verified_by_you`: not by this account within 90 days.
   * `invalid`: see `error`.
   */
  readonly status: "accepted" | "not_about_mailbox" | "not_verified_by_you" | "invalid"
  /** Why it was refused. */
  readonly error?: string
}

export interface Hour {
  /** When it begins, such as `2026-01-31T13:00:00.000Z`. */
  readonly hour: string
  /** Rows or checks with this status. */
  readonly valid: number
  /** Rows or checks with this status. */
  readonly risky: number
  /** Rows or checks with this status. */
  readonly invalid: number
  /** Rows or checks with this status. */
  readonly unknown: number
  /** Charges minus reversed charges; may be negative. */
  readonly credits_spent: number
}

export interface ImportedRules {
  /** New rules. */
  readonly added: number
  /** Existing rules for the same `match` and `value` that were changed. */
  readonly changed: number
  /** Rules that existed already. */
  readonly unchanged: number
}

export interface IssuedKey {
  /** Its id. */
  readonly id: string
  /** Its name. */
  readonly name: string
  /** Empty if it has no restrictions. */
  readonly scopes: ReadonlyArray<"fast" | "read">
  /** The last four characters of the key. */
  readonly last4: string
  /** When it was made. */
  readonly created_at: string
  /** The role of the person who made it, at that time: the key may do no more than they might. */
  readonly role: "manager" | "member" | "read_only"
  /** `browser`: it is public, works on `origins`, and only for `GET /verify`. */
  readonly kind: "secret" | "browser"
  /** Of a browser key: its websites. */
  readonly origins?: ReadonlyArray<string>
  /** Of a browser key: whether it may use deep mode. */
  readonly allow_deep?: boolean
  readonly visitor_limit?: VisitorLimit
  readonly credit_limit?: CreditLimit
  /** When it ends, or has ended. Absent: it does not end. */
  readonly expires_at?: string
  /** The networks from which it works. Absent: from all. */
  readonly networks?: ReadonlyArray<string>
  /** The key itself. It is shown only once. */
  readonly key: string
}

export interface JobChanges {
  /** The earlier job. Null: none was found, and nothing is counted. */
  readonly since: BulkJob | null
  /** Addresses with the same status in both. */
  readonly same: number
  /** Addresses with another status. */
  readonly changed: number
  /** Addresses that the earlier job did not have. */
  readonly added: number
  /** Addresses that only the earlier job has. */
  readonly removed: number
  /** How many addresses went from which status to which, the most frequent first. */
  readonly changes: ReadonlyArray<{
    /** The status in the earlier job. */
    readonly from: "valid" | "risky" | "invalid" | "unknown"
    /** The status in this job. */
    readonly to: "valid" | "risky" | "invalid" | "unknown"
    /** How many rows. */
    readonly rows: number
  }>
}

export interface JobFacets {
  /** Rows with an address. */
  readonly total_rows: number
  /** Rows with a result: the sum of the rows below. */
  readonly processed_rows: number
  /**
   * Greylisted addresses, which are checked again later. `POST /jobs/{id}/finish` does not wait for
   * them.
   */
  readonly waiting_addresses: number
  /** All four statuses, including those without rows. */
  readonly statuses: ReadonlyArray<{
    /** Its state. */
    readonly status: "valid" | "risky" | "invalid" | "unknown"
    /** How many rows. */
    readonly rows: number
    /** Most frequent first; empty for valid rows. */
    readonly sub_statuses: ReadonlyArray<{
      /** The most decisive finding. */
      readonly sub_status: string
      /** How many rows. */
      readonly rows: number
    }>
  }>
  /**
   * Rows by recommendation. In deep mode only `send` and `do_not_send`: the others also depend on
   * what the mail servers said.
   */
  readonly recommendations: ReadonlyArray<{
    /** What to do with the address. */
    readonly recommendation: "send" | "send_with_care" | "do_not_send" | "ask_again"
    /** How many rows. */
    readonly rows: number
  }>
}

export interface JobResultRow {
  /** The email address. Absent if it can no longer be read. */
  readonly email?: string
  /** The verdict. */
  readonly verification_status?: "valid" | "risky" | "invalid" | "unknown"
  /** The score, 0 to 100. */
  readonly verification_score?: number
  /** Disposable or temporary provider. */
  readonly is_disposable?: boolean
  /** Domain has MX records. */
  readonly has_mx?: boolean
  /** Role-based mailbox. */
  readonly is_role_based?: boolean
  /** Free email provider. */
  readonly is_free_provider?: boolean
  /** Address is an anonymized relay. */
  readonly is_relay?: boolean
  /** Domain or primary mail server is on a blocklist. */
  readonly is_blacklisted?: boolean
  /** Domain publishes an SPF record. */
  readonly has_spf?: boolean
  /** Domain publishes a DMARC record, or its organizational domain does. */
  readonly has_dmarc?: boolean
  /** Days since the domain was registered, as a string. */
  readonly domain_age_days?: string
  /** The recognized mail provider. */
  readonly mx_provider?: string
  /** The same for all spellings of one mailbox. */
  readonly normalized_email?: string
  /** The address that was probably meant, or empty. */
  readonly did_you_mean?: string
  /** Present if the row was erased on request: its `email` is empty, its result stays. */
  readonly erased?: boolean
  /** The finding behind a status other than valid. Only with `details=true`. */
  readonly sub_status?: string
  /** The domain accepts every recipient. Only with `details=true`. */
  readonly is_catch_all?: boolean
  /** Deep mode: what the mail server said. Only with `details=true`. */
  readonly smtp_status?:
    | "deliverable"
    | "undeliverable"
    | "catch_all"
    | "unknown"
    | "greylisted"
    | "rate_limited"
    | "policy_blocked"
    | "timeout"
    | "not_checked"
  /** Deep mode. Only with `details=true`. */
  readonly mailbox_exists?: "yes" | "no" | "unknown"
  /** 0 for a duplicate, and for an earlier result (`max_age`). Only with `details=true`. */
  readonly credits_used?: number
  /** When it was verified. Only with `details=true`. */
  readonly checked_at?: string
  /** An earlier result, given again (`max_age`). Only with `details=true`. */
  readonly is_known?: boolean
  /** What to do with it. Only with `details=true`. */
  readonly recommendation?: "send" | "send_with_care" | "do_not_send" | "ask_again"
  /**
   * With `ask_again`: seconds after `checked_at` from which the answer may be another one. Only
   * with `details=true`.
   */
  readonly retry_after?: number
}

export interface JobResultsPage {
  /** One for each address or row, in order. */
  readonly results: ReadonlyArray<JobResultRow>
  /** Rows that match the filter and the search. */
  readonly total_rows: number
  /** From 1. */
  readonly page: number
  /** Rows per page. */
  readonly page_size: number
  /** Pages at this `page_size`. */
  readonly total_pages: number
}

export interface KeptData {
  /** The data that stays. */
  readonly what: string
  /** Why it stays. */
  readonly why: string
}

export interface Key {
  /** Its id. */
  readonly id: string
  /** Its name. */
  readonly name: string
  /** Empty if it has no restrictions. */
  readonly scopes: ReadonlyArray<"fast" | "read">
  /** The last four characters of the key. */
  readonly last4: string
  /** When it was made. */
  readonly created_at: string
  /** The role of the person who made it, at that time: the key may do no more than they might. */
  readonly role: "manager" | "member" | "read_only"
  /** `browser`: it is public, works on `origins`, and only for `GET /verify`. */
  readonly kind: "secret" | "browser"
  /** Of a browser key: its websites. */
  readonly origins?: ReadonlyArray<string>
  /** Of a browser key: whether it may use deep mode. */
  readonly allow_deep?: boolean
  readonly visitor_limit?: VisitorLimit
  readonly credit_limit?: CreditLimit
  /** When it ends, or has ended. Absent: it does not end. */
  readonly expires_at?: string
  /** The networks from which it works. Absent: from all. */
  readonly networks?: ReadonlyArray<string>
  /** Last use, up to a minute late; null if it was never used. */
  readonly last_used_at: string | null
  /** Of a key with a `credit_limit`: its credits of this day or month (UTC). */
  readonly credits_used?: number
  /** Of a browser key, which is public: the key itself. */
  readonly key?: string
  readonly made_by?: PersonNamed
}

export interface KeyChange {
  /** Its name, at most 100 characters. */
  readonly name?: string
  /**
   * The websites whose pages may use the key, such as `https://shop.example`;
   * `https://*.shop.example` allows every name below. 1 to 50. A key with origins is a browser key:
   * it is public, and only for `GET /verify`.
   */
  readonly origins?: ReadonlyArray<string>
  /** Whether the browser key may use deep mode, at 1 or 5 credits for a check. Default: false. */
  readonly allow_deep?: boolean
  /** Of a browser key. Default: 10 in a minute and 50 in a day. */
  readonly visitor_limit?: VisitorLimit
  /**
   * The most credits that the key may use in a day or a month; null: no limit. Default: none; of a
   * browser key 1000 in a day.
   */
  readonly credit_limit?: CreditLimit | null
  /** When the key ends: in the future. null: it does not end by itself. */
  readonly expires_at?: string | null
  /**
   * The only networks from which the key works, as IP addresses or CIDR blocks, such as
   * `203.0.113.0/24`. Not for a browser key. null or empty: from all.
   */
  readonly networks?: ReadonlyArray<string> | null
  /**
   * Restrictions. `fast`: no deep mode. `read`: nothing that costs credits or changes anything. A
   * key with a scope cannot manage keys. Not for a browser key. Default: no restrictions.
   */
  readonly scopes?: ReadonlyArray<"fast" | "read">
}

export interface KeyRequest {
  /**
   * To recognise the key, at most 100 characters. Required, except for a browser key: default
   * `Browser key of` its first origin.
   */
  readonly name?: string
  /**
   * The websites whose pages may use the key, such as `https://shop.example`;
   * `https://*.shop.example` allows every name below. 1 to 50. A key with origins is a browser key:
   * it is public, and only for `GET /verify`.
   */
  readonly origins?: ReadonlyArray<string>
  /** Whether the browser key may use deep mode, at 1 or 5 credits for a check. Default: false. */
  readonly allow_deep?: boolean
  /** Of a browser key. Default: 10 in a minute and 50 in a day. */
  readonly visitor_limit?: VisitorLimit
  /**
   * The most credits that the key may use in a day or a month; null: no limit. Default: none; of a
   * browser key 1000 in a day.
   */
  readonly credit_limit?: CreditLimit | null
  /** When the key ends: in the future. null: it does not end by itself. */
  readonly expires_at?: string | null
  /**
   * The only networks from which the key works, as IP addresses or CIDR blocks, such as
   * `203.0.113.0/24`. Not for a browser key. null or empty: from all.
   */
  readonly networks?: ReadonlyArray<string> | null
  /**
   * Restrictions. `fast`: no deep mode. `read`: nothing that costs credits or changes anything. A
   * key with a scope cannot manage keys. Not for a browser key. Default: no restrictions.
   */
  readonly scopes?: ReadonlyArray<"fast" | "read">
}

/**
 * A signed checkpoint of the log that covers the last entry of the month. Absent: it has no
 * entries, or the service signs nothing.
 */
export interface LedgerCheckpoint {
  /** Commits of the log. */
  readonly size: number
  /**
   * Log, number of commits and root of their Merkle tree (RFC 6962), signed: a C2SP
   * tlog-checkpoint, with the co-signatures of witnesses.
   */
  readonly note: string
  /** When it was made. */
  readonly created_at: string
}

export interface LedgerCheckpoints {
  /**
   * Keys that checkpoints are signed with, as C2SP writes them. Ask the operator in another way
   * too: a proof is worth as much as the key that you trust.
   */
  readonly keys: ReadonlyArray<string>
  /**
   * Keys of the parties that are asked to co-sign checkpoints (C2SP tlog-witness). Trust those that
   * you know.
   */
  readonly witnesses: ReadonlyArray<string>
  /** One page of checkpoints, the newest first. */
  readonly checkpoints: ReadonlyArray<LedgerCheckpoint>
  /** `before` of the next page; null on the last page. */
  readonly next: number | null
}

export interface LedgerConsistencyProof {
  /** The earlier checkpoint. */
  readonly from: LedgerCheckpoint
  /** The later checkpoint. */
  readonly to: LedgerCheckpoint
  /** RFC 6962 §2.1.2. */
  readonly path: ReadonlyArray<string>
}

export interface LedgerEntry {
  /** Commit and position in it, such as `4711-1`. */
  readonly id: string
  /** Its type. */
  readonly type: "grant" | "adjust" | "hold" | "charge" | "refund"
  /** Number of credits, always 1 or more. */
  readonly credits: number
  /**
   * Change of the balance. A hold subtracts its credits, a refund adds its credits. A charge is
   * paid from a hold, so it does not change the balance.
   */
  readonly change: number
  /** Available credits after this entry. */
  readonly balance: number
  /** The use of the credits. */
  readonly for?: LedgerPurpose
  /** The same for a hold and its charges and refunds. */
  readonly hold_id?: string
  /**
   * Grants and adjustments: the reason given by the owner of the service. Refunds: `remainder`,
   * `unknown`, `failed`, `expired` or `unanswered` (charged, but the response could not be
   * delivered).
   */
  readonly reason?: string
  /** When it was made. */
  readonly created_at: string
}

export interface LedgerLine {
  /** Its beginning: the hold of a check or job, a grant, or an adjustment. */
  readonly entry: LedgerEntry
  /** Checks and jobs: the state of the hold. */
  readonly hold?: {
    /** Its id. */
    readonly id: string
    /** Credits. */
    readonly credits: number
    /** Without reversed charges. */
    readonly charged: number
    /** Credits refunded. */
    readonly refunded: number
    /** Neither charged nor refunded yet. */
    readonly open: number
  }
  /** Of the balance, by all of its entries up to now. */
  readonly change: number
  /** Number of its entries. The receipt of one of them has them in `chain`. */
  readonly entries: number
}

export interface LedgerLines {
  /** Newest first, by their first entry. */
  readonly lines: ReadonlyArray<LedgerLine>
  /** `cursor` of the next page; null on the last page. */
  readonly next: string | null
  /** Only with `month`: totals of the whole month. */
  readonly totals?: MonthTotals
}

export interface LedgerPage {
  /** One page of entries, the newest first. */
  readonly entries: ReadonlyArray<LedgerEntry>
  /** `cursor` of the next page; null on the last page. */
  readonly next: string | null
  /** Only with `month`: totals of the whole month, regardless of other filters. */
  readonly totals?: MonthTotals
}

export interface LedgerProof {
  /** The format of this proof. */
  readonly format: "rcpt-ledger-proof/1"
  /** The entry. */
  readonly entry: string
  /** The event. */
  readonly event: {
    /** The stream of the event. */
    readonly stream: string
    /** The number of the event in its stream. */
    readonly version: number
    /** Its type. */
    readonly type: string
    /** The version of the event's format. */
    readonly v: number
    /** UTC, with microseconds. */
    readonly at: string
    /** The JSON text that was hashed. */
    readonly data: string
    /** The hash of the event before it in its stream. */
    readonly previous: string
  }
  /** The commit of the log that has it. */
  readonly commit: {
    /** Of the event among those of its commit, from 1. */
    readonly position: number
    /** The hashes of the events of its commit. */
    readonly events: ReadonlyArray<string>
  }
  /** RFC 6962 §2.1.1. */
  readonly inclusion: {
    /** Of the commit in the log, from 0. */
    readonly index: number
    /** Commits in the tree. */
    readonly size: number
    /** Hashes from the leaf to the root, in order. */
    readonly path: ReadonlyArray<string>
  }
  /**
   * Log, number of commits and root of their Merkle tree (RFC 6962), signed: a C2SP
   * tlog-checkpoint, with the co-signatures of witnesses.
   */
  readonly checkpoint: string
}

export interface LedgerPurpose {
  /** The kind of the request. */
  readonly kind: "verification" | "batch" | "job"
  /** The mode that was used. */
  readonly mode: "fast" | "deep"
  /** Id of the list. */
  readonly job?: string
}

export interface LedgerReceipt {
  /** The entry. */
  readonly entry: LedgerEntry
  /** Single and batch checks: the result. */
  readonly result?: {
    /** Its state. */
    readonly status: "valid" | "risky" | "invalid" | "unknown"
    /** The most decisive finding. */
    readonly sub_status?: string
    /** 0 to 100; from 80 on, no problem was found. */
    readonly score: number
    /** Where the request came from. */
    readonly via: "api_key" | "dashboard" | "demo"
  }
  /** The hold that the entry belongs to. */
  readonly hold?: {
    /** Its id. */
    readonly id: string
    /** Credits. */
    readonly credits: number
    /** Without reversed charges. */
    readonly charged: number
    /** Credits refunded. */
    readonly refunded: number
    /** Neither charged nor refunded yet. */
    readonly open: number
  }
  /**
   * The hold and its charges and refunds, oldest first; at most 100. `GET /ledger?job=` has all.
   */
  readonly chain: ReadonlyArray<LedgerEntry>
  /** Single and batch checks: id of the row of `GET /activity/{id}`, while it is kept. */
  readonly activity?: string
  /** The event in the log, which `rcpt ledger verify` checks. */
  readonly proof: {
    /** The commit of the log that has it. */
    readonly commit: number
    /** The stream of the event. */
    readonly stream: string
    /** The number of the event in its stream. */
    readonly version: number
    /** The event. */
    readonly event: string
    /** SHA-256 over the event and all earlier events of its stream, in hex. */
    readonly hash: string
  }
}

export interface LedgerStatement {
  /** UTC, such as `2026-11`. */
  readonly month: string
  /** False: the month goes on, and so may the statement. */
  readonly is_over: boolean
  /** Sums of the month. Only with `month`. */
  readonly totals: MonthTotals
  /**
   * Oldest first: one for each job, grant and adjustment, and one a day for single checks and for
   * batches of each mode. With more than 500 jobs, or grants and adjustments, these have one line a
   * day too. The sum of `change` is `balance_after` − `balance_before`.
   */
  readonly lines: ReadonlyArray<StatementLine>
  /**
   * SHA-256 of the file `GET /ledger.csv?month=`, in hex: it has every entry, and is the same each
   * time once the month is over.
   */
  readonly csv_sha256: string
  readonly checkpoint?: LedgerCheckpoint
}

export interface LedgerStatements {
  /** A month without entries is not among them. */
  readonly statements: ReadonlyArray<{
    /** UTC, such as `2026-11`. */
    readonly month: string
    /** False: the month goes on, and so may the statement. */
    readonly is_over: boolean
    /** Sums of the month. Only with `month`. */
    readonly totals: MonthTotals
  }>
  /** `before` of the next page; null on the last page. */
  readonly next: string | null
}

/** How the file was read. Absent for rows of a job. */
export interface ListFormat {
  /** The column of the addresses, from 1. */
  readonly column: number
  /** Its name, or a generated one. */
  readonly column_name: string
  /**
   * `asked`: `column` names it; `named`: its header names it; `cells`: of several, it has the most
   * addresses.
   */
  readonly because: "asked" | "named" | "cells"
  /** Its first cells, at most three. */
  readonly examples: ReadonlyArray<string>
  /** The separator of the cells. */
  readonly delimiter: string
  /** The encoding that was used, as browsers name it; `encoding` overrides it. */
  readonly encoding: string
}

/**
 * From the syntax, rcpt's lists and earlier checks; no network is used. Absent for fewer than 20
 * addresses, for rows of a job, and above 30 lists per hour.
 */
export interface ListPreview {
  /** Distinct addresses that the numbers below are of. */
  readonly sampled: number
  /** Not well-formed: they bounce. */
  readonly invalid_syntax: number
  /** At disposable providers. */
  readonly disposable: number
  /** Shared inboxes. */
  readonly role: number
  /** At free providers. */
  readonly free: number
  /** At domains that are known to take no mail, from earlier verifications: they bounce. */
  readonly known_bad_domains: number
  /** Per cent of the addresses that bounce, rounded down. Verifying finds more. */
  readonly at_least_bounce_percent: number
}

/** A message of JSON-RPC 2.0, as the Model Context Protocol defines them. */
export type McpMessage = unknown

export interface Message {
  /** What was done. */
  readonly message: string
}

/** Sums of the credits of one calendar month. */
export interface MonthTotals {
  /** UTC, such as `2026-11`. */
  readonly month: string
  /** The balance when the month began. */
  readonly balance_before: number
  /** Credits granted. */
  readonly granted: number
  /** Adjustments; negative if they removed more credits than they added. */
  readonly adjusted: number
  /** Credits held for unfinished checks and jobs. */
  readonly held: number
  /** Credits charged. */
  readonly charged: number
  /** Credits refunded. */
  readonly refunded: number
  /** `balance_before` + `granted` + `adjusted` − `held` + `refunded`. */
  readonly balance_after: number
}

/** An API key by its name. */
export interface NamedKey {
  /** Its id. */
  readonly id: string
  /** Its name. */
  readonly name: string
  /** The last four characters of the key. */
  readonly last4: string
  /** Of a browser key: its websites. */
  readonly origins?: ReadonlyArray<string>
}

export interface Notice {
  /** Kind of the problem; several may have the same. */
  readonly id: string
  /** The severity. */
  readonly severity: "problem" | "warning" | "note"
  /** `operator`: only shown to owners of the service. */
  readonly for: "everybody" | "operator"
  /** The problem in one sentence. */
  readonly says: string
  /** What to do. */
  readonly advice?: string
  /** An environment variable to set, with its value. */
  readonly setting?: string
  /** The mail provider concerned. */
  readonly provider?: string
}

export interface Notices {
  /** Notices for the owner of the account. */
  readonly notices: ReadonlyArray<Notice>
  /** When the service last examined itself; null shortly after its start. */
  readonly examined_at: string | null
}

export interface Overview {
  /** The balance, and what of it is held. */
  readonly credits: {
    /** What can be spent now. */
    readonly available: number
    /** Held for running checks and jobs. The unused part is refunded. */
    readonly held: number
    /** Charged in the current calendar month (UTC). */
    readonly spent_this_month: number
  }
  /**
   * The last 30 days including today, oldest first. Checks by status, without sandbox addresses and
   * without the public demo, which stores no results.
   */
  readonly days: ReadonlyArray<Day>
  /**
   * The 24 hours (UTC) of the only day of `days` that has checks, from the list of activity. Absent
   * with several such days or none, and while activity misses checks of the day. A list counts in
   * the hour of its upload, with all of its rows, also those of the sandbox.
   */
  readonly hours?: ReadonlyArray<Hour>
  readonly days_before: PeriodSums
  /** The latest 5. */
  readonly jobs: ReadonlyArray<BulkJob>
  /** The time of the finding. */
  readonly checked_at: string
}

/** The sums of the 30 days before `days`, to compare with. */
export interface PeriodSums {
  /** Rows or checks with this status. */
  readonly valid: number
  /** Rows or checks with this status. */
  readonly risky: number
  /** Rows or checks with this status. */
  readonly invalid: number
  /** Rows or checks with this status. */
  readonly unknown: number
  /** Charges minus reversed charges; may be negative. */
  readonly credits_spent: number
}

/** Who made it. Absent if no person with a session did. */
export interface PersonNamed {
  /** Their id. */
  readonly id: string
  /**
   * Only with a dashboard session, and as long as they are in the account: then it is forgotten.
   */
  readonly email?: string
}

export interface Rule {
  /** Its id. */
  readonly id: string
  /** The effect on matching addresses. */
  readonly action: "allow" | "block"
  /** What `value` is. */
  readonly match: "address" | "domain" | "mail_host" | "tld"
  /**
   * In the form that is compared: an address in the main spelling of its mailbox, names in lower
   * case and ASCII.
   */
  readonly value: string
  /** Whether the rule includes names below `value`. */
  readonly subdomains: boolean
  /** The reason of the rule; empty if none was given. */
  readonly note: string
  /** When it was made. */
  readonly created_at: string
}

export interface RuleRequest {
  /**
   * `block`: the address is `risky`, `blocked_by_rule`, and its mail server is not asked. `allow`:
   * what lists say of it does not count for the verdict.
   */
  readonly action: "allow" | "block"
  /** What `value` is, the most specific first: that of an address outranks the others. */
  readonly match: "address" | "domain" | "mail_host" | "tld"
  /**
   * An address (`ann@example.com`, with all spellings of its mailbox), a domain (`example.com`),
   * the name of a mail server (`mx.example.com`), or a top-level domain (`xyz`).
   */
  readonly value: string
  /** With `domain` and `mail_host`: whether names below it are meant too. Default: false. */
  readonly subdomains?: boolean
  /** Why the rule is there, at most 200 characters. */
  readonly note?: string
}

export interface RulesPage {
  /** One page of rules, the newest first. */
  readonly rules: ReadonlyArray<Rule>
  /** Number of rules that match the filters, on all pages. */
  readonly total: number
  /** `cursor` of the next page; null on the last page. */
  readonly next: string | null
}

export interface SecurityEvent {
  /** Its id. */
  readonly id: string
  /** The type of the action or refusal. Types are added over time. */
  readonly type:
    | "account_opened"
    | "signed_in"
    | "session_ended"
    | "all_sessions_ended"
    | "password_changed"
    | "password_replaced"
    | "totp_enabled"
    | "totp_disabled"
    | "recovery_code_used"
    | "recovery_codes_replaced"
    | "key_created"
    | "key_changed"
    | "key_revoked"
    | "webhook_set"
    | "webhook_secret_rotated"
    | "webhook_disabled"
    | "webhook_removed"
    | "person_invited"
    | "invitation_revoked"
    | "person_joined"
    | "role_changed"
    | "person_removed"
    | "account_suspended"
    | "account_resumed"
    | "address_erased"
    | "rules_added"
    | "rules_removed"
    | "account_closed"
    | "credits_granted"
    | "credits_adjusted"
    | "password_recovered"
    | "email_changed"
    | "sign_in_failed"
    | "sign_in_throttled"
    | "wrong_password"
    | "forbidden"
    | "revoked_key_used"
    | "keys_throttled"
    | "ended_key_used"
    | "network_refused"
    | "origin_refused"
    | "visitor_limit_reached"
    | "credit_limit_reached"
  /** When it was made. */
  readonly created_at: string
  /** Of what was refused: how often within a minute. Otherwise 1. */
  readonly count: number
  /** Of what was refused: the last. */
  readonly last_at?: string
  /**
   * Who: a session or an API key of the account, the operator of the service, the service itself,
   * or a client that was not identified.
   */
  readonly by: "session" | "key" | "operator" | "service" | "unknown"
  /** The API key of the request. */
  readonly by_key?: NamedKey
  readonly by_person?: PersonNamed
  readonly person?: PersonNamed
  /** The role that was given. */
  readonly role?: "manager" | "member" | "read_only"
  /** The key that was created, changed or revoked. */
  readonly key?: NamedKey
  /** The browser or program, such as `Firefox`. */
  readonly agent?: string
  /**
   * A label of the client's IP address (IPv6: of its /64), the same for the same address. It does
   * not reveal the address.
   */
  readonly address?: string
  /** Of a browser key that was refused: the website of the last request, as its browser says. */
  readonly origin?: string
  /** `X-Request-Id` of the response; of a count, the last one's. */
  readonly request_id?: string
  /** Credits. */
  readonly credits?: number
  /** The reason, in the words of the person who gave it. */
  readonly reason?: string
}

export interface SecurityPage {
  /** One page of events, the newest first. */
  readonly events: ReadonlyArray<SecurityEvent>
  /** `cursor` of the next page; null on the last page. */
  readonly next: string | null
}

/** What the mail server said. */
export interface SmtpResult {
  /** Whether there was an SMTP session. */
  readonly checked: boolean
  /** Its state. */
  readonly status:
    | "deliverable"
    | "undeliverable"
    | "catch_all"
    | "unknown"
    | "greylisted"
    | "rate_limited"
    | "policy_blocked"
    | "timeout"
    | "not_checked"
  /** Why there was no session. Only if `checked` is false. */
  readonly reason?:
    | "smtp_not_required"
    | "smtp_not_requested"
    | "smtp_unavailable"
    | "smtp_no_mx"
    | "smtp_invalid_syntax"
    | "smtp_smtputf8"
    | "smtp_unsafe_mx"
    | "smtp_throttled"
    | "smtp_abuse_throttled"
  /** More about the status. */
  readonly sub_reason?:
    | "mailbox_not_found"
    | "mailbox_full"
    | "mailbox_disabled"
    | "domain_not_found"
    | "accept_all_gateway"
    | "provider_unverifiable"
    | "connection_failed"
    | "protocol_error"
    | "tls_required"
    | "sender_rejected"
  /** SMTP reply code. */
  readonly response_code?: number
  /** Enhanced status code (RFC 3463), dotted. */
  readonly enhanced_code?: string
  /** Absent if unknown. */
  readonly catch_all?: boolean
  /** Whether STARTTLS was used. */
  readonly tls?: boolean
  /** Host that answered; if none did, the last one tried. */
  readonly mx_host?: string
  /** Recognized mail provider, such as `google_workspace`. */
  readonly provider?: string
  /** Duration of the SMTP session. */
  readonly latency_ms?: number
}

export interface StatementLine {
  /** Day (UTC) of its first entry in the month. */
  readonly date: string
  /** The use of its credits, or their source. */
  readonly what: "grant" | "adjustment" | "verification" | "batch" | "job"
  /** The mode that was used. */
  readonly mode?: "fast" | "deep"
  /** Id of the list. */
  readonly job?: string
  /** Given by the owner of the service. */
  readonly reason?: string
  /** Number of ledger entries in this line. */
  readonly entries: number
  /** Credits held for unfinished checks and jobs. */
  readonly held: number
  /** Credits charged. */
  readonly charged: number
  /** Credits refunded. */
  readonly refunded: number
  /** The change of the balance by these entries. */
  readonly change: number
}

export interface UploadPrice {
  /** Rows with an address. */
  readonly total_rows: number
  /** Distinct addresses. Only these are verified and charged. */
  readonly distinct_rows: number
  /** The mode that was used. */
  readonly mode: "fast" | "deep"
  /** Credits that submitting the list would hold. The unused part is refunded. */
  readonly credits_reserved: number
  /** Estimated cost. An unknown domain counts at the higher price. */
  readonly credits_expected: number
  /** Maximum cost. */
  readonly credits_maximum: number
  /** Share of the distinct addresses that deep mode cannot confirm: 0 to 1. */
  readonly unprovable_share: number
  /**
   * Distinct addresses with an earlier result that `max_age` gives again for 0 credits; only with
   * it.
   */
  readonly known_rows?: number
  /** Estimated cost of those without `max_age`; `credits_expected` is without it. */
  readonly credits_saved?: number
  readonly format?: ListFormat
  readonly preview?: ListPreview
}

export interface Usage {
  /** The year in UTC. */
  readonly year: number
  /** 1 to 12, UTC. */
  readonly month: number
  /** The sum of all checks. */
  readonly total_checks: number
  /** Single checks in the dashboard. */
  readonly single_checks: number
  /** Rows of lists. */
  readonly bulk_checks: number
  /** Single and batch checks with an API key. */
  readonly api_checks: number
  /** Checks of the public demo. */
  readonly public_checks: number
  /** How often verdicts were right, as far as was reported. */
  readonly feedback?: UsageFeedback
}

export interface UsageBreakdown {
  /** The start of the count: `days` ago, or the oldest activity that is kept. */
  readonly since: string
  /** One for each source and mode that has checks, the most credits first. */
  readonly groups: ReadonlyArray<UsageGroup>
}

/** Reports of this month (`POST /feedback`). Only present if there are any. */
export interface UsageFeedback {
  /** Addresses reported as delivered. */
  readonly delivered: number
  /** Addresses reported as bounced. */
  readonly bounced: number
  /** Reports that confirm a verdict: `valid` delivered, `invalid` bounced. */
  readonly right: number
  /** Reports that contradict one. `risky` and `unknown` verdicts count as neither. */
  readonly wrong: number
}

export interface UsageGroup {
  /**
   * The source of the checks: single checks and batches of an API key or of the dashboard, or the
   * lists of the whole account.
   */
  readonly source: "api_key" | "dashboard" | "list"
  /** The API key. */
  readonly key?: UsageKey
  /** The mode that was used. */
  readonly mode: "fast" | "deep"
  /** With a verdict; without repeated answers and sandbox addresses. */
  readonly checks: number
  /** Charged for them. */
  readonly credits: number
}

/** Of `api_key`; without a name if the key is no longer known. */
export interface UsageKey {
  /** Its id. */
  readonly id: string
  /** Its name. */
  readonly name?: string
  /** Its last four characters. */
  readonly last4?: string
}

export interface VerifyResult {
  /** The address as sent, trimmed. */
  readonly email: string
  /** In deep mode valid means that the mail server accepts mail for the mailbox. */
  readonly status: "valid" | "risky" | "invalid" | "unknown"
  /** 0 to 100; from 80 on, no problem was found. */
  readonly score: number
  /** The results of the checks. A check without an answer is left out. */
  readonly checks: Checks
  /** The domain of the address. */
  readonly domain: string
  /** The mode that was used. */
  readonly mode: "fast" | "deep"
  /** Credits charged for this request. */
  readonly credits_used?: number
  /** The most decisive finding; absent if valid. */
  readonly sub_status?:
    | "failed_syntax_check"
    | "domain_not_found"
    | "does_not_accept_mail"
    | "mx_unroutable"
    | "mailbox_not_found"
    | "mailbox_disabled"
    | "domain_rejected_by_mail_server"
    | "reported_bounce"
    | "blocked_by_rule"
    | "dns_error"
    | "no_mx_records"
    | "disposable"
    | "blocklisted"
    | "parked"
    | "role_based"
    | "role_based_catch_all"
    | "relay"
    | "catch_all"
    | "synthetic_local_part"
    | "new_domain"
    | "mailbox_full"
    | "possible_typo"
    | "mailbox_unverified"
    | "low_score"
  /** The mail servers of the domain, the preferred ones first. */
  readonly mx_records?: ReadonlyArray<string>
  /** Whether the domain is a free email provider; the same as `checks.free`. */
  readonly free_check?: boolean
  /** Milliseconds that the verification took. */
  readonly response_time_ms: number
  /** The time of the finding. */
  readonly checked_at: string
  /**
   * What to do: send; send_with_care (few at a time, watching bounces); do_not_send; ask_again
   * (after retry_after seconds: the answer may be another one by then).
   */
  readonly recommendation?: "send" | "send_with_care" | "do_not_send" | "ask_again"
  /** Seconds; only with ask_again. */
  readonly retry_after?: number
  /** The same for all spellings of one mailbox. */
  readonly normalized_email?: string
  /** The address that was probably meant. */
  readonly did_you_mean?: string
  /** Recognized mail provider, such as Google Workspace. */
  readonly mx_provider?: string
  /** Days since the domain was registered. */
  readonly domain_age_days?: number
  /** Blocklists with the domain or its primary mail server; empty if on none. */
  readonly dnsbl_listings?: ReadonlyArray<string>
  /** The SPF record. */
  readonly spf_record?: string
  /** The DMARC record. */
  readonly dmarc_record?: string
  /** Absent if unknown. */
  readonly is_catch_all?: boolean
  /** How likely the mailbox exists. Only present for catch-all domains. */
  readonly catch_all_confidence?: number
  /** The domain's request to receivers about forged mail. */
  readonly dmarc_policy?: "none" | "quarantine" | "reject"
  /** Sentences for people. Programs use `sub_status`. */
  readonly reasons: ReadonlyArray<string>
  /** What the mail server said. Only in deep mode. */
  readonly smtp?: SmtpResult
  /** The evidence of the answer. Only with `explain=true`. */
  readonly evidence?: Explained
}

export interface VerifyRowsRequest {
  /** For every row. Default: `deep`. */
  readonly mode?: "fast" | "deep"
  /** Only rows with one of these statuses. Default: any. */
  readonly status?: ReadonlyArray<"valid" | "risky" | "invalid" | "unknown">
  /** Only rows with one of these recommendations. Default: any. */
  readonly recommendation?: ReadonlyArray<"send" | "send_with_care" | "do_not_send" | "ask_again">
  /** Only rows with this `sub_status`. */
  readonly sub_status?: string
}

/**
 * The most checks of one client address (IPv6: of its /64) with the browser key. Each node counts
 * by itself.
 */
export interface VisitorLimit {
  /** Checks in a minute. */
  readonly per_minute: number
  /** Checks in a day, UTC. */
  readonly per_day: number
}

export interface Webhook {
  /** The URL. */
  readonly url: string
  /** A disabled webhook gets no deliveries until its URL is set again. */
  readonly status: "live" | "disabled"
  /**
   * `gone`: it answered 410. `failing`: no delivery succeeded for 5 days. `switched_off`: by the
   * account itself.
   */
  readonly disabled_reason?: "gone" | "failing" | "switched_off"
  /** When it was disabled; null if it is live. */
  readonly disabled_at: string | null
  /** First failure since the last successful delivery; null if there was none. */
  readonly failing_since: string | null
  /** When the URL was set. */
  readonly configured_at: string
  /** Until then, deliveries are also signed with the previous secret. */
  readonly previous_secret_until: string | null
}

export interface WebhookAttempt {
  /** When it began; its `webhook-timestamp`. */
  readonly at: string
  /** Milliseconds from the look-up of the host to the end of what was read. */
  readonly duration_ms: number
  /** Where it went. */
  readonly url: string
  /** With the signature. null: there was no request, as the secret could not be read. */
  readonly request_headers: ReadonlyArray<WebhookHeader> | null
  readonly response_status: number | null
  /** Up to the first 1,024 bytes, as UTF-8. */
  readonly response_body?: string
  /** Why there is no response. */
  readonly error?: string
}

export interface WebhookDeliveries {
  /** One page of deliveries, the newest first. */
  readonly deliveries: ReadonlyArray<WebhookDelivery>
  /** `cursor` of the next page; null on the last page. */
  readonly next: string | null
}

export interface WebhookDelivery {
  /** Its `webhook-id`. */
  readonly id: string
  /** null if the endpoint was removed. */
  readonly endpoint_id: string | null
  /** Its type. */
  readonly type: "job.completed" | "job.failed" | "job.cancelled" | "credits.low" | "webhook.test"
  /** The job. */
  readonly job_id?: string
  /** Its state. */
  readonly status: "pending" | "delivered" | "failed"
  /** How often it was sent. */
  readonly attempts: number
  readonly response_status: number | null
  /** Why the last attempt failed. */
  readonly error?: string
  /** When it was made. */
  readonly created_at: string
  /** When it was sent last; null before the first attempt. */
  readonly last_attempt_at: string | null
  /** null if there is none, or if an attempt is in progress. */
  readonly next_attempt_at: string | null
}

export interface WebhookDeliveryDetails {
  /** Its `webhook-id`. */
  readonly id: string
  /** null if the endpoint was removed. */
  readonly endpoint_id: string | null
  /** Its type. */
  readonly type: "job.completed" | "job.failed" | "job.cancelled" | "credits.low" | "webhook.test"
  /** The job. */
  readonly job_id?: string
  /** Its state. */
  readonly status: "pending" | "delivered" | "failed"
  /** How often it was sent. */
  readonly attempts: number
  readonly response_status: number | null
  /** Why the last attempt failed. */
  readonly error?: string
  /** When it was made. */
  readonly created_at: string
  /** When it was sent last; null before the first attempt. */
  readonly last_attempt_at: string | null
  /** null if there is none, or if an attempt is in progress. */
  readonly next_attempt_at: string | null
  /** The body of every attempt, without what was erased since. */
  readonly request_body: string
  /** The newest 50 attempts, newest first, also those before a resend. */
  readonly log: ReadonlyArray<WebhookAttempt>
}

export interface WebhookEndpoint {
  /** Its id. */
  readonly id: string
  /** The URL. */
  readonly url: string
  /** A disabled webhook gets no deliveries until its URL is set again. */
  readonly status: "live" | "disabled"
  /**
   * `gone`: it answered 410. `failing`: no delivery succeeded for 5 days. `switched_off`: by the
   * account itself.
   */
  readonly disabled_reason?: "gone" | "failing" | "switched_off"
  /** When it was disabled; null if it is live. */
  readonly disabled_at: string | null
  /** First failure since the last successful delivery; null if there was none. */
  readonly failing_since: string | null
  /** When the URL was set. */
  readonly configured_at: string
  /** Until then, deliveries are also signed with the previous secret. */
  readonly previous_secret_until: string | null
  /** May be empty. */
  readonly description: string
  /** The events that it gets. */
  readonly events: ReadonlyArray<"job.completed" | "job.failed" | "job.cancelled" | "credits.low">
  /** Signs its deliveries. With a dashboard session, and in the response that creates it. */
  readonly secret?: string
}

export interface WebhookEndpointChange {
  /** An https URL with a host on the public internet. */
  readonly url?: string
  /** What it is for, at most 200 characters, without an email address. */
  readonly description?: string
  /** The events that it gets. */
  readonly events?: ReadonlyArray<"job.completed" | "job.failed" | "job.cancelled" | "credits.low">
  /** `false`: it gets nothing, and pending deliveries are given up. `true`: again. */
  readonly enabled?: boolean
}

export interface WebhookEndpointRequest {
  /** An https URL with a host on the public internet. */
  readonly url: string
  /** What it is for, at most 200 characters, without an email address. */
  readonly description?: string
  /** The events that it gets. Default: all events. */
  readonly events?: ReadonlyArray<"job.completed" | "job.failed" | "job.cancelled" | "credits.low">
  /** `false`: it gets nothing yet. Default: `true`. */
  readonly enabled?: boolean
}

export interface WebhookEndpoints {
  /** All endpoints, the oldest first. */
  readonly endpoints: ReadonlyArray<WebhookEndpoint>
  /** How many an account can have: 10. */
  readonly max: number
}

export interface WebhookHeader {
  /** In lower case. */
  readonly name: string
  /** As it was sent. */
  readonly value: string
}

export interface WebhookResend {
  /** Events of this time and later. */
  readonly since: string
  /** Events before this time. Default: now. */
  readonly until?: string
}

export interface WebhookResent {
  /** Deliveries that are sent again now. */
  readonly resent: number
  /** Failed ones of the range beyond 1000: ask again for them. */
  readonly left: number
}

export interface WebhookSecret {
  /** Starts with `whsec_`. Valid until the next rotation. */
  readonly secret: string
  /** Until then the previous secret signs as well. */
  readonly previous_secret_until: string
}

export interface WebhookUrl {
  /** An https URL with a host on the public internet. */
  readonly url: string
}
