/** What people do by links in their mail, read from a real mail server. */
import { freePort } from "@rcpt/service/platform/freePort"
import { Context, Effect, Layer } from "effect"
import type { Page } from "playwright-core"

import { linkIn, newestTo } from "../service/accounts/people/mailedLinksWorld.ts"
import { headerOf, mailSink } from "../support/mailServer.ts"
import type { MailSink } from "../support/mailServer.ts"
import { chromium, describeWith } from "../support/needs.ts"
import { assert, layer } from "../support/vitest.ts"
import { verdictText } from "./verifyPage.ts"
import {
  assertAccessible,
  assertFits,
  BrowserWorld,
  browserWorld,
  live,
  open,
  owner,
  phone,
  signInOn,
  themes
} from "./world.ts"

class Mail extends Context.Service<Mail, MailSink>()("test/browser/mailedLinks/Mail") {}

const world = Layer.unwrap(
  Effect.gen(function* () {
    const mail = yield* mailSink
    const port = yield* freePort
    const env = {
      RCPT_PUBLIC_URL: `http://127.0.0.1:${port}`,
      RCPT_MAIL_URL: `smtp://127.0.0.1:${mail.port}`,
      RCPT_SIGNUP: "open",
      RCPT_SIGNUP_CREDITS: "25"
    }
    return Layer.merge(browserWorld({ port, env }), Layer.succeed(Mail, mail))
  })
)

const password = "correct horse battery"
const other = "a quite different phrase"

/** The link in the newest message to an address. */
const linkTo = (email: string, count?: number) =>
  Effect.flatMap(Mail, (mail) => Effect.map(newestTo(mail, email, count), linkIn))

const signUp = async (page: Page, email: string, names: readonly [string, string, string]) => {
  await open(page, "/sign-up")
  await page.getByLabel(names[0], { exact: true }).fill(email)
  await page.getByLabel(names[1], { exact: true }).fill(password)
  await page.getByRole("button", { name: names[2] }).click()
}

const english = ["Email", "Password", "Create account"] as const
const german = ["E-Mail", "Passwort", "Konto anlegen"] as const

describeWith(chromium, "By a link in the mail", () => {
  layer(
    world,
    live
  )((it) => {
    it.effect("somebody who signs up confirms the email, and checks a first address", function* () {
      const { visit } = yield* BrowserWorld
      const { page, complaints } = yield* visit()
      const email = "ann@people.test"
      yield* Effect.promise(async () => {
        await signUp(page, email, english)
        await page.getByText(`We mailed a link to ${email}`).waitFor()
        await assertAccessible(page)
      })
      const link = yield* linkTo(email)
      yield* Effect.promise(async () => {
        await open(page, "/sign-in")
        await page.getByLabel("Email").fill(email)
        await page.getByLabel("Password").fill(password)
        await page.getByRole("button", { name: "Sign in" }).click()
        await page.getByText("Your email is not confirmed yet").waitFor()
        await page.getByRole("button", { name: "Mail another link" }).waitFor()
        await assertAccessible(page)

        // What looks through mail opens the link, more than once: that does nothing.
        await open(page, link)
        await page.reload()
        await page.getByLabel("Password").waitFor()
        await assertAccessible(page)
        await page.getByLabel("Password").fill(other)
        await page.getByRole("button", { name: "Confirm and sign in" }).click()
        await page.getByText("This is not the password that was chosen").waitFor()
        await page.getByLabel("Password").fill(password)
        await page.getByRole("button", { name: "Confirm and sign in" }).click()
        await page.getByRole("link", { name: "Credits available" }).getByText("25").waitFor()
        assert.strictEqual(new URL(page.url()).hash, "")
        await open(page, "/verify")
        await verdictText(page, "ann@acme.test")

        await open(page, link)
        await page.getByLabel("Password").fill(password)
        await page.getByRole("button", { name: "Confirm and sign in" }).click()
        await page.getByText("The link was used or replaced").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })

    it.effect("a lost password is reset, and the old one signs in no more", function* () {
      const { visit } = yield* BrowserWorld
      const { page, complaints } = yield* visit()
      yield* Effect.promise(async () => {
        await open(page, "/sign-in")
        await page.getByRole("link", { name: "Forgot your password?" }).click()
        await page.getByLabel("Email").fill(owner.email)
        await page.getByRole("button", { name: "Mail a link" }).click()
        await page.getByText("If somebody signs in with").waitFor()
        await assertAccessible(page)
      })
      const link = yield* linkTo(owner.email)
      yield* Effect.promise(async () => {
        await open(page, link)
        await page.getByLabel("New password").fill("password1234")
        await page.getByRole("button", { name: "Set password" }).click()
        await page.getByText(/^The new password must not be a common password/).waitFor()
        await page.getByLabel("New password").fill(other)
        await page.getByRole("button", { name: "Set password" }).click()
        await page.getByText("Your password is changed").waitFor()
        await assertAccessible(page)
        await page.getByRole("link", { name: "sign-in" }).click()
        await page.getByLabel("Email").fill(owner.email)
        await page.getByLabel("Password").fill(owner.password)
        await page.getByRole("button", { name: "Sign in" }).click()
        await page.getByText("Incorrect email or password").waitFor()
        await signInOn(page, { ...owner, password: other })

        // As it was, for the other tests.
        await open(page, "/settings")
        await page.getByLabel("Current password").fill(other)
        await page.getByLabel("New password").fill(owner.password)
        await page.getByRole("button", { name: "Change password" }).click()
        await page.getByText("Password changed").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })

    it.effect("an email is changed, once the new one is confirmed", function* () {
      const { visit } = yield* BrowserWorld
      const { page, complaints } = yield* visit()
      const ann = { email: "eve@people.test", password }
      yield* Effect.promise(() => signUp(page, ann.email, english))
      const confirm = yield* linkTo(ann.email)
      const next = "eve.new@people.test"
      yield* Effect.promise(async () => {
        await open(page, confirm)
        await page.getByLabel("Password").fill(password)
        await page.getByRole("button", { name: "Confirm and sign in" }).click()
        await page.getByRole("link", { name: "Credits available" }).waitFor()
        await open(page, "/settings")
        await page.getByLabel("New email").fill(next)
        await page.getByLabel("Your password").fill(password)
        await page.getByRole("button", { name: "Change email" }).click()
        await page.getByText(`We mailed a link to ${next}`).waitFor()
        await assertAccessible(page)
      })
      const link = yield* linkTo(next)
      yield* Effect.promise(async () => {
        await open(page, link)
        await assertAccessible(page)
        await page.getByRole("button", { name: "Confirm email" }).click()
        await page.getByText("Your email is changed").waitFor()
        await signInOn(page, { email: next, password })
        await open(page, "/security")
        await page.getByText("Email changed").waitFor()
      })
      // The link, the warning and the link that takes it back.
      const back = yield* linkTo(ann.email, 3)
      yield* Effect.promise(async () => {
        await open(page, back)
        await assertAccessible(page)
        await page.getByLabel("New password").fill(other)
        await page.getByRole("button", { name: "Take back and set password" }).click()
        await page.getByText("Your email is what it was").waitFor()
        await signInOn(page, { email: ann.email, password: other })
      })
      assert.deepStrictEqual(complaints, [])
    })

    it.effect("in German, the pages and the message are, and so is the next browser", function* () {
      const { visit } = yield* BrowserWorld
      const { page } = yield* visit({ locale: "de-DE", ...phone })
      const email = "uli@people.test"
      yield* Effect.promise(async () => {
        await signUp(page, email, german)
        await page.getByText("Wir haben einen Link an").waitFor()
        await assertAccessible(page)
        await assertFits(page)
      })
      const message = yield* Effect.flatMap(Mail, (mail) => newestTo(mail, email))
      assert.include(headerOf(message, "subject"), "Ihre E-Mail-Adresse")
      const link = yield* linkTo(email)
      yield* Effect.promise(async () => {
        await open(page, link)
        await assertFits(page)
        await page.getByLabel("Passwort").fill(password)
        await page.getByRole("button", { name: "Bestätigen und anmelden" }).click()
        await page.getByRole("link", { name: "Verfügbare Credits" }).waitFor()
      })
      const elsewhere = yield* visit()
      yield* Effect.promise(async () => {
        await open(elsewhere.page, "/sign-in")
        await elsewhere.page.getByLabel("Email").fill(email)
        await elsewhere.page.getByLabel("Password").fill(password)
        await elsewhere.page.getByRole("button", { name: "Sign in" }).click()
        await elsewhere.page.locator("html[lang=de]").waitFor()
      })
    })

    it.effect(
      "each page is accessible in both themes, and so are the choices about mail",
      function* () {
        const { visit, visitAsOwner } = yield* BrowserWorld
        for (const colorScheme of themes) {
          const { page } = yield* visit({ colorScheme })
          const own = yield* visitAsOwner({ colorScheme })
          yield* Effect.promise(async () => {
            for (const path of [
              "/sign-in",
              "/forgot",
              "/confirm#x",
              "/reset#x",
              "/email#x",
              "/take-back#x"
            ]) {
              await open(page, path)
              await assertAccessible(page)
            }
            await open(own.page, "/settings")
            await own.page.getByLabel("Never").check()
            await own.page.getByRole("button", { name: "Save", exact: true }).click()
            await own.page.getByText("Saved.").waitFor()
            await assertAccessible(own.page)
          })
        }
      }
    )
  })
})
