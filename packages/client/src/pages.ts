/** The items of all pages, each asked for when the one before it is used up. */

export async function* pages<Page, Item, Cursor>(
  pageAt: (cursor: Cursor | undefined) => Promise<Page>,
  itemsOf: (page: Page) => ReadonlyArray<Item>,
  nextOf: (page: Page) => Cursor | null
): AsyncGenerator<Item> {
  let cursor: Cursor | null | undefined
  while (cursor !== null) {
    const page = await pageAt(cursor)
    yield* itemsOf(page)
    cursor = nextOf(page)
  }
}
