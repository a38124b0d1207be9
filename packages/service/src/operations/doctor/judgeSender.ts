/** Whether mail servers would accept our sender: its domain takes mail and its SPF record allows us. */
import { note, ok, problem, warning } from "./Finding.ts"
import type { Finding } from "./Finding.ts"
import { isFullName } from "./judgeSelf.ts"
import type { Sender } from "./learnSender.ts"

const domainOf = ({ domain, mail }: Sender): Finding => {
  if (typeof mail === "object")
    return note("sender.domain", `The mail host of ${domain} is not answered (${mail.unanswered}).`)
  if (mail === "mx" || mail === "address")
    return ok("sender.domain", `${domain}, the domain of our sender, can take mail.`)
  return problem(
    "sender.domain",
    mail === "none"
      ? `${domain}, the domain of our sender, has neither MX nor address: mail servers refuse it.`
      : `${domain}, the domain of our sender, says that it takes no mail: servers refuse it.`,
    "Publish an MX record for it, or set RCPT_MAIL_FROM to an address whose domain has one."
  )
}

const spfOf = ({ domain, address, spf }: Sender): Finding => {
  const record = `The SPF record of ${domain}`
  if (address === undefined || spf === undefined)
    return note("sender.spf", `${record} was not looked at: we do not know our address.`)
  const allow = `Add ${address.includes(":") ? "ip6" : "ip4"}:${address} to it.`
  const why = spf.why === undefined ? "" : ` (${spf.why})`
  switch (spf.result) {
    case "pass":
      return ok("sender.spf", `${record} names ${address}.`)
    case "none":
      return warning(
        "sender.spf",
        `${domain} has no SPF record: some mail servers distrust such a sender.`,
        `Publish one, a TXT record: v=spf1 ${address.includes(":") ? "ip6" : "ip4"}:${address} -all`
      )
    case "fail":
      return problem("sender.spf", `${record} forbids ${address} to use it.`, allow)
    case "softfail":
    case "neutral":
      return warning("sender.spf", `${record} does not name ${address}.`, allow)
    case "permerror":
      return problem(
        "sender.spf",
        `${record} cannot be used${why}.`,
        "Correct it: receivers treat a broken record as none, or as a refusal."
      )
    case "temperror":
      return note("sender.spf", `${record} was not answered${why}.`)
    case "unevaluated":
      return note(
        "sender.spf",
        `${record} exists, but could not be fully evaluated${why}.`,
        `Make sure that it names ${address}.`
      )
  }
}

export const judgeSender = (sender: Sender): ReadonlyArray<Finding> => {
  if (sender.mailFrom === "")
    return [
      note(
        "sender.domain",
        "The sender is <>, which some mail servers refuse outside of bounces.",
        "Set RCPT_MAIL_FROM to an address of yours."
      )
    ]
  if (sender.isDefault && !isFullName(sender.domain))
    return [note("sender.domain", "The sender is at RCPT_HELO, and waits for a full name there.")]
  return [domainOf(sender), spfOf(sender)]
}
