/** The page shown while the dashboard is not ready. It reloads itself, without a script. */
import { createHash } from "node:crypto"

import { HttpServerResponse } from "effect/http"

import { docsPath } from "../allowedMethods.ts"
import type { State } from "./Dashboard.ts"

type WaitingState = Extract<State, { readonly status: "building" | "failed" }>

/** Seconds. A build takes two to ten. */
const reloadAfter = 2
/** Seconds. An operator may build it by hand. */
const reloadAfterFailure = 30

const style = `:root{color-scheme:light dark}body{max-width:38rem;margin:18vh auto 0;padding:0 1.5rem;
font:16px/1.6 system-ui,sans-serif}h1{font-size:1.4rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}`

/** The only style that the policy allows. */
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

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => escapes[char] ?? "")

const contentOf = (state: WaitingState): readonly [title: string, text: string] =>
  state.status === "building"
    ? [
        "The dashboard is being built",
        "<p>This happens after an installation or an update, and takes a few seconds. This page " +
          "reloads automatically.</p>"
      ]
    : [
        "The dashboard could not be built",
        `<p>The API is not affected. Build output:</p><pre>${escapeHtml(state.reason)}</pre>` +
          "<p>The service tries again at its next start.</p>"
      ]

/** Sent with 200: a browser shows it, and no monitoring takes it for an error. */
export const waitingPage = (state: WaitingState): HttpServerResponse.HttpServerResponse => {
  const [title, text] = contentOf(state)
  const seconds = state.status === "building" ? reloadAfter : reloadAfterFailure
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
