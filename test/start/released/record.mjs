/**
 * Makes what a database of a release is tested with: some of everything, by requests to a running service of
 * that release, and its answers afterwards. See README.md beside it.
 *
 *     node record.mjs <base URL> <API key of the owner> > <version>.json
 */
const [base, apiKey] = process.argv.slice(2)
const headers = { "x-api-key": apiKey }

/** Requests whose answers must be the same after an upgrade. `:job` stands for each job. */
const lasting = [
  "/api/v1/account",
  "/api/v1/ledger?page_size=100",
  "/api/v1/ledger.csv",
  "/api/v1/jobs",
  "/api/v1/jobs/:job",
  "/api/v1/jobs/:job/results?page_size=100",
  "/api/v1/jobs/:job/download"
]

const ask = async (path, options = {}) => {
  const response = await fetch(base + path, {
    ...options,
    headers: { ...headers, ...options.headers }
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return text
}

const post = (path, body) =>
  ask(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body)
  })

const upload = async (mode, emails) => {
  const form = new FormData()
  form.set("mode", mode)
  form.set(
    "file",
    new Blob([["name,email", ...emails.map((e) => `Zoë,${e}`)].join("\n")]),
    "list.csv"
  )
  return JSON.parse(await ask("/api/v1/verify/bulk", { method: "POST", body: form })).id
}

const isDone = async (id) => {
  const { status } = JSON.parse(await ask(`/api/v1/jobs/${id}`))
  return status === "complete" || status === "cancelled"
}

const until = async (holds) => {
  while (!(await holds())) await new Promise((resume) => setTimeout(resume, 200))
}

const numbered = (count) =>
  Array.from({ length: count }, (_, n) => `user${n}@d${10_000 + n}.lab.test`)

for (const name of ["ann", "sales", "jörg"])
  await ask(`/api/v1/verify?email=${encodeURIComponent(name)}@acme.test`)
for (const email of ["ann@acme.test", "nobody@acme.test", "ann@mute.faults.test"])
  await ask(`/api/v1/verify?mode=deep&email=${email}`)
await ask("/api/v1/verify?email=ann@plain.test", { headers: { "idempotency-key": "released" } })
await post("/api/v1/verify/batch", { emails: ["ann@acme.test", "ann@bare.test", "no address"] })
await post("/api/v1/keys", { name: "reporting", scopes: ["read"] })
const jobs = [await upload("fast", numbered(60)), await upload("deep", numbered(12))]
for (const id of jobs) await until(() => isDone(id))
// Views follow the log within a second.
await new Promise((resume) => setTimeout(resume, 2_000))

const answers = {}
for (const path of lasting)
  for (const id of path.includes(":job") ? jobs : [""]) {
    const asked = path.replace(":job", id)
    answers[asked] = await ask(asked)
  }
process.stdout.write(`${JSON.stringify({ apiKey, answers }, undefined, 1)}\n`)
