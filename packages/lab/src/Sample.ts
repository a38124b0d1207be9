/**
 * A sample address and its result, in the fields of the API's answer, so that a row can be compared with
 * the output of `curl`.
 */
import type { DmarcPolicy } from "@rcpt/domain/Evidence"
import type { Status, SubStatus } from "@rcpt/domain/Verdict"

/** The keys of `checks`. */
export type CheckName =
  | "syntax"
  | "free"
  | "disposable"
  | "mx"
  | "parked"
  | "relay"
  | "spf"
  | "dmarc"
  | "catch_all"
  | "role"
  | "dnsbl"
  | "mx_routable"
  | "forwarder"
  | "smtputf8"
  | "mta_sts"
  | "tls_rpt"
  | "bimi"

export interface Sample {
  readonly address: string
  /** Why it has this result: a sentence for readers of the list. */
  readonly says: string
  readonly status: Status
  readonly sub_status?: SubStatus
  readonly score: number
  /** A part of the answer's `checks`; `undefined` means that the key is left out. */
  readonly checks: { readonly [name in CheckName]?: boolean | undefined }
  readonly dmarc_policy?: DmarcPolicy
  readonly normalized_email?: string
  readonly did_you_mean?: string
  readonly mx_provider?: string
  readonly is_catch_all?: boolean
}

type Checks = Sample["checks"]
type More = Omit<Sample, "address" | "says" | "status" | "sub_status" | "score" | "checks">

/** A mailbox on a domain with all records; whether the domain is a catch-all is unknown. */
export const sound: Checks = {
  syntax: true,
  free: false,
  disposable: false,
  mx: true,
  parked: false,
  relay: false,
  spf: true,
  dmarc: true,
  catch_all: undefined,
  role: false,
  mx_routable: true,
  forwarder: false,
  smtputf8: false,
  mta_sts: false,
  tls_rpt: false,
  bimi: false
}

/** `differs`: the checks that differ from a sound address. */
export const valid = (
  address: string,
  says: string,
  score: number,
  differs: Checks = {},
  more: More = {}
): Sample => ({ address, says, status: "valid", score, checks: { ...sound, ...differs }, ...more })

export const risky = (
  address: string,
  says: string,
  sub_status: SubStatus,
  score: number,
  differs: Checks,
  more: More = {}
): Sample => ({
  address,
  says,
  status: "risky",
  sub_status,
  score,
  checks: { ...sound, ...differs },
  ...more
})

/** The domain cannot receive mail, so nothing else is asked about it. */
export const invalid = (
  address: string,
  says: string,
  sub_status: SubStatus,
  checks: Checks,
  more: More = {}
): Sample => ({ address, says, status: "invalid", sub_status, score: 0, checks, ...more })

/** DNS did not answer for the mail hosts, so every key that depends on DNS is left out. */
export const unknown = (address: string, says: string): Sample => ({
  address,
  says,
  status: "unknown",
  sub_status: "dns_error",
  score: 50,
  checks: {
    syntax: true,
    disposable: false,
    role: false,
    relay: false,
    mx: undefined,
    mx_routable: undefined,
    parked: undefined,
    forwarder: undefined,
    catch_all: undefined,
    spf: undefined,
    mta_sts: undefined
  }
})
