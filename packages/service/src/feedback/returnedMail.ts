/**
 * Reads returned mail: what a delivery status notification (RFC 3464), or a program's own words in place of one, says of
 * each recipient, and complaints of feedback loops (RFC 5965). Whether a reply counts against a mailbox is decided by the rules for replies (readBounce), not here.
 */
import type { FeedbackItem } from "@rcpt/api/Feedback"
import { smtpResponseCharsMax } from "@rcpt/api/Feedback"
import PostalMime from "postal-mime"
import type { Attachment, Email } from "postal-mime"

import { noticeInMail, recipientsIn } from "./sesNotice.ts"

/** What became of the mail to one address. */
export type Outcome = Pick<FeedbackItem, "outcome" | "smtp_response" | "occurred_at"> & {
  readonly email: string
}

/** Octets. What is beyond them is the content of the message that came back. */
export const messageOctetsMax = 4 * 1024 * 1024

type Fields = ReadonlyMap<string, string>

/** Characters of a line (RFC 5322 §2.1.1): what is beyond them is read by nobody. */
const lineCharsMax = 998

/**
 * Groups of fields with a blank line between them (RFC 3464 §2.1), which some programs leave out before the next recipient.
 * A field that goes on in the next line is one.
 */
const groupsIn = (text: string): ReadonlyArray<Fields> =>
  text.split(/\n[ \t]*\n/).flatMap((group) => {
    const groups = [new Map<string, string>()]
    for (const line of group.replaceAll(/\n[ \t]+/g, " ").split("\n")) {
      const at = line.indexOf(":")
      const name = line.slice(0, Math.max(0, at)).trim().toLowerCase()
      if (name === "final-recipient" && groups.at(-1)!.has(name)) groups.push(new Map())
      const fields = groups.at(-1)!
      if (name !== "" && !fields.has(name))
        fields.set(name, line.slice(at + 1, at + lineCharsMax).trim())
    }
    return groups
  })

const address = /(?:"[^"\s]+"|[^\s<>()[\],;:"'`]+)@[^\s<>()[\],;:"'`@]*[^\s<>()[\],;:"'`@.]/

/** The address of `rfc822; ann@example.com` (RFC 3464 §2.3.1), with or without a type and angle brackets. */
const addressIn = (field: string | undefined): string | undefined =>
  address.exec(field?.slice(field.indexOf(";") + 1) ?? "")?.[0]

const isStatusPart = ({ mimeType }: Attachment): boolean =>
  mimeType === "message/delivery-status" || mimeType === "message/global-delivery-status"

const isMessage = ({ mimeType }: Attachment): boolean => mimeType === "message/rfc822"

/** The fields are ASCII (RFC 3464 §2.1.2), but Domino writes its words in the encoding of Japanese mail (RFC 1468). */
const textOf = ({ content }: Attachment): string => {
  const text = typeof content === "string" ? content : new TextDecoder().decode(content)
  const isJapanese = text.includes("\u001b$B")
  const read = isJapanese
    ? new TextDecoder("iso-2022-jp").decode(new TextEncoder().encode(text))
    : text
  return read.replaceAll("\r\n", "\n")
}

/** RFC 3464 §2.3.3. What is relayed or expanded has no outcome yet. */
const outcomes: Readonly<Record<string, Outcome["outcome"]>> = {
  failed: "bounced",
  failure: "bounced",
  delayed: "deferred",
  delivered: "delivered"
}

const hasCode = (text: string): boolean =>
  /(?<![\w.])[45](?:\d\d|\.\d{1,3}\.\d{1,3})(?!\w)/.test(text)

/** The line that ends a notice: what follows is the message that came back, or the footer of a company or a scanner. */
const endsNotice =
  /^\s*(?:-{2,}.*(?:copy of|(?:original|unsent|returned|undelivered) message|headers? (?:of|follow)|below this line)|(?:below is a copy of|original message|message headers?|undelivered message|unsent message).*follow|below is a copy of)|^\s*_{10}|^(?:Received|Return-Path): /i

/** What a program says in its own words. */
interface Notice {
  /** The sender of the message that came back, who is no recipient. */
  readonly sender: string | undefined
  readonly lines: ReadonlyArray<string>
}

const noticeIn = (text: string, sender: string | undefined): Notice => {
  const lines = text.split("\n").map((line) => line.slice(0, lineCharsMax))
  const end = lines.findIndex((line) => endsNotice.test(line))
  return { sender, lines: end === -1 ? lines : lines.slice(0, end) }
}

/** What stands before a recipient in a line that begins with it. */
const beforeRecipient =
  /^[\s<>"'(*-]*(?:(?:Sent <<< )?(?:RCPT )?to|(?:un)?known user|(?:invalid |failed )?(?:recipient|user)\w*|undeliverable address)?[\s:<"']*$/i

/** An address of X.400 that stands for one of SMTP, as Exchange 5.5 writes it. */
const x400 = /^\s*c=[^@]{0,200};dda:SMTP=/i

const recipientOf = (whole: string): string | undefined => {
  const line = whole.replace(x400, "")
  const found = address.exec(line)
  return found !== null && beforeRecipient.test(line.slice(0, found.index))
    ? found[0].toLowerCase()
    : undefined
}

/** What is said of one recipient, until a blank line or another reply follows the reply. */
class Section {
  readonly #lines: Array<string> = []
  hasReply = false
  #isOver = false

  add(line: string): void {
    const code = /^(?:<<< )?([245]\d\d)[ -]/.exec(line)?.[1]
    const isOther = code !== undefined && !this.#lines.some((each) => each.includes(code))
    if (this.hasReply && (line.trim() === "" || isOther)) this.#isOver = true
    if (this.#isOver) return
    this.#lines.push(line)
    this.hasReply ||= hasCode(line)
  }

  get text(): string {
    return this.#lines.join("\n").trim()
  }
}

/** From each line that begins with another recipient to the next: programs write what became of it below. */
const sectionsIn = ({ lines, sender }: Notice): ReadonlyMap<string, Section> => {
  const sections = new Map<string, Section>()
  let current: Section | undefined
  for (const line of lines) {
    const email = recipientOf(line)
    if (email !== undefined && email !== sender) {
      current = sections.get(email) ?? new Section()
      sections.set(email, current)
    }
    current?.add(line)
  }
  return sections
}

const dateOf = (text: string | undefined): string | undefined => {
  const at = Date.parse(text ?? "")
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

interface Said {
  readonly notice: Notice
  readonly sections: ReadonlyMap<string, Section>
  readonly sentAt: string | undefined
}

/** Where one recipient is named, all words are about it. */
const wordsAbout = (email: string, { notice, sections }: Said): string => {
  const own = sections.get(email.toLowerCase())
  const isOwn = own !== undefined && (sections.size > 1 || own.hasReply)
  return (isOwn ? own.text : notice.lines.join("\n").trim()).slice(0, smtpResponseCharsMax)
}

/** Postfix's words say after which command the server replied, which its fields do not. */
const namesCommand = /\bsaid:\s[^]*\(in reply to [^)]*\scommand\)/

/** A bad mailbox (RFC 3463 §3.2), which some programs write with a comment. */
const isAbsentStatus = (status: string | undefined): boolean => /^5\.1\.1(?!\d)/.test(status ?? "")

const withEnd = (text: string, ...lines: ReadonlyArray<string>): string => {
  const end = lines.map((line) => `\n${line}`).join("")
  return text.slice(0, smtpResponseCharsMax - end.length) + end
}

/** Who replied: where no other did, it is the mail server of the recipient's domain that reports (RFC 3464 §2.3.5). */
const replierOf = (
  fields: Fields,
  email: string,
  reporting: string | undefined
): ReadonlyArray<string> => {
  const remote = fields.get("remote-mta")
  if (remote !== undefined) return [`Remote-MTA: ${remote}`]
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase()
  return reporting?.toLowerCase().endsWith(`.${domain}`) ? [`Reporting-MTA: ${reporting}`] : []
}

/** The reply as the fields have it; where they have a kind of failure alone, the words of the notice. */
const responseOf = (
  fields: Fields,
  email: string,
  { said, reporting }: { readonly said: Said; readonly reporting: string | undefined }
): string => {
  const diagnostic = fields.get("diagnostic-code") ?? ""
  const status = fields.get("status") ?? ""
  const words = wordsAbout(email, said)
  // `x-unix` is the exit of a local program, such as procmail, which speaks about its own machine.
  const isLocal = /^x-unix/i.test(diagnostic)
  if (isLocal) return withEnd(words, diagnostic.slice(0, lineCharsMax))
  // A program that gives this status and no reply has found no such mailbox itself.
  if (diagnostic === "" && isAbsentStatus(status) && !hasCode(words))
    return withEnd(words, "Status: 5.1.1")
  const reply = `Diagnostic-Code: ${diagnostic.includes(";") ? "" : "smtp; "}${diagnostic}`
  const isReply = hasCode(diagnostic) && !namesCommand.test(words)
  if (!isReply && diagnostic !== "" && !hasCode(words)) return `Status: ${status}\n${reply}`
  return withEnd(
    isReply ? reply : words,
    ...replierOf(fields, email, isReply ? reporting : undefined)
  )
}

const fromStatus = (text: string, said: Said): ReadonlyArray<Outcome> => {
  const groups = groupsIn(text)
  const reporting = groups[0]?.get("reporting-mta")
  return groups.flatMap((fields) => {
    const [original, final] = ["original-recipient", "final-recipient"].map((name) =>
      addressIn(fields.get(name))
    )
    const email = original ?? final
    const outcome = outcomes[/[a-z]+/.exec(fields.get("action")?.toLowerCase() ?? "")?.[0] ?? ""]
    if (email === undefined || outcome === undefined) return []
    const at = dateOf(fields.get("last-attempt-date")) ?? said.sentAt
    return [
      {
        email,
        outcome,
        ...(outcome === "bounced" && {
          smtp_response: responseOf(fields, email, { said, reporting })
        }),
        ...(at !== undefined && { occurred_at: at })
      }
    ]
  })
}

const isComplaintPart = ({ mimeType }: Attachment): boolean =>
  mimeType === "message/feedback-report"

/** RFC 5965 §7.3. Other types are about viruses, or say that something is no spam. */
const complaint = /^Feedback-Type:\s*(?:abuse|fraud|opt-out)/im

/** An abuse report (RFC 5965) of a feedback loop, whose sender may have hidden the recipient. */
const fromComplaint = (part: string, { attachments }: Email, { sentAt }: Said) => {
  if (!complaint.test(part)) return []
  const named = part
    .split("\n")
    .filter((line) => /^(?:Original-Rcpt-To|Removal-Recipient):/i.test(line))
  const original = attachments.filter(({ mimeType }) => /rfc822/.test(mimeType)).map(textOf)
  const to = original.flatMap((text) => /^To:.{0,998}/im.exec(text)?.[0] ?? [])
  const recipients = new Set(
    (named.length > 0 ? named : to).flatMap((line) => addressIn(line) ?? [])
  )
  return [...recipients].map((email): Outcome => ({
    email,
    outcome: "complained",
    ...(sentAt !== undefined && { occurred_at: sentAt })
  }))
}

/** The only address that a notice has beside the sender's. */
const onlyAddress = ({ lines, sender }: Notice): ReadonlyArray<string> => {
  const words = lines.flatMap((line) => line.split(/\s/))
  const all = words.map((word) => address.exec(word)?.[0].toLowerCase())
  const others = new Set(all.filter((one) => one !== undefined && one !== sender))
  return others.size === 1 ? [...others].flatMap((one) => one ?? []) : []
}

/** A program's own words, where there are no fields: its header names the recipients, or the lines of its notice do. */
const fromWords = (failed: ReadonlyArray<string>, said: Said): ReadonlyArray<Outcome> => {
  const named = failed.length > 0 ? failed : [...said.sections.keys()]
  return (named.length > 0 ? named : onlyAddress(said.notice)).map((email) => ({
    email,
    outcome: "bounced",
    smtp_response: wordsAbout(email, said),
    ...(said.sentAt !== undefined && { occurred_at: said.sentAt })
  }))
}

/** For a message whose parts are cut wrong, so that none is found. */
const bodyOf = (message: Uint8Array): string => {
  const text = new TextDecoder().decode(message)
  return text.slice(/\r?\n\r?\n/.exec(text)?.index ?? 0)
}

const unquoted = (text: string): string => text.replaceAll(/^(?:> ?)+/gm, "")

const headerOf = ({ headers }: Email, name: string): string | undefined =>
  headers.find(({ key }) => key === name)?.value

/** Mail to a sender of nobody's (RFC 5321 §4.5.5), or by a program that says so in its name. */
const isNotice = (email: Email): boolean =>
  /^\s*<?\s*>?\s*$/.test(headerOf(email, "return-path") ?? "-") ||
  /daemon|post_?master|mail delivery|(?:mail|system|ndr) administrator|\bimss\b|<\s*>/i.test(
    headerOf(email, "from") ?? ""
  ) ||
  headerOf(email, "x-failed-recipients") !== undefined

/** Notices of Amazon SES, which Amazon SNS sends by email as JSON. */
const fromSns = (text: string): ReadonlyArray<Outcome> =>
  (recipientsIn(noticeInMail(text)) ?? []).flatMap(({ email, outcome, response, at }) =>
    email === undefined || outcome === "other"
      ? []
      : [
          {
            email,
            outcome,
            ...(outcome === "bounced" && { smtp_response: response ?? "" }),
            ...(at !== undefined && { occurred_at: new Date(at).toISOString() })
          }
        ]
  )

/** HTML as its reader sees it. An address in angle brackets is no mark. */
const withoutMarks = (html: string): string =>
  html
    .replaceAll(/<br\s{0,9}\/?>|<\/(?:p|div|tr|li|h\d)>/gi, "\n")
    .replaceAll(/<\/?[a-z][^<>@]{0,998}>/gi, "")
    .replaceAll(/&nbsp;/gi, " ")
    .replaceAll(/&lt;/gi, "<")
    .replaceAll(/&gt;/gi, ">")

/** Some programs write their notice in HTML alone, or call it plain text. */
const wordsOf = ({ text, html }: Email, message: Uint8Array): string => {
  const words = text || html || bodyOf(message)
  const isMarked = !text || /<br\b/i.test(words)
  return (isMarked ? withoutMarks(words) : words).replaceAll("\r\n", "\n")
}

const contentOf = ({ content }: Attachment): Uint8Array =>
  typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content)

const readOne = async (
  message: Uint8Array,
  isAttached: boolean
): Promise<ReadonlyArray<Outcome>> => {
  const email = await PostalMime.parse(message, { forceRfc822Attachments: true })
  const whole = wordsOf(email, message)
  if (/@sns\.amazonaws\.com(?:\.cn)?$/i.test(email.from?.address ?? "")) return fromSns(whole)
  const sender = email.to?.[0]?.address?.toLowerCase()
  const notice = noticeIn(whole, sender)
  const said = { notice, sections: sectionsIn(notice), sentAt: dateOf(email.date) }
  const complaints = email.attachments.filter(isComplaintPart).map(textOf)
  if (complaints.length > 0) return complaints.flatMap((part) => fromComplaint(part, email, said))
  const parts = email.attachments.filter(isStatusPart).map(textOf)
  // Forwarded by a person or broken by a program, the fields stand in the text.
  const fields =
    parts.length > 0 ? parts : /^[>\s]*Final-Recipient:/im.test(whole) ? [unquoted(whole)] : []
  if (fields.length > 0) return fields.flatMap((text) => fromStatus(text, said))
  const attached = isAttached ? [] : email.attachments.filter(isMessage)
  // Gateways and people forward a report as an attached message.
  const inside = await Promise.all(attached.map((part) => readOne(contentOf(part), true)))
  if (inside.flat().length > 0) return inside.flat()
  if (!isNotice(email)) return []
  const failed = headerOf(email, "x-failed-recipients")
    ?.split(",")
    .flatMap((one) => addressIn(one) ?? [])
  return fromWords(failed ?? [], said)
}

/** Nothing for a message that is no returned mail. */
export const readReturnedMail = (message: Uint8Array): Promise<ReadonlyArray<Outcome>> =>
  readOne(message.subarray(0, messageOctetsMax), false)
