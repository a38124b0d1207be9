/** Parses a reply as if it came from the network. */
import { ReplyReader } from "@rcpt/verifier/smtp/ReplyReader"
import type { SmtpReply } from "@rcpt/verifier/smtp/ReplyReader"

export const parseReply = (text: string): SmtpReply => {
  const reader = new ReplyReader()
  reader.push(Buffer.from(`${text.replaceAll("\n", "\r\n")}\r\n`))
  const reply = reader.take()
  if (typeof reply !== "object") throw new Error(`no reply: ${text}`)
  return reply
}
