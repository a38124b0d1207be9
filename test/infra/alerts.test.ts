/** Alerts, what is to be done about them, and dashboards: that they name what there is, and fire when they should. */
import { execFileSync } from "node:child_process"
import { join } from "node:path"

import { assert, describe, it } from "vitest"

import { isCommandName } from "../../packages/cli/src/commandTable.ts"
import { describeWith, prometheus } from "../support/needs.ts"
import { dashboards, panels } from "./support/dashboards.ts"
import { documentsOf, infra, textOf } from "./support/infraFiles.ts"
import { mistakesIn } from "./support/promQl.ts"

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook_url: string }
}

const [rules] = documentsOf("prometheus/rules/rcpt.rules.yml") as unknown as ReadonlyArray<{
  readonly groups: ReadonlyArray<{ readonly rules: ReadonlyArray<Alert> }>
}>
const alerts = rules!.groups.flatMap((group) => group.rules)
const names = alerts.map(({ alert }) => alert)

const runbook = textOf("RUNBOOK.md")

describe("An alert", () => {
  it.each(alerts)("$alert names metrics and labels that there are", ({ expr }) => {
    assert.deepStrictEqual(mistakesIn(expr), [])
  })

  it("says how urgent it is and where to read on", () => {
    for (const { alert, labels, annotations } of alerts) {
      assert.include(["page", "ticket"], labels.severity, alert)
      assert.strictEqual(annotations.runbook_url, `infra/RUNBOOK.md#${alert.toLowerCase()}`)
      assert.isNotEmpty(annotations.summary)
    }
  })

  it("has its section in the runbook, and no section is of another", () => {
    const sections = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
    assert.deepStrictEqual(sections, names)
  })

  it("is tested with what is usual and with what it is for", () => {
    const [file] = documentsOf("prometheus/rules/rcpt.cases.yml") as unknown as ReadonlyArray<{
      readonly tests: ReadonlyArray<{ readonly name: string }>
    }>
    const tested = file!.tests.map(({ name }) => name)
    assert.includeMembers(
      tested,
      names.flatMap((name) => [`${name} usual`, `${name} provoked`])
    )
  })
})

describe("The runbook", () => {
  it("names commands that there are", () => {
    const named = [...runbook.matchAll(/`rcpt (\w+)/g)].map(([, command = ""]) => command)
    assert.isAbove(named.length, 15)
    assert.deepStrictEqual(
      named.filter((command) => !isCommandName(command)),
      []
    )
  })

  it("names panels that there are", () => {
    const named = [...runbook.matchAll(/\*([A-Z][^*]+)\*/g)]
      .map(([, title = ""]) => title.replaceAll(/\s+/g, " "))
      .filter((title) => !runbook.includes(`**${title}**`))
    assert.isAbove(named.length, 5)
    const titles = panels.map(({ title }) => title)
    assert.deepStrictEqual(
      named.filter((title) => !titles.includes(title)),
      []
    )
  })
})

describe("A dashboard", () => {
  it.each(dashboards)("$uid has a title, a unit and a sentence for each panel", (dashboard) => {
    assert.isAtLeast(dashboard.schemaVersion, 39)
    for (const { title, description, fieldConfig } of dashboard.panels) {
      assert.match(description, /\.$/, title)
      assert.isNotEmpty(fieldConfig.defaults.unit, title)
    }
  })

  it("names metrics and labels that there are", () => {
    assert.isAbove(panels.length, 30)
    for (const { title, expressions } of panels)
      for (const expression of expressions)
        assert.deepStrictEqual(mistakesIn(expression), [], title)
  })
})

describe("The collector of traces", () => {
  it("has everything that its pipeline names", () => {
    const [collector] = documentsOf("otel/collector.yaml")
    const pipelines = Object(Object(collector!["service"]).pipelines) as Readonly<
      Record<string, Readonly<Record<string, ReadonlyArray<string>>>>
    >
    for (const pipeline of Object.values(pipelines))
      for (const [kind, members] of Object.entries(pipeline))
        for (const member of members) assert.property(collector![kind], member)
  })
})

describeWith(prometheus, "promtool", () => {
  const promtool = (...args: ReadonlyArray<string>) =>
    execFileSync("promtool", args, { cwd: join(infra, "prometheus"), encoding: "utf8" })

  it("takes the configuration and its rules", () => {
    assert.include(promtool("check", "config", "prometheus.yml"), "SUCCESS")
  })

  it("sees each alert fire for what it is for, and no other time", () => {
    assert.include(promtool("test", "rules", "rules/rcpt.cases.yml"), "SUCCESS")
  })
})
