import * as SelfSigned from "@rcpt/lab/smtp/selfSigned"

const anHour = 3_600_000

/** Self-signed, for the hour of a test. */
export const ownCertificate = (host: string): SelfSigned.KeyAndCertificate => {
  const now = Date.now()
  return SelfSigned.selfSigned(host, {
    from: new Date(now - anHour),
    until: new Date(now + anHour)
  })
}
