/** The profile of every server in the lab, below its own script: polite, and without mailboxes. */
export const baseProfile = {
  file: "base",
  text: `
profile base
  on greeting   220 {host} ESMTP
  on ehlo       250-{host}
                250-PIPELINING
                250-SIZE 10240000
                250-8BITMIME
                250 ENHANCEDSTATUSCODES
  on helo       250 {host}
  on starttls   502 5.5.1 Error: command not implemented
  on mail       250 2.1.0 Ok
  on rcpt       550 5.1.1 <{rcpt}>: Recipient address rejected: User unknown
  on data       554 5.5.1 Error: no valid recipients
  on rset       250 2.0.0 Ok
  on noop       250 2.0.0 Ok
  on quit       221 2.0.0 Bye
                close
  on other      502 5.5.2 Error: command not recognized
`
}
