/**
 * Headers of files that verification services write, or that people made of them: from the services' references, and from
 * tests and readers of public programs. The rows are our own. `none`: no verdicts, or none of a service that we know.
 */
import type { ServiceName } from "@rcpt/api/otherServices"

export interface Sample {
  readonly of: ServiceName | "none"
  readonly header: string
  /** Cells by their column; all others are empty. */
  readonly rows: ReadonlyArray<Readonly<Record<string, string>>>
}

const sample = (
  of: Sample["of"],
  header: string,
  column: string,
  ...words: ReadonlyArray<string>
): Sample => ({ of, header, rows: words.map((word) => ({ [column]: word })) })

const zeroBounce =
  "Email Address,ZB Status,ZB Sub Status,ZB Account,ZB Domain,ZB First Name,ZB Last Name,ZB Gender,ZB Free Email,ZB MX Found,ZB MX Record,ZB SMTP Provider,ZB Did You Mean"
const hunter =
  "First name,Last name,Full name,Job title,Company,Industry,Department,Company size,Company Type,Email address,Confidence score,Company Country,Website,LinkedIn URL,Phone number,Twitter,Notes,Source,Sending status,Date of creation,Date of last update,Date of last activity,Date of last contact,Owner,City,State,Postal code,Country,Verification status,Verification date,Tags"
const reacher =
  "input,is_reachable,misc.is_disposable,misc.is_role_account,misc.gravatar_url,mx.accepts_mail,smtp.can_connect,smtp.has_full_inbox,smtp.is_catch_all,smtp.is_deliverable,smtp.is_disabled,syntax.is_valid_syntax,syntax.domain,syntax.username,error"

/** The tables were made with these. */
export const seen: ReadonlyArray<Sample> = [
  sample("zerobounce", zeroBounce, "ZB Status", "valid", "do_not_mail", "catch-all", "unknown"),
  sample("zerobounce", "address,status,sub_status,free_email,mx_found", "status", "valid", "abuse"),
  sample(
    "neverbounce",
    "id,email,name,email_status,bad_syntax",
    "email_status",
    "valid",
    "catchall"
  ),
  sample(
    "kickbox",
    "Email,Result,Reason,Role,Free,Disposable,Accept-All,Did you mean",
    "Result",
    "deliverable",
    "undeliverable"
  ),
  sample(
    "emailable",
    "email,state,reason,score,role,free,disposable,accept_all,mailbox_full,no_reply,mx_record,smtp_provider",
    "state",
    "deliverable",
    "risky"
  ),
  sample("reacher", reacher, "is_reachable", "safe", "invalid"),
  sample(
    "millionverifier",
    "email,quality,result,free,role",
    "result",
    "ok",
    "catch_all",
    "invalid"
  ),
  sample("bouncer", "email,status,reason,toxic,toxicity,score", "status", "deliverable", "risky"),
  sample("hunter", hunter, "Verification status", "valid", "accept_all"),
  sample("none", "Email,Status,Country", "Status", "valid", "invalid"),
  sample("none", "email,result", "result", "valid", "invalid")
]

/** These were looked for when the tables were done. */
export const apart: ReadonlyArray<Sample> = [
  sample(
    "zerobounce",
    "Email,First Name,Last Name,Accepted At,Accepted Reason,ZB Status,ZB Sub Status,ZB Free Email,ZB Did You Mean,ZB Account,ZB Domain,ZB Domain Age Days,ZB SMTP Provider,ZB MX Found,ZB MX Record,ZB Score",
    "ZB Status",
    "valid"
  ),
  sample(
    "zerobounce",
    "contact_id,company_id,email,zerobounce_status",
    "zerobounce_status",
    "invalid"
  ),
  sample(
    "neverbounce",
    "Email,neverbounce_status,neverbounce_reason",
    "neverbounce_status",
    "valid"
  ),
  sample("millionverifier", "email,quality,result,subresult", "result", "ok", "invalid"),
  sample(
    "millionverifier",
    "Email,Quality,Result,Result Code,Sub Result,Free,Role,Did You Mean,Error,Checked At",
    "Result",
    "ok",
    "unknown"
  ),
  sample(
    "millionverifier",
    "Company Name,Industry,Email,MillionVerifier Status,Company Website Full",
    "MillionVerifier Status",
    "good",
    "risky"
  ),
  sample(
    "reacher",
    "input,is_reachable,score,category,sub_reason,safe_to_send,reason_codes,is_disposable,is_role_account,mx_accepts_mail",
    "is_reachable",
    "safe",
    "unknown"
  ),
  sample(
    "kickbox",
    "Email Address,Kickbox Result,Sendex Score (Out of 1)",
    "Kickbox Result",
    "Deliverable"
  ),
  sample(
    "hunter",
    "Email,Hunter Status,Hunter Last Checked",
    "Hunter Status",
    "Valid",
    "Disposable"
  ),
  sample(
    "none",
    "Email,Verification Result,Syntax Error,ISP,Role,Disposable,Trap,Verified At",
    "Verification Result",
    "deliverable",
    "accept-all"
  ),
  sample(
    "none",
    "Unique Identifier Number,Email Address,Checked Email Address,Status,Additional Status Info",
    "Status",
    "OK",
    "Bad"
  ),
  sample(
    "none",
    "Email,Status,Invalid Reason,Handle,Domain,Syntax,Catch All",
    "Status",
    "Valid",
    "Invalid"
  ),
  sample(
    "none",
    "Last Name,First Name,Email,Company Name,City,State,Notes,Verification Status,Verification Date,Education",
    "Verification Status",
    "Verified",
    "Pending"
  ),
  sample(
    "none",
    "Email,Status,Score,Domain,Safe to Send,Deliverable,Free Email",
    "Status",
    "safe",
    "invalid"
  )
]
