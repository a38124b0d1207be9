/**
 * Finds three records that show how well a domain's mail is maintained. Only the records are read: no
 * policy and no logo is fetched.
 */
import type { Fact } from "@rcpt/domain/Fact"
import { absent } from "@rcpt/domain/Fact"
import { Effect } from "effect"

import { toFact } from "./Answer.ts"
import type { Questions } from "./Questions.ts"
import { withOrganization } from "./senderPolicies.ts"

/** When several records match, none counts (RFC 8461 §3.1, RFC 8460 §3, and BIMI alike). */
const only =
  (shape: RegExp) =>
  (records: ReadonlyArray<string>): string | undefined => {
    const [record, ...others] = records.filter((one) => shape.test(one))
    return others.length === 0 ? record : undefined
  }

/** RFC 8461 §3.1: the version first, and an id of 1 to 32 letters and digits. */
const mtaSts = only(/^v=STSv1\s*;(?:[^;]*;)*?\s*id\s*=\s*[A-Za-z0-9]{1,32}\s*(?:;|$)/)

/** RFC 8460 §3: the version first, and an address for reports. */
const tlsRpt = only(/^v=TLSRPTv1\s*;(?:[^;]*;)*?\s*rua\s*=\s*\S/)

/** draft-brand-indicators-for-message-identification §4.2; an empty `l=` declines to show a logo. */
const bimi = only(/^v\s*=\s*BIMI1\s*(?:;|$)/i)

const recordAt = (
  dns: Questions,
  name: string,
  choose: (records: ReadonlyArray<string>) => string | undefined
): Effect.Effect<Fact<string>> => Effect.map(dns.policies(name), (answer) => toFact(answer, choose))

export const findMtaSts = (dns: Questions, domain: string) =>
  recordAt(dns, `_mta-sts.${domain}`, mtaSts)

export const findTlsRpt = (dns: Questions, domain: string) =>
  recordAt(dns, `_smtp._tls.${domain}`, tlsRpt)

/** Like DMARC: the domain's own record, or else that of its organizational domain. */
export const findBimi = (dns: Questions, domain: string): Effect.Effect<Fact<string>> =>
  Effect.map(
    Effect.all(
      withOrganization(domain).map((name) => recordAt(dns, `default._bimi.${name}`, bimi))
    ),
    (facts) => facts.find(({ _tag }) => _tag !== "Absent") ?? absent
  )
