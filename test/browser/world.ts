/**
 * A real service in the lab with the built dashboard, and a real browser. One browser for all files of a worker;
 * each test has its own browser context, so that it acts as a separate user.
 */
import { AxeBuilder } from "@axe-core/playwright"
import { dashboardPlace } from "@rcpt/cli/builds"
import { buildDashboard } from "@rcpt/tools/buildDashboard"
import { Context, Effect, Layer } from "effect"
import type { Scope } from "effect"
import { chromium as playwright } from "playwright-core"
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core"

import { chromium, chromiumProgram, describeWith, root } from "../support/needs.ts"
import * as service from "../support/service.ts"
import { assert, layer } from "../support/vitest.ts"
import type { Methods } from "../support/vitest.ts"

export const owner = { email: "owner@rcpt.test", password: "correct horse battery" }

/** Milliseconds: long enough for a machine under load. */
const waitMax = 20_000

/** The folder of the built dashboard. It is built once and kept for the next run. */
export const dashboardFolder: Effect.Effect<string> = Effect.promise(async () => {
  const { folder, isBuilt } = dashboardPlace(".rcpt")
  if (!isBuilt) await buildDashboard(folder)
  return folder
})

let started: Promise<Browser> | undefined

/** It ends with the worker: Playwright kills what it has started when its process exits. */
const browser: Effect.Effect<Browser> = Effect.promise(() => {
  started ??= playwright.launch({
    executablePath: chromiumProgram,
    // The sandbox does not work for root, and the pages are trusted. Containers have a small /dev/shm.
    args: [...(root.found ? ["--no-sandbox"] : []), "--disable-dev-shm-usage"]
  })
  return started
})

export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors that the browser logged: from scripts, and violations of the content security policy. */
  readonly complaints: ReadonlyArray<string>
}

/** Logged for every error response, which tests often provoke. */
const errorResponse = /Failed to load resource/

const listen = (page: Page): ReadonlyArray<string> => {
  const complaints: Array<string> = []
  page.on("pageerror", ({ message }) => complaints.push(message))
  page.on("console", (message) => {
    if (message.type() === "error" && !errorResponse.test(message.text()))
      complaints.push(message.text())
  })
  return complaints
}

/** Shown to users who are signed in. On a phone the navigation is behind a button, the credits are not. */
const creditsAvailable = (page: Page): Locator =>
  page.getByRole("link", { name: "Credits available" })

export const signInOn = async (page: Page, user: typeof owner): Promise<void> => {
  await page.goto("/sign-in")
  await page.getByLabel("Email").fill(user.email)
  await page.getByLabel("Password").fill(user.password)
  await page.getByRole("button", { name: "Sign in" }).click()
  await creditsAvailable(page).waitFor()
}

/** Opens the overview with the cookies of an earlier sign-in; signs in if that session has ended. */
const resumeOn = async (page: Page): Promise<void> => {
  if ((await page.request.get("/api/v1/account")).status() !== 200) return signInOn(page, owner)
  await page.goto("/")
  await creditsAvailable(page).waitFor()
}

/** Creates an account where sign-up is open, and signs in. */
export const signUpOn = async (page: Page, user: typeof owner): Promise<void> => {
  await open(page, "/sign-up")
  await page.getByLabel("Email").fill(user.email)
  await page.getByLabel("Password").fill(user.password)
  await page.getByRole("button", { name: "Create account" }).click()
  await page.getByText("Your account is ready").waitFor()
  await signInOn(page, user)
}

interface World {
  readonly running: service.Running
  /** A visitor who is not signed in. The context is closed with the scope. */
  readonly visit: (options?: BrowserContextOptions) => Effect.Effect<Visitor, never, Scope.Scope>
  /** The owner, signed in, on the overview. All visits share one session: signing in takes a second. */
  readonly visitAsOwner: (
    options?: BrowserContextOptions
  ) => Effect.Effect<Visitor, never, Scope.Scope>
}

/** A test may end while a page still waits for an answer that the test makes itself. */
const close = async (context: BrowserContext): Promise<void> => {
  const pages = context.pages()
  await Promise.all(pages.map((page) => page.unrouteAll({ behavior: "ignoreErrors" })))
  await context.close()
}

/** Shared by all tests of a file: see `inBrowser`. */
export class BrowserWorld extends Context.Service<BrowserWorld, World>()("test/browser/World") {}

export const browserWorld = (options: service.Options = {}): Layer.Layer<BrowserWorld> =>
  Layer.effect(
    BrowserWorld,
    Effect.gen(function* () {
      const env = {
        RCPT_OWNER_EMAIL: owner.email,
        RCPT_OWNER_PASSWORD: owner.password,
        RCPT_DASHBOARD: yield* dashboardFolder,
        ...options.env
      }
      const running = yield* service.start({ lab: true, ...options, env })
      const chromiumRunning = yield* browser
      const visit: World["visit"] = (options = {}) =>
        Effect.gen(function* () {
          const context = yield* Effect.acquireRelease(
            Effect.promise(() =>
              chromiumRunning.newContext({
                baseURL: running.base,
                locale: "en-GB",
                timezoneId: "UTC",
                reducedMotion: "reduce",
                ...options
              })
            ),
            (context) => Effect.promise(() => close(context))
          )
          context.setDefaultTimeout(waitMax)
          const page = yield* Effect.promise(() => context.newPage())
          return { page, context, complaints: listen(page) }
        })
      let signedIn: BrowserContextOptions["storageState"]
      const visitAsOwner: World["visitAsOwner"] = (options) =>
        Effect.tap(
          visit({ ...options, ...(signedIn && { storageState: signedIn }) }),
          ({ page, context }) =>
            Effect.promise(async () => {
              await (signedIn === undefined ? signInOn(page, owner) : resumeOn(page))
              signedIn = await context.storageState()
            })
        )
      return { running, visit, visitAsOwner }
    })
  )

/** Runs a test on a page where the owner is signed in. The browser must log no errors. */
export const asOwner = (run: (page: Page) => Promise<void>, options?: BrowserContextOptions) =>
  Effect.gen(function* () {
    const { visitAsOwner } = yield* BrowserWorld
    const { page, complaints } = yield* visitAsOwner(options)
    yield* Effect.promise(() => run(page))
    assert.deepStrictEqual(complaints, [])
  })

export const live = { ...service.live, timeout: 90_000 } as const

type Tests = (it: Methods<BrowserWorld>) => void

/** Tests that share a service and a browser. */
export const inBrowser = (
  name: string,
  ...args: readonly [tests: Tests] | readonly [options: service.Options, tests: Tests]
): void => {
  const [options, tests] = args.length === 1 ? [{}, args[0]] : args
  describeWith(chromium, name, () => layer(browserWorld(options), live)(tests))
}

export const themes = ["light", "dark"] as const

export const phone = { viewport: { width: 390, height: 844 } } as const

/** Opens a page, waits until its data is loaded, and returns its h1. */
export const open = async (page: Page, path: string): Promise<string> => {
  await page.goto(path)
  await page.getByRole("heading", { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null)
  return page.getByRole("heading", { level: 1 }).innerText()
}

/** No violations of WCAG 2.2 A and AA, nor of axe's best practices. */
export const assertAccessible = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const texts = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(" | ")}`
  )
  assert.deepStrictEqual(texts, [], page.url())
}

/** The page does not scroll sideways. */
export const assertFits = async (page: Page): Promise<void> => {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  assert.isAtMost(beyond, 0, page.url())
}
