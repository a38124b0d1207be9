import type { BulkJob } from "@rcpt/api/Jobs"
import type { Rule } from "@rcpt/api/Rules"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { audit } from "@rcpt/service/operations/audit/audit"
import * as Database from "@rcpt/service/platform/Database"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { openAccount } from "../../support/openAccount.ts"
import * as service from "../../support/service.ts"
import type { Request, Running } from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { list, mode, upload } from "../jobs/jobsHttpWorld.ts"

const json = { "content-type": "application/json" }

const add = ({ get }: Running, rule: object, request: Request = {}) =>
  get("/api/v1/rules", { method: "POST", headers: json, body: JSON.stringify(rule), ...request })

const importing = ({ get }: Running, body: string) =>
  get("/api/v1/rules.csv", { method: "POST", headers: { "content-type": "text/csv" }, body })

const rulesOf = ({ get }: Running, query = "") =>
  Effect.map(get(`/api/v1/rules${query}`), ({ json }) => Object(json).rules as ReadonlyArray<Rule>)

const remove = ({ get }: Running, path: string) => get(`/api/v1/rules${path}`, { method: "DELETE" })

const verify = ({ get }: Running, email: string, query = "", request: Request = {}) =>
  Effect.map(
    get(`/api/v1/verify?email=${encodeURIComponent(email)}${query}`, request),
    ({ json }) => json as VerifyResult
  )

const verdictOf = ({ status, sub_status, recommendation, credits_used, smtp }: VerifyResult) => [
  status,
  sub_status,
  recommendation,
  credits_used,
  smtp?.reason
]

const endOf = ({ get }: Running, id: string) =>
  Effect.gen(function* () {
    while (true) {
      const job = (yield* get(`/api/v1/jobs/${id}`)).json as BulkJob
      if (job.status === "complete") return job
      yield* Effect.sleep("20 millis")
    }
  })

const database = (running: Running) =>
  Layer.fresh(Database.layer(Redacted.make(running.databaseUrl!)))

/** What the events of all rules say, as text. */
const eventsOf = (running: Running) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly type: string; readonly data: string }>`
      select type, data::text as data from es.event where stream_id like 'rules-%' order by commit_id`
  ).pipe(Effect.provide(database(running)))

layer(service.layer({ lab: true, env: { RCPT_RATE_LIMIT: "off" } }), service.live)(
  "A rule",
  (it) => {
    it.effect(
      "that blocks holds from the next check on: single, batch, list, fast and deep",
      function* () {
        const running = yield* service.Service
        assert.strictEqual((yield* verify(running, "ann@acme.test")).status, "valid")
        const rule = { action: "block", match: "domain", value: "@ACME.test.", note: " a note " }
        const added = yield* add(running, rule)
        assert.strictEqual(added.status, 201)
        const { id, created_at, ...said } = added.json as Rule
        assert.deepStrictEqual(said, {
          action: "block",
          match: "domain",
          value: "acme.test",
          subdomains: false,
          note: "a note"
        })
        assert.isAtMost(Date.parse(created_at), Date.now())

        const blocked = ["risky", "blocked_by_rule", "do_not_send", 1] as const
        const fast = yield* verify(running, "ann@acme.test", "&explain=true")
        assert.deepStrictEqual(verdictOf(fast), [...blocked, undefined])
        assert.deepStrictEqual(fast.reasons, ["Your rule blocks the domain acme.test."])
        assert.isTrue(fast.checks.mx)
        assert.deepStrictEqual(
          fast.evidence?.find(({ source }) => source.includes(id)),
          {
            rule: "rule.block.domain",
            outcome: "present",
            source: `your rule ${id}`,
            answer: "acme.test"
          }
        )
        const deep = yield* verify(running, "bob@acme.test", "&mode=deep")
        assert.deepStrictEqual(verdictOf(deep), [...blocked, "smtp_not_required"])

        const batch = yield* running.get("/api/v1/verify/batch", {
          method: "POST",
          headers: json,
          body: JSON.stringify({ emails: ["ann@acme.test", "ann@plain.test"], mode: "deep" })
        })
        const results: ReadonlyArray<{ readonly result: VerifyResult }> = Object(batch.json).results
        assert.deepStrictEqual(
          results.map(({ result }) => result.sub_status === "blocked_by_rule"),
          [true, false]
        )
        const uploaded = yield* upload(running, [
          list("email\r\nann@acme.test\r\nann@plain.test\r\n"),
          mode("deep")
        ])
        const job = yield* endOf(running, Object(uploaded.json).id)
        const rows = yield* running.get(`/api/v1/jobs/${job.id}/results?sub_status=blocked_by_rule`)
        assert.deepStrictEqual(
          Object(rows.json).results.map(({ email }: { readonly email: string }) => email),
          ["ann@acme.test"]
        )

        assert.strictEqual((yield* remove(running, `/${id}`)).status, 200)
        assert.strictEqual((yield* verify(running, "ann@acme.test")).status, "valid")
        assert.strictEqual((yield* remove(running, `/${id}`)).status, 404)
      }
    )

    it.effect("that allows makes lists not count, and overrules no proof", function* () {
      const running = yield* service.Service
      const answer = yield* importing(
        running,
        [
          "value;match;action;more",
          "mailinator.com;domain;allow;x",
          ".test;TLD;allow;",
          "duck.com;domain;allow;",
          "gmail.com;domain;block;",
          "X.K.Q.7vwz93hb+a@Gmail.com;address;allow;"
        ].join("\r\n")
      )
      assert.deepStrictEqual(answer.json, { added: 5, changed: 0, unchanged: 0 })
      const subStatusOf = (email: string, query = "") =>
        Effect.map(verify(running, email, query), ({ sub_status }) => sub_status)
      const disposable = yield* verify(running, "ann@mailinator.com")
      assert.deepStrictEqual([disposable.status, disposable.checks.disposable], ["valid", true])
      assert.deepStrictEqual(disposable.reasons.slice(0, 1), [
        "Your rule allows the domain mailinator.com. Not counted: a disposable email provider."
      ])
      const deep = yield* verify(running, "ann@mailinator.com", "&mode=deep&timeout=5000")
      assert.notStrictEqual(deep.smtp?.reason, "smtp_not_required")
      for (const email of ["support@acme.test", "ann@young.test", "x7k2@duck.com"])
        assert.isUndefined(yield* subStatusOf(email), email)
      assert.strictEqual(yield* subStatusOf("bob@gmail.com"), "blocked_by_rule")
      const synthetic = yield* verify(running, "xkq7vwz93hb@gmail.com")
      assert.deepStrictEqual([synthetic.status, synthetic.checks.free], ["valid", true])

      const role = yield* verify(running, "support@acme.test", "&mode=deep")
      const uploaded = yield* upload(running, [list("email\nsupport@acme.test\n"), mode("deep")])
      const job = yield* endOf(running, Object(uploaded.json).id)
      assert.deepStrictEqual(
        [role.status, role.smtp?.status, job.valid_count],
        ["valid", "deliverable", 1]
      )

      assert.strictEqual(yield* subStatusOf("ann@nowhere.test"), "domain_not_found")
      assert.strictEqual(yield* subStatusOf("ann@nullmx.test"), "does_not_accept_mail")
      assert.strictEqual(yield* subStatusOf("ann@servfail.test"), "dns_error")
      assert.strictEqual(yield* subStatusOf("gone@office.test", "&mode=deep"), "mailbox_not_found")

      const host = { action: "block", match: "mail_host", value: "mx1.ACME.test" }
      yield* add(running, host)
      assert.strictEqual(yield* subStatusOf("ann@acme.test"), "blocked_by_rule")
      yield* remove(running, "?all=true")
      assert.deepStrictEqual(yield* rulesOf(running), [])
      assert.strictEqual(yield* subStatusOf("ann@mailinator.com"), "disposable")
    })

    it.effect(
      "is one for each match and value, and is listed, searched and removed by them",
      function* () {
        const running = yield* service.Service
        const rule = { action: "block", match: "domain", value: "bücher.test" }
        const first = (yield* add(running, rule)).json as Rule
        assert.strictEqual(first.value, "xn--bcher-kva.test")
        const second = (yield* add(running, { ...rule, action: "allow", note: "ours" }))
          .json as Rule
        assert.deepStrictEqual(second, { ...first, action: "allow", note: "ours" })
        const file = [
          "action,match,value,subdomains,note",
          "allow,domain,bücher.test,,ours",
          'block,domain,xyz.test,yes,"a, ""quoted"" one"',
          "block,address,=cmd@xyz.test,no,=1+1",
          "block,tld,рф,,"
        ].join("\n")
        const imported = yield* importing(running, `${file}\n`)
        assert.deepStrictEqual(imported.json, { added: 3, changed: 0, unchanged: 1 })

        const out = yield* running.get("/api/v1/rules.csv")
        assert.strictEqual(out.headers.get("content-type"), "text/csv; charset=utf-8")
        assert.match(out.headers.get("content-disposition") ?? "", /filename="rules.csv"/)
        assert.include(out.text, 'block,domain,xyz.test,true,"a, ""quoted"" one",')
        assert.include(out.text, "block,address,'=cmd@xyz.test,false,'=1+1,")
        const again = yield* importing(running, out.text)
        assert.deepStrictEqual(again.json, { added: 0, changed: 0, unchanged: 4 })

        const valuesOf = (query: string) =>
          Effect.map(rulesOf(running, query), (rules) => rules.map(({ value }) => value))
        assert.deepStrictEqual(yield* valuesOf("?match=tld"), ["xn--p1ai"])
        assert.deepStrictEqual(yield* valuesOf("?search=QUOTED"), ["xyz.test"])
        assert.deepStrictEqual(yield* valuesOf("?action=allow"), ["xn--bcher-kva.test"])
        const { next, total } = Object((yield* running.get("/api/v1/rules?limit=3")).json)
        assert.strictEqual(total, 4)
        assert.deepStrictEqual(yield* valuesOf(`?limit=3&cursor=${next}`), ["xn--bcher-kva.test"])
        const gone = yield* remove(
          running,
          `?match=domain&value=${encodeURIComponent("BÜCHER.test")}`
        )
        assert.deepStrictEqual(gone.json, { message: "1 rule is removed" })
        assert.deepStrictEqual((yield* remove(running, "?all=true")).json, {
          message: "3 rules are removed"
        })
      }
    )

    it.effect(
      "is refused where it makes no sense, by field or by line, and then none is added",
      function* () {
        const running = yield* service.Service
        const rule = { action: "block", match: "domain", value: "acme.test" }
        const refusals: ReadonlyArray<readonly [object, string]> = [
          [{ action: "deny" }, 'action must be one of "allow", "block"'],
          [{ match: "host" }, 'match must be one of "address", "domain", "mail_host", "tld"'],
          [{ value: " " }, "value must not be blank"],
          [
            { value: "*.acme.test" },
            "value must be a domain such as example.com: write it without *. and set subdomains to true"
          ],
          [
            { value: "ann@acme.test" },
            'value must be a domain such as example.com: for one address use match "address"'
          ],
          [
            { match: "tld", value: "co.uk" },
            'value must be a top-level domain such as xyz: for co.uk use match "domain" with subdomains'
          ],
          [
            { match: "address", value: "ann" },
            "value must be an email address such as ann@example.com: it has no @"
          ],
          [
            { match: "tld", value: "xyz", subdomains: true },
            'subdomains must be false or left out unless match is "domain" or "mail_host"'
          ],
          [{ note: "x".repeat(201) }, "note must be at most 200 visible characters"]
        ]
        for (const [change, error] of refusals) {
          const answer = yield* add(running, { ...rule, ...change })
          assert.deepStrictEqual([answer.status, answer.json], [400, { error }])
        }
        const files: ReadonlyArray<readonly [string, string]> = [
          [
            "action,match,value\nblock,domain,acme.test\n\nblock,domain,acme\n",
            "line 4: value must be a domain such as example.com: the domain has no dot"
          ],
          [
            "action,match,value,subdomains\nblock,domain,acme.test,maybe\n",
            "line 2: subdomains must be true or false"
          ],
          ['action,match,value\nblock,domain,"acme.test\n', "the file must close every quote"],
          [
            "email\nann@acme.test\n",
            "the file must be a CSV with a header line that names the columns action, match and value"
          ],
          [
            `action,match,value\n${"block,tld,xyz\n".repeat(10_001)}`,
            "the file must have at most 10,000 rules"
          ]
        ]
        for (const [body, error] of files) {
          const answer = yield* importing(running, body)
          assert.deepStrictEqual([answer.status, answer.json], [400, { error }])
        }
        assert.deepStrictEqual(yield* rulesOf(running), [])
      }
    )

    it.effect(
      "is the account's own, goes with a person, and keeps no address in its events",
      function* () {
        const running = yield* service.Service
        const other = yield* openAccount(running.databaseUrl!)
        yield* importing(
          running,
          [
            "action,match,value,note",
            "block,address,ann.lee@acme.test,",
            "block,domain,plain.test,as ann.lee@acme.test asked"
          ].join("\n")
        )
        const theirs = yield* running.get("/api/v1/rules", { apiKey: other.apiKey })
        assert.deepStrictEqual(theirs.json, { rules: [], total: 0, next: null })
        const readOnly = yield* running.get("/api/v1/account/security?limit=1")
        assert.strictEqual(Object(readOnly.json).events[0].type, "rules_added")

        const erased = yield* running.get("/api/v1/account/data?email=Ann.Lee@acme.test", {
          method: "DELETE"
        })
        assert.deepStrictEqual(
          Object(erased.json).erased.find(({ place }: { place: string }) => place === "rules"),
          { place: "rules", count: 2 }
        )
        assert.deepStrictEqual(
          (yield* rulesOf(running)).map(({ value, note }) => [value, note]),
          [["plain.test", ""]]
        )
        const events = yield* eventsOf(running)
        assert.include(events.at(-2)?.data ?? "", '"value":"plain.test"')
        assert.strictEqual(events.at(-1)?.type, "RulesRemoved")
        for (const { data } of events) assert.notInclude(data.toLowerCase(), "ann")
        const findings = yield* audit({}).pipe(Effect.provide(database(running)))
        assert.deepStrictEqual(
          findings.filter(({ broken }) => broken !== undefined),
          []
        )
      }
    )
  }
)
