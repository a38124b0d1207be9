/**
 * A real service in the lab with the built dashboard, and a real browser in front of it. One browser
 * for each test file; each test has a context of its own, as one person at one machine.
 */
import { AxeBuilder } from "@axe-core/playwright"
import { assert } from "@effect/vitest"
import { buildDashboard } from "@rcpt/cli/dashboard/buildDashboard"
import { dashboardPlace } from "@rcpt/cli/dashboard/dashboardFolder"
import { Context, Effect, Layer } from "effect"
import type { Scope } from "effect"
import { chromium } from "playwright-core"
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"

import { chromiumProgram, root } from "../support/needs.ts"
import * as service from "../support/service.ts"

export const owner = { email: "owner@rcpt.test", password: "correct horse battery" }

/** Milliseconds: a machine under load takes its time, and nothing is waited for that does not come. */
const waitMax = 20_000

/** Where the dashboard of these sources is. Built by whoever comes first, and kept for the next run. */
export const dashboardFolder: Effect.Effect<string> = Effect.gen(function* () {
  const { folder, isBuilt } = yield* dashboardPlace(".rcpt")
  if (!isBuilt) yield* buildDashboard(folder)
  return folder
}).pipe(Effect.orDie)

const browser: Effect.Effect<Browser, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(() =>
    chromium.launch({
      executablePath: chromiumProgram,
      // Its sandbox is not for root; the pages are our own. Containers have a small /dev/shm.
      args: [...(root.found ? ["--no-sandbox"] : []), "--disable-dev-shm-usage"]
    })
  ),
  (running) => Effect.promise(() => running.close())
)

export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  /** What the browser has complained about: errors of scripts, and what the policy has refused. */
  readonly complaints: ReadonlyArray<string>
}

/** Said of every answer that is an error, and an answer that is an error is often what is tested. */
const ofAnswers = /Failed to load resource/

const listen = (page: Page): ReadonlyArray<string> => {
  const complaints: Array<string> = []
  page.on("pageerror", ({ message }) => complaints.push(message))
  page.on("console", (message) => {
    if (message.type() === "error" && !ofAnswers.test(message.text()))
      complaints.push(message.text())
  })
  return complaints
}

export const signInOn = async (page: Page, person: typeof owner): Promise<void> => {
  await page.goto("/sign-in")
  await page.getByLabel("Email").fill(person.email)
  await page.getByLabel("Password").fill(person.password)
  await page.getByRole("button", { name: "Sign in" }).click()
  // On a phone the navigation is behind a button; the credits are always there.
  await page.getByRole("link", { name: "Credits available" }).waitFor()
}

interface World {
  readonly running: service.Running
  /** Somebody who has not signed in. Gone with the scope. */
  readonly visit: (options?: BrowserContextOptions) => Effect.Effect<Visitor, never, Scope.Scope>
  /** The owner, signed in. */
  readonly visitAsOwner: (
    options?: BrowserContextOptions
  ) => Effect.Effect<Visitor, never, Scope.Scope>
}

/** One for all tests of a file: `layer(browserWorld(), live)`. */
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
      const visit: World["visit"] = (context = {}) =>
        Effect.gen(function* () {
          const opened = yield* Effect.acquireRelease(
            Effect.promise(() =>
              chromiumRunning.newContext({
                baseURL: running.base,
                locale: "en-GB",
                timezoneId: "UTC",
                reducedMotion: "reduce",
                ...context
              })
            ),
            (context) => Effect.promise(() => context.close())
          )
          opened.setDefaultTimeout(waitMax)
          const page = yield* Effect.promise(() => opened.newPage())
          return { page, context: opened, complaints: listen(page) }
        })
      const visitAsOwner: World["visitAsOwner"] = (context) =>
        Effect.tap(visit(context), ({ page }) => Effect.promise(() => signInOn(page, owner)))
      return { running, visit, visitAsOwner }
    })
  )

export const live = { ...service.live, timeout: 90_000 } as const

export const themes = ["light", "dark"] as const

export const phone = { viewport: { width: 390, height: 844 } } as const

/** Opens a page, waits until it has what it asked for, and tells its h1. */
export const open = async (page: Page, path: string): Promise<string> => {
  await page.goto(path)
  await page.getByRole("heading", { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null)
  return page.getByRole("heading", { level: 1 }).innerText()
}

/** No violation of WCAG 2.2 A and AA, nor of what axe calls best practice. */
export const assertAccessible = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const words = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(" | ")}`
  )
  assert.deepStrictEqual(words, [], page.url())
}

/** A phone never scrolls sideways. */
export const assertFits = async (page: Page): Promise<void> => {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  assert.isAtMost(beyond, 0, page.url())
}
