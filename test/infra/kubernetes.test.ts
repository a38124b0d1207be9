/** The resources of Kubernetes: all are applied, fit together, and set what the service accepts. */
import { readdirSync } from "node:fs"
import { join } from "node:path"

import { load } from "@rcpt/service/platform/Config"
import { Duration, Effect } from "effect"

import { assert, describe, it } from "../support/vitest.ts"
import { documentsOf, environmentIn, infra, textOf, valuesIn } from "./support/infraFiles.ts"
import type { Value } from "./support/infraFiles.ts"
import { madeSecrets, outside } from "./support/madeSecrets.ts"
import { drainMax, ports } from "./support/serviceFacts.ts"

interface Named {
  readonly name: string
  readonly value?: string
  readonly containerPort?: number
}

interface Pod {
  readonly enableServiceLinks: boolean
  readonly terminationGracePeriodSeconds: number
  readonly securityContext: Value
  readonly containers: readonly [
    {
      readonly env: ReadonlyArray<Named>
      readonly envFrom: ReadonlyArray<{ readonly configMapRef: Named }>
      readonly ports: ReadonlyArray<Named>
      readonly securityContext: Value
      readonly volumeMounts: ReadonlyArray<Named>
    }
  ]
  readonly volumes: ReadonlyArray<Named>
}

interface Resource {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: Value & { readonly template: { readonly spec: Pod; readonly metadata: Value } }
}

const [kustomization] = documentsOf("kubernetes/kustomization.yaml") as unknown as readonly [
  {
    readonly resources: ReadonlyArray<string>
    readonly configMapGenerator: readonly [
      { readonly name: string; readonly envs: readonly [string] }
    ]
    readonly images: ReadonlyArray<Named>
  }
]

const resources = kustomization.resources.flatMap(
  (file) => documentsOf(`kubernetes/${file}`) as unknown as ReadonlyArray<Resource>
)
const ofKind = (kind: string) => resources.filter((resource) => resource.kind === kind)
const deployments = ofKind("Deployment")
const pods = deployments.map(({ metadata, spec }) => ({ ...spec.template.spec, of: metadata.name }))

/** Of every value whose path ends so. */
const numbersAt = (end: string, kind: string) =>
  ofKind(kind)
    .flatMap(({ spec }) => valuesIn(spec))
    .filter(([at]) => at.endsWith(end))
    .map(([, value]) => value)

/** Services of others: name servers, mail servers, the web, WHOIS, Postgres, NATS. */
const portsOfOthers = [53, 25, 80, 443, 43, 5432, 4222]

describe("kustomization.yaml", () => {
  it("lists every file beside it", () => {
    const [{ envs }] = kustomization.configMapGenerator
    const listed = [...kustomization.resources, ...envs, "kustomization.yaml"]
    assert.deepStrictEqual(readdirSync(join(infra, "kubernetes")).toSorted(), listed.toSorted())
  })
})

describe("A pod of Kubernetes", () => {
  it("has settings that the service accepts, and time to stop", () =>
    Effect.gen(function* () {
      const { folder } = yield* madeSecrets
      const [{ name, envs }] = kustomization.configMapGenerator
      assert.lengthOf(pods, 2)
      for (const { of, containers, terminationGracePeriodSeconds } of pods) {
        const [{ env, envFrom }] = containers
        assert.deepStrictEqual(envFrom, [{ configMapRef: { name } }])
        const own = env.map((one) => [one.name, one.value ?? "10.0.0.1"] as const)
        const given = {
          ...environmentIn(textOf(`kubernetes/${envs[0]}`)),
          ...Object.fromEntries(own)
        }
        const { config, warnings } = yield* load({}, outside(given, "/run/secrets/rcpt/", folder))
        assert.deepStrictEqual(warnings, [])
        assert.strictEqual(`rcpt-${config.role}`, of)
        assert.strictEqual(config.clusterHost, "10.0.0.1")
        const longest = Duration.toSeconds(config.shutdownDelay) + drainMax
        assert.isAbove(terminationGracePeriodSeconds, longest)
      }
    }).pipe(Effect.scoped, Effect.runPromise))

  it("names the ports that the service listens on", () => {
    for (const { containers } of pods) {
      const named = containers[0].ports.map((port) => [port.name, port.containerPort])
      assert.deepStrictEqual(Object.fromEntries(named), ports)
    }
    for (const target of numbersAt("/targetPort", "Service"))
      assert.include(Object.keys(ports), target)
    const policed = numbersAt("/port", "NetworkPolicy")
    assert.isAbove(policed.length, 8)
    for (const port of policed) assert.include([...Object.values(ports), ...portsOfOthers], port)
  })

  it("keeps to the restricted profile, and gets no variables of services", () => {
    for (const { securityContext, containers, enableServiceLinks } of pods) {
      assert.isFalse(enableServiceLinks)
      assert.include(securityContext, { runAsNonRoot: true, runAsUser: 1000 })
      assert.deepStrictEqual(securityContext["seccompProfile"], { type: "RuntimeDefault" })
      assert.deepStrictEqual(containers[0].securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] }
      })
    }
  })

  it("mounts the volumes that it has", () => {
    for (const { containers, volumes } of pods)
      assert.deepStrictEqual(
        containers[0].volumeMounts.map(({ name }) => name),
        volumes.map(({ name }) => name)
      )
  })
})

describe("The resources of Kubernetes", () => {
  it("select pods that there are", () => {
    const labels = deployments.map(
      ({ spec }) => (spec.template.metadata["labels"] as Value)["app.kubernetes.io/component"]
    )
    const selected = resources
      .flatMap(({ spec }) => valuesIn(spec))
      .filter(([at]) => at.endsWith("app.kubernetes.io/component"))
    assert.isAbove(selected.length, 10)
    for (const [at, label] of selected) assert.include(labels, label, at)
  })

  it("scale a deployment that there is, and leave one pod of each role when a machine is emptied", () => {
    const names = deployments.map(({ metadata }) => metadata.name)
    for (const name of numbersAt("/scaleTargetRef/name", "HorizontalPodAutoscaler"))
      assert.include(names, name)
    assert.deepStrictEqual(
      ofKind("PodDisruptionBudget").map(({ metadata }) => metadata.name),
      names
    )
  })

  it("let port 25 out of the pods that ask mail servers alone", () => {
    const open = ofKind("NetworkPolicy").filter(({ spec }) =>
      valuesIn(spec).some(([at, value]) => at.endsWith("/port") && value === 25)
    )
    assert.deepStrictEqual(
      open.map(({ metadata }) => metadata.name),
      ["rcpt-probe"]
    )
  })
})
