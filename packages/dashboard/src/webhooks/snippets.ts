/** Receivers that verify signatures with the standard library of their language. A test runs this code. */
export interface Snippet {
  readonly key: "js" | "python" | "go"
  readonly language: string
  readonly file: string
  /** The command that runs it; its settings are `RCPT_WEBHOOK_SECRET` and `PORT`. */
  readonly run: string
  readonly code: string
}

const js = `import { createHmac, timingSafeEqual } from "node:crypto"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"

const key = Buffer.from(process.env.RCPT_WEBHOOK_SECRET.replace("whsec_", ""), "base64")

const isGenuine = (headers, body) => {
  const id = headers["webhook-id"]
  const time = headers["webhook-timestamp"]
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false // minutes old
  const expected = createHmac("sha256", key).update(\`\${id}.\${time}.\${body}\`).digest()
  return (headers["webhook-signature"] ?? "").split(" ").some((one) => {
    const given = Buffer.from(one.replace("v1,", ""), "base64")
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

createServer(async (request, response) => {
  const body = await text(request) // the raw body: do not parse or reformat it
  if (!isGenuine(request.headers, body)) return response.writeHead(400).end()
  const event = JSON.parse(body)
  console.log(event.type, event.data)
  response.writeHead(204).end()
}).listen(process.env.PORT ?? 3000)
`

const python = `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["RCPT_WEBHOOK_SECRET"].replace("whsec_", ""))

def is_genuine(headers, body: bytes) -> bool:
    stamp = headers.get("webhook-timestamp", "")
    if not stamp.isdigit() or abs(time.time() - int(stamp)) > 300:  # minutes old
        return False
    content = f"{headers.get('webhook-id')}.{stamp}.".encode() + body
    expected = base64.b64encode(hmac.new(KEY, content, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(b"v1," + expected, one.encode()) for one in given)

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # the raw body: do not parse or reformat it
        body = self.rfile.read(int(self.headers["content-length"] or 0))
        genuine = is_genuine(self.headers, body)
        if genuine:
            event = json.loads(body)
            print(event["type"], event["data"], flush=True)
        self.send_response(204 if genuine else 400)
        self.end_headers()

HTTPServer(("", int(os.environ.get("PORT", 3000))), Receiver).serve_forever()
`

const go = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

func isGenuine(headers http.Header, body []byte, key []byte) bool {
	stamp, err := strconv.ParseInt(headers.Get("webhook-timestamp"), 10, 64)
	if err != nil || time.Since(time.Unix(stamp, 0)).Abs() > 5*time.Minute {
		return false // minutes old
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%d.%s", headers.Get("webhook-id"), stamp, body)
	for _, one := range strings.Split(headers.Get("webhook-signature"), " ") {
		given, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(one, "v1,"))
		if err == nil && hmac.Equal(given, mac.Sum(nil)) {
			return true
		}
	}
	return false
}

func main() {
	secret := strings.TrimPrefix(os.Getenv("RCPT_WEBHOOK_SECRET"), "whsec_")
	key, err := base64.StdEncoding.DecodeString(secret)
	if err != nil {
		panic(err)
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body) // the raw body: do not parse or reformat it
		if err != nil || !isGenuine(r.Header, body, key) {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		var event struct {
			Type string
			Data any
		}
		json.Unmarshal(body, &event)
		fmt.Println(event.Type, event.Data)
		w.WriteHeader(http.StatusNoContent)
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	panic(http.ListenAndServe(":"+port, nil))
}
`

export const snippets: ReadonlyArray<Snippet> = [
  { key: "js", language: "JavaScript", file: "receiver.mjs", run: "node receiver.mjs", code: js },
  {
    key: "python",
    language: "Python",
    file: "receiver.py",
    run: "python3 receiver.py",
    code: python
  },
  { key: "go", language: "Go", file: "receiver.go", run: "go run receiver.go", code: go }
]
