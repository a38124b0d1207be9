/** The page that the `Link` of every error leads to: each code, what it means and what to do. */
import type { ErrorCode } from "@rcpt/api/errors/ErrorCode"
import { errorCodes, errorsPath } from "@rcpt/api/errors/errorCodes"
import { HttpRouter, HttpServerResponse } from "effect/http"

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" }

/** Text in Markdown with `code`, as HTML. */
const html = (text: string): string =>
  text
    .replaceAll(/[&<"]/g, (character) => entities[character]!)
    .replaceAll(/`([^`]+)`/g, "<code>$1</code>")

const section = ({ code, status, meaning, remedy }: ErrorCode): string =>
  `<h2 id="${code}"><code>${code}</code> <small>${status}</small></h2>` +
  `<p>${html(meaning)}</p><p>${html(remedy)}</p>`

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Errors: rcpt</title>
</head>
<body>
<main>
<h1>Errors</h1>
<p>${html('Every error is `{"error": "<sentence>"}`. `X-Error-Code` has its code, which never changes.')}</p>
${errorCodes.map(section).join("\n")}
</main>
</body>
</html>
`

const headers = {
  "content-security-policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}

export const layer = HttpRouter.add(
  "GET",
  errorsPath,
  HttpServerResponse.text(page, { contentType: "text/html; charset=utf-8", headers })
)
