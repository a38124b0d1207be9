/**
 * Local parts that people type to get past a form. A word counts only alone, with digits or with
 * other words of the table: `test`, `test-123`, `test.user`; `testa` is a surname.
 */
interface TestWordRow {
  readonly words: string
  /** The words count only next to a test word, or before a long number. */
  readonly filler?: true
  readonly source: string
}

const forms = "what testers and unwilling visitors type into forms, by our judgement"

export const testWords: ReadonlyArray<TestWordRow> = [
  {
    words:
      "test tests tester testing testme testuser testtest testemail testmail testaccount mytest",
    source: forms
  },
  {
    words:
      "asdf qwer zxcv hjkl fdsa asd asdasd asdas dasd qwe qweqwe abc abcd abcde abcdef abcdefg xyz",
    source: forms
  },
  { words: "foo bar baz foobar foobaz lorem ipsum loremipsum", source: forms },
  {
    words:
      "example sample dummy fake fakeemail fakemail bogus blah blabla noone nobody none null nil " +
      "undefined invalid noemail nomail nospam spam spamme trash junk throwaway temp tempmail tmp " +
      "temporary anonymous anon unknown donotemail",
    source: forms
  },
  {
    words:
      "user account email mail name customer client guest member login signup address id uid bounce",
    filler: true,
    source: forms
  }
]
