/**
 * The paths that are declared: the methods that each allows, for the `Allow` header of a 405 (RFC 9110
 * §15.5.6), and how it is declared, for metrics.
 */
import { Api } from "@rcpt/api/Api"
import { Authentication, SignedIn } from "@rcpt/api/Authentication"
import { siteFiles } from "@rcpt/docs/site/Site"
import { HttpApi } from "effect/http-api"

import { providerPaths } from "../accounts/provider/Provider.ts"
import { findRoutes, routesOfDropIns } from "../dropin/dropIns.ts"
import { healthPaths } from "./health.ts"

interface Route {
  readonly declared: string
  readonly path: { readonly test: (path: string) => boolean }
  readonly method: string
}

const route = (method: string, path: string): Route => ({
  method,
  declared: path,
  path: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")}$`)
})

export const docsPath = "/docs"
export const openapiPath = "/api/v1/openapi.json"
export const adminOpenapiPath = "/api/v1/openapi-admin.json"
/** Their bodies are files, which are read while they arrive. */
export const uploadPaths: ReadonlySet<string> = new Set([
  "/api/v1/verify/bulk",
  ...routesOfDropIns.filter(({ takes }) => takes === "file").map(({ path }) => path)
])
export const inletPath = "/in"
export const formPath = "/form.js"
/** That of one release: `/form/3b1c….js`. */
export const hashedFormPath = "/form/:script"

/** The pages of the documentation count as one path: a metric has no series for each. */
const documentation: Route = {
  method: "GET",
  declared: docsPath,
  path: { test: (path) => siteFiles.has(path) }
}

const routes: Array<Route> = [
  ...[...healthPaths, openapiPath, adminOpenapiPath, formPath, hashedFormPath].map((path) =>
    route("GET", path)
  ),
  ...Object.values(providerPaths).map(({ method, path }) => route(method, path)),
  documentation,
  ...["GET", "POST"].map((method) => route(method, inletPath))
]

/** The middlewares that need an API key or a session. */
const identifying = new Set([Authentication.key, SignedIn.key])
const openPaths = new Set<string>()

HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint, middleware }) => {
    routes.push(route(endpoint.method, endpoint.path))
    if (![...middleware].some(({ key }) => identifying.has(key))) openPaths.add(endpoint.path)
  }
})

/**
 * A path that allows GET also allows HEAD (RFC 9110 §9.3.2), except where GET costs credits: a
 * response without a body would be charged for.
 */
const chargedPaths: ReadonlySet<string> = new Set(["/api/v1/verify"])

/** Empty for an unknown path. */
export const allowedMethods = (path: string): ReadonlyArray<string> =>
  routes
    .filter((candidate) => candidate.path.test(path))
    .flatMap(({ method }) =>
      method === "GET" && !chargedPaths.has(path) ? ["GET", "HEAD"] : [method]
    )

const fixedPaths: ReadonlySet<string> = new Set(
  routes.flatMap(({ declared }) => (declared.includes(":") ? [] : declared))
)

/** `/api/v1/jobs/:id` for the path of a job; `undefined` for one that is not declared. */
export const declaredPath = (path: string): string | undefined =>
  fixedPaths.has(path)
    ? path
    : (routes.find((route) => route.path.test(path))?.declared ?? findRoutes(path)[0]?.route.path)

/** Whether the contract has an endpoint here that needs neither an API key nor a session. */
export const isOpen = (path: string): boolean => openPaths.has(declaredPath(path) ?? "")
