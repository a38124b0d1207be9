import { load } from "@rcpt/service/platform/Config"
import { Effect } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"

const roleIn = (environment: Record<string, string>) =>
  load({}, environment).pipe(
    Effect.map(({ config }) => config.role),
    Effect.catch(({ message }) => Effect.succeed(message))
  )

describe("The role of a node", () => {
  const rows: ReadonlyArray<readonly [Record<string, string>, string]> = [
    [{}, "all"],
    [{ RCPT_ROLE: "probe", RCPT_CLUSTER_HOST: "a.rcpt.test" }, "probe"],
    [{ RCPT_ROLE: "api", RCPT_CLUSTER_HOST: "a.rcpt.test" }, "api"],
    [{ RCPT_ROLE: "smtp" }, "RCPT_ROLE must be one of all, api, probe."],
    [
      { RCPT_ROLE: "api" },
      "RCPT_ROLE=api needs RCPT_CLUSTER_HOST: a node without a cluster has no other node for the rest of the work."
    ],
    [
      { RCPT_ROLE: "probe" },
      "RCPT_ROLE=probe needs RCPT_CLUSTER_HOST: a node without a cluster has no other node for the rest of the work."
    ]
  ]
  for (const [environment, role] of rows) {
    it.effect(`with ${JSON.stringify(environment)} is ${role}`, () =>
      Effect.map(roleIn(environment), (found) => assert.strictEqual(found, role))
    )
  }
})
