import { Effect } from "effect"
import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import {
  asOwner,
  assertAccessible,
  assertFits,
  BrowserWorld,
  inBrowser,
  open,
  phone,
  signInOn,
  themes
} from "./world.ts"

const password = "a password of one's own"

const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) })

/** The link that is shown to whoever invites. */
const invite = async (page: Page, email: string, role: "Member" | "Read-only"): Promise<string> => {
  await open(page, "/people")
  await page.getByRole("button", { name: "Invite" }).click()
  const dialog = page.getByRole("dialog", { name: "Invite a person" })
  await dialog.getByLabel("Email").fill(email)
  await dialog.getByLabel(role).check()
  await dialog.getByRole("button", { name: "Make link" }).click()
  const card = page.getByRole("group", { name: `Link for ${email}` })
  return card.getByRole("group", { name: "link", exact: true }).locator("code").innerText()
}

const acceptOn = async (page: Page, link: string): Promise<void> => {
  await page.goto(link)
  await page.getByLabel("Choose a password").fill(password)
  await page.getByRole("button", { name: "Join and sign in" }).click()
  await page.getByRole("link", { name: "Credits available" }).waitFor()
}

inBrowser("The people of an account", (it) => {
  it.effect(
    "invite somebody by a link, who joins, gets another role, and is removed",
    function* () {
      const { visit, visitAsOwner } = yield* BrowserWorld
      const manager = yield* visitAsOwner()
      const guest = yield* visit()
      yield* Effect.promise(async () => {
        const email = "bob@team.test"
        const link = await invite(manager.page, email, "Member")
        assert.match(link, /\/join#[\w-]{43}$/)
        await row(manager.page, email).getByText("Member").waitFor()

        await open(guest.page, link)
        await guest.page.getByText(email).waitFor()
        await assertAccessible(guest.page)
        await acceptOn(guest.page, link)
        assert.strictEqual(new URL(guest.page.url()).hash, "")
        await open(guest.page, "/people")
        await row(guest.page, email).getByText("You").waitFor()
        assert.strictEqual(await guest.page.getByRole("button", { name: "Invite" }).count(), 0)
        await guest.page.getByText("Only managers invite").waitFor()

        await open(manager.page, "/people")
        await manager.page.getByRole("button", { name: `Change the role of ${email}` }).click()
        const dialog = manager.page.getByRole("dialog", { name: "Change role" })
        await dialog.getByLabel("Read-only").check()
        await dialog.getByRole("button", { name: "Save role" }).click()
        await row(manager.page, email).getByText("Read-only").waitFor()

        await manager.page.getByRole("button", { name: `Remove ${email}` }).click()
        await manager.page
          .getByRole("dialog", { name: "Remove this person?" })
          .getByRole("button", { name: "Remove person" })
          .click()
        await row(manager.page, email).waitFor({ state: "detached" })
        await guest.page.goto("/usage")
        await guest.page.waitForURL("**/sign-in*")
      })
      assert.deepStrictEqual([...manager.complaints, ...guest.complaints], [])
    }
  )

  it.effect("cannot remove the last manager, and are told so", () =>
    asOwner(async (page) => {
      await open(page, "/people")
      await page.getByRole("button", { name: "Remove owner@rcpt.test" }).click()
      const dialog = page.getByRole("dialog", { name: "Leave this account?" })
      await dialog.getByRole("button", { name: "Leave account" }).click()
      await dialog.getByText("This is the last manager").waitFor()
      await dialog.getByRole("button", { name: "Cancel" }).click()
    })
  )

  it.effect("revoke an invitation, whose link then says that it has ended", function* () {
    const { visit, visitAsOwner } = yield* BrowserWorld
    const { page } = yield* visitAsOwner()
    const guest = yield* visit()
    yield* Effect.promise(async () => {
      const email = "carl@team.test"
      const link = await invite(page, email, "Member")
      await page.getByRole("button", { name: `Revoke the invitation of ${email}` }).click()
      await row(page, email).waitFor({ state: "detached" })
      await open(guest.page, link)
      await guest.page.getByText("The invitation was used or revoked").waitFor()
      await assertAccessible(guest.page)
    })
  })

  it.effect("who only read are offered nothing that would be refused", function* () {
    const { visit, visitAsOwner } = yield* BrowserWorld
    const { page: manager } = yield* visitAsOwner()
    const { page } = yield* visit()
    yield* Effect.promise(async () => {
      await acceptOn(page, await invite(manager, "eve@team.test", "Read-only"))
      const pages = [
        ["/verify", "Your role is read-only: you cannot verify addresses."],
        ["/bulk", "Your role is read-only: you cannot upload lists."],
        ["/keys", "Your role is read-only: you cannot make or revoke API keys."],
        ["/webhooks", "There is no webhook, and your role is read-only."],
        ["/settings", "Only managers erase addresses"]
      ] as const
      const refused = /^(Verify|Create key|Revoke|Add webhook|Erase address|Close account|Invite)/
      for (const [path, sentence] of pages) {
        await open(page, path)
        await page.getByText(sentence).waitFor()
        assert.strictEqual(
          await page.getByRole("main").getByRole("button", { name: refused }).count(),
          0,
          path
        )
        await assertAccessible(page)
      }
    })
  })

  for (const colorScheme of themes)
    it.effect(`are accessible in ${colorScheme} mode, on a phone too`, function* () {
      const { visitAsOwner } = yield* BrowserWorld
      for (const size of [{}, phone]) {
        const { page, complaints } = yield* visitAsOwner({ colorScheme, ...size })
        yield* Effect.promise(async () => {
          await invite(page, `dora-${colorScheme}${"viewport" in size}@team.test`, "Member")
          await assertAccessible(page)
          await assertFits(page)
          await page.getByRole("button", { name: "Invite" }).click()
          await assertAccessible(page)
        })
        assert.deepStrictEqual(complaints, [])
      }
    })

  it.effect("sign in again with their own password", function* () {
    const { visit, visitAsOwner } = yield* BrowserWorld
    const { page: manager } = yield* visitAsOwner()
    const [first, second] = [yield* visit(), yield* visit()]
    yield* Effect.promise(async () => {
      const email = "fred@team.test"
      await acceptOn(first.page, await invite(manager, email, "Member"))
      await signInOn(second.page, { email, password })
    })
  })
})
