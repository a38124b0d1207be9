/** The page in place of a dashboard that is not there yet: it asks again by itself, without a script. */
import { createHash } from "node:crypto"

import { HttpServerResponse } from "effect/http"

import type { State } from "../dashboard/Dashboard.ts"
import { docsPath } from "./allowedMethods.ts"

type Waiting = Extract<State, { readonly is: "building" | "failed" }>

/** Seconds. A build takes two to ten. */
const askAgainAfter = 2
/** Seconds. Somebody may build it by hand. */
const askAgainAfterFailure = 30

const style = `:root{color-scheme:light dark}body{max-width:38rem;margin:18vh auto 0;padding:0 1.5rem;
font:16px/1.6 system-ui,sans-serif}h1{font-size:1.4rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}`

/** The one style that this page may have. */
const styleHash = createHash("sha256").update(style).digest("base64")

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;"
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? "")

const wordsOf = (state: Waiting): readonly [title: string, text: string] =>
  state.is === "building"
    ? [
        "The dashboard is being built",
        "<p>This happens after an installation or an update, and takes some seconds. This page goes " +
          "on by itself.</p>"
      ]
    : [
        "The dashboard could not be built",
        `<p>The API is not affected. The build said:</p><pre>${escaped(state.why)}</pre>` +
          "<p>The next start of the service tries again.</p>"
      ]

/** 200, for all is well with what was asked: a browser shows it, and nobody raises an alarm. */
export const waitingPage = (state: Waiting): HttpServerResponse.HttpServerResponse => {
  const [title, text] = wordsOf(state)
  const seconds = state.is === "building" ? askAgainAfter : askAgainAfterFailure
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${seconds}">
<title>${title} · rcpt</title>
<style>${style}</style>
<main>
<h1>${title}</h1>
${text}
<p><a href="${docsPath}">API reference</a></p>
</main>
</html>
`
  return HttpServerResponse.text(page, {
    contentType: "text/html; charset=utf-8",
    headers: { "content-security-policy": policy, "cache-control": "no-store" }
  })
}
