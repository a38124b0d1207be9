/** Whether mail servers can be reached at all, judged by the greetings of some of them. */
import { listed, note, ok, problem, warning } from "./Finding.ts"
import type { Finding } from "./Finding.ts"
import type { Knock } from "./greetMailHosts.ts"
import { greetingShownMax } from "./limits.ts"

type Greeted = Extract<Knock, { readonly _tag: "greeted" }>
type Unreached = Extract<Knock, { readonly _tag: "unreached" }>
type Nowhere = Extract<Knock, { readonly _tag: "nowhere" }>

/** Closed at Google Cloud and Heroku, opened on request at AWS, DigitalOcean, Hetzner and Linode. */
const openPort = (port: number): string =>
  `Ask the operator of this network to open port ${port} outwards: most clouds keep it closed, ` +
  "and some open it on request."

const domainsOf = (knocks: ReadonlyArray<Knock>): string =>
  listed(knocks.map(({ domain }) => domain))

const whyOf = (knocks: ReadonlyArray<Unreached | Nowhere>): string =>
  knocks
    .map((one) =>
      one._tag === "unreached" && one.connected
        ? `${one.domain}: connected, but no greeting (${one.why})`
        : `${one.domain}: ${one.why}`
    )
    .join("; ")

/** RFC 5321 §3.1: 220 is the only greeting that lets us in. */
const welcome = 220

const refusal = ({ domain, code, text }: Greeted): Finding =>
  warning(
    "port25.greeting",
    `The mail host of ${domain} greets us with ${code}: ${text.slice(0, greetingShownMax)}`,
    code >= 500
      ? "It refuses our address: follow the link in its words, and see dnsbl.own and helo.ptr."
      : "It is busy, or slows our address down: look again later."
  )

const reach = (
  port: number,
  greeted: ReadonlyArray<Greeted>,
  unreached: ReadonlyArray<Unreached>,
  nowhere: ReadonlyArray<Nowhere>
): Finding => {
  if (greeted.length === 0 && unreached.length === 0) {
    const says = `Port ${port} was not tried, for want of a mail host (${whyOf(nowhere)}).`
    return nowhere.every(({ isUnanswered }) => isUnanswered)
      ? note("port25", says)
      : warning("port25", says, "RCPT_DOCTOR_DOMAINS names domains that have a mail host.")
  }
  if (greeted.length === 0)
    return problem(
      "port25",
      `No mail host is reached on port ${port} (${whyOf(unreached)}), so deep verification ` +
        "cannot work from here.",
      openPort(port)
    )
  if (unreached.length > 0)
    return warning(
      "port25",
      `Some mail hosts are not reached on port ${port} (${whyOf(unreached)}); those of ` +
        `${domainsOf(greeted)} are.`,
      "Run the doctor again: if it stays so, a network on the way filters our connections."
    )
  return ok("port25", `Mail hosts are reached on port ${port}: those of ${domainsOf(greeted)}.`)
}

export const judgePort25 =
  (port: number) =>
  (knocks: ReadonlyArray<Knock>): ReadonlyArray<Finding> => {
    const greeted = knocks.filter((one) => one._tag === "greeted")
    const unreached = knocks.filter((one) => one._tag === "unreached")
    const nowhere = knocks.filter((one) => one._tag === "nowhere")
    return [
      reach(port, greeted, unreached, nowhere),
      ...greeted.filter(({ code }) => code !== welcome).map(refusal)
    ]
  }
