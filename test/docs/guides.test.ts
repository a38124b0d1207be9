/**
 * The sign-up of each guide, made of the code blocks of its page and nothing else, on its real framework, and with a
 * real service behind a proxy that can be cut off.
 */
import { spawn } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { dirname, join } from "node:path"

import { freePort } from "@rcpt/service/platform/freePort"
import { Context, Effect, Layer, Schedule } from "effect"

import { installed } from "../client/packed.ts"
import * as needs from "../support/needs.ts"
import * as service from "../support/service.ts"
import * as tcpProxy from "../support/tcpProxy.ts"
import { assert, layer } from "../support/vitest.ts"
import { codeOf, filesOf, root } from "./fences.ts"

/** Milliseconds that a visitor waits at most: the 2 s of the guides, and what a machine under load adds. */
const answerWaitMax = 4_000

interface Guide {
  readonly title: string
  readonly page: string
  readonly need: needs.Need
  /** What the page says to make beside its files. */
  readonly prepare?: (folder: string, url: string) => Effect.Effect<void>
  /** Run in a shell, in the folder, with `PORT`, `RCPT_URL` and `RCPT_API_KEY`. */
  readonly command: string
  /** It answers with the form itself, and not with JSON for a script. */
  readonly hasForm: boolean
  /** It asks the mail server in the background. */
  readonly hasDeep: boolean
}

const withClient = (folder: string) =>
  Effect.gen(function* () {
    const { home } = yield* installed("client")
    cpSync(home, join(folder, "node_modules/@rcpt/client"), { recursive: true })
    writeFileSync(join(folder, "package.json"), '{"type":"module"}')
  }).pipe(Effect.scoped)

const withPythonClient = (folder: string) =>
  Effect.sync(() => cpSync(join(root, "packages/client/python/rcpt.py"), join(folder, "rcpt.py")))

const python = join(needs.guidesFolder, "python/bin")

/** Of `startproject`, without what needs a database. */
const djangoSettings = `
DEBUG, SECRET_KEY, ALLOWED_HOSTS, ROOT_URLCONF = True, "test", ["*"], "urls"
INSTALLED_APPS = ["signup"]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}]
`
const djangoUrls = `
from django.urls import path
from signup.views import signup
urlpatterns = [path("signup", signup)]
`

const layoutOfNext = "export default ({ children }) => <html><body>{children}</body></html>"

/** A database without a row, in place of WordPress's own class. */
const wordpressDatabase = `<?php
class EmptyDatabase extends wpdb
{
    public function __construct() {}
    public function query($query) { $this->last_result = []; return 0; }
    public function _real_escape($text) { return addslashes($text); }
    public function db_version() { return '8.0'; }
    public function get_col_charset($table, $column) { return 'utf8mb4'; }
}
$wpdb = new EmptyDatabase();
`

/** WordPress's own registration, up to the row that it would write. */
const registration = `<?php
define('ABSPATH', '${needs.wordpressFolder}/');
define('WP_CONTENT_DIR', __DIR__ . '/wp-content');
define('WP_INSTALLING', true);
define('RCPT_URL', getenv('RCPT_URL'));
define('RCPT_API_KEY', getenv('RCPT_API_KEY'));
$table_prefix = 'wp_';
$_POST['user_email'] ??= $_POST['email'];
$_POST['rcpt_keep'] ??= $_POST['keep'] ?? '';
require ABSPATH . 'wp-settings.php';
require WP_CONTENT_DIR . '/plugins/rcpt-check.php';
add_filter('registration_errors', function ($errors) {
    http_response_code($errors->has_errors() ? 422 : 201);
    echo implode($errors->get_error_messages());
    do_action('register_form');
    exit;
}, 99);
register_new_user('ann', $_POST['user_email']);
`

const write = (folder: string, files: Iterable<readonly [string, string]>): void => {
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

/** The reader puts the URL of the service into it. */
const withWorkflow = (folder: string, url: string) =>
  Effect.sync(() => {
    const [workflow = ""] = codeOf("packages/docs/guides/n8n.md", "json")
    write(folder, [["workflow.json", workflow.replaceAll("https://verify.example.com", url)]])
  })

const guides: ReadonlyArray<Guide> = [
  {
    title: "Express",
    page: "node",
    need: needs.express,
    prepare: withClient,
    command: `exec ${process.execPath} server.mjs`,
    hasForm: false,
    hasDeep: true
  },
  {
    title: "Next.js",
    page: "node",
    need: needs.next,
    prepare: (folder) =>
      Effect.andThen(
        withClient(folder),
        Effect.sync(() => write(folder, [["app/layout.jsx", layoutOfNext]]))
      ),
    command: `exec ${process.execPath} ../node_modules/next/dist/bin/next dev -H 127.0.0.1 -p $PORT`,
    hasForm: false,
    hasDeep: true
  },
  {
    title: "Flask",
    page: "python",
    need: needs.flask,
    prepare: withPythonClient,
    command: `exec ${python}/flask run --port $PORT`,
    hasForm: true,
    hasDeep: true
  },
  {
    title: "Django",
    page: "python",
    need: needs.django,
    prepare: (folder) =>
      Effect.andThen(
        withPythonClient(folder),
        Effect.sync(() =>
          write(folder, [
            ["settings.py", djangoSettings],
            ["urls.py", djangoUrls],
            ["signup/__init__.py", ""]
          ])
        )
      ),
    command: `DJANGO_SETTINGS_MODULE=settings exec ${python}/python -m django runserver --noreload --pythonpath . $PORT`,
    hasForm: true,
    hasDeep: false
  },
  {
    title: "PHP",
    page: "php",
    need: needs.php,
    command: "exec php -S 127.0.0.1:$PORT signup.php",
    hasForm: true,
    hasDeep: false
  },
  {
    title: "WordPress",
    page: "wordpress",
    need: needs.wordpress,
    prepare: (folder) =>
      Effect.sync(() =>
        write(folder, [
          ["registration.php", registration],
          ["wp-content/db.php", wordpressDatabase]
        ])
      ),
    command: "exec php -S 127.0.0.1:$PORT registration.php",
    hasForm: true,
    hasDeep: false
  },
  {
    title: "Ruby",
    page: "ruby",
    need: needs.sinatra,
    command: "exec ruby app.rb -o 127.0.0.1 -p $PORT -s webrick",
    hasForm: true,
    hasDeep: true
  },
  {
    title: "n8n",
    page: "n8n",
    need: { name: "Node", found: true, installable: false },
    prepare: withWorkflow,
    command: `exec ${process.execPath} ${join(root, "test/docs/n8nWorkflow.ts")} workflow.json`,
    hasForm: false,
    hasDeep: true
  },
  {
    title: "Go",
    page: "go",
    need: needs.go,
    command: `${needs.goProgram} build -o signup check.go main.go && exec ./signup`,
    hasForm: false,
    hasDeep: true
  }
]

/** A sign-up that is running. */
interface Running {
  readonly proxy: tcpProxy.TcpProxy
  readonly post: (form: Readonly<Record<string, string>>) => Effect.Effect<Answer>
  readonly output: () => string
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly milliseconds: number
}

class SignUp extends Context.Service<SignUp, Running>()("test/docs/SignUp") {}

const isOpen = (port: number) =>
  Effect.callback<boolean>((resume) => {
    const socket = connect(port, "127.0.0.1")
    socket.on("connect", () => resume(Effect.succeed(true)))
    socket.on("error", () => resume(Effect.succeed(false)))
    return Effect.sync(() => socket.destroy())
  })

/** Beside the packages of npm, as in a project. */
const workFolder = Effect.acquireRelease(
  Effect.sync(() => {
    mkdirSync(needs.guidesFolder, { recursive: true })
    return mkdtempSync(join(needs.guidesFolder, "work-"))
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
)

const signUp = ({ page, prepare, command }: Guide) =>
  Effect.gen(function* () {
    const { base, apiKey } = yield* service.Service
    const target = { host: "127.0.0.1", port: Number(new URL(base).port) }
    const proxy = yield* tcpProxy.start(target)
    const folder = yield* workFolder
    const url = `http://127.0.0.1:${proxy.port}`
    write(folder, filesOf(page))
    if (prepare !== undefined) yield* prepare(folder, url)
    const port = yield* Effect.orDie(freePort)
    let output = ""
    const child = spawn("sh", ["-c", command], {
      cwd: folder,
      env: {
        ...process.env,
        PORT: String(port),
        RCPT_URL: url,
        RCPT_API_KEY: apiKey,
        NEXT_TELEMETRY_DISABLED: "1",
        APP_ENV: "production"
      }
    })
    const ended = new Promise((resolve) => child.on("close", resolve))
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text) => (output += String(text)))
    yield* Effect.addFinalizer(() =>
      Effect.promise(() => {
        child.kill("SIGTERM")
        return ended
      })
    )
    yield* Effect.repeat(isOpen(port), {
      until: (is) => is || child.exitCode !== null,
      schedule: Schedule.spaced("50 millis")
    })
    if (child.exitCode !== null) yield* Effect.die(new Error(output))
    const post = (form: Readonly<Record<string, string>>) =>
      Effect.promise(async () => {
        const begun = performance.now()
        const body = new URLSearchParams(form)
        const response = await fetch(`http://127.0.0.1:${port}/signup`, { method: "POST", body })
        const text = await response.text()
        return { status: response.status, text, milliseconds: performance.now() - begun }
      })
    // A framework in development compiles the page with its first request.
    yield* post({ email: "" })
    return { proxy, post, output: () => output }
  })

const invalid = "This email address cannot receive mail. Check it, or use another one."
const typo = "did_you_mean@sandbox.rcpt.test"

const cases: ReadonlyArray<{
  readonly name: string
  readonly form: Readonly<Record<string, string>>
  readonly status: number
  readonly contains?: string
}> = [
  { name: "accepts a valid address", form: { email: "valid@sandbox.rcpt.test" }, status: 201 },
  { name: "accepts a risky one", form: { email: "disposable@sandbox.rcpt.test" }, status: 201 },
  { name: "accepts an unknown one", form: { email: "unknown@sandbox.rcpt.test" }, status: 201 },
  {
    name: "accepts a plus, which a URL has for a blank",
    form: { email: "valid+a@sandbox.rcpt.test" },
    status: 201
  },
  {
    name: "refuses an invalid address with a sentence",
    form: { email: "invalid@sandbox.rcpt.test" },
    status: 422,
    contains: invalid
  },
  // WordPress has a sentence of its own.
  { name: "refuses no address", form: { email: "" }, status: 422 },
  {
    name: "refuses one of 300 characters",
    form: { email: `${"a".repeat(280)}@sandbox.rcpt.test` },
    status: 422,
    contains: invalid
  },
  {
    name: "offers the correction of a typo",
    form: { email: typo },
    status: 422,
    contains: "Did you mean someone@gmail.com?"
  },
  { name: "accepts a typo that is kept", form: { email: typo, keep: typo }, status: 201 },
  {
    name: "offers a correction again for another address than that which is kept",
    form: { email: typo, keep: "valid@sandbox.rcpt.test" },
    status: 422,
    contains: "Did you mean someone@gmail.com?"
  }
]

const refused = { email: "invalid@sandbox.rcpt.test" }

layer(service.layer(), service.live)("The sign-up of a guide", (it) => {
  for (const guide of guides)
    needs.describeWith(guide.need, `with ${guide.title}`, () => {
      it.layer(Layer.effect(SignUp, signUp(guide)))((it) => {
        for (const { name, form, status, contains } of cases)
          it.effect(name, function* () {
            const { post, output } = yield* SignUp
            const answer = yield* post(form)
            assert.strictEqual(answer.status, status, `${answer.text}\n${output()}`)
            if (contains !== undefined) assert.include(answer.text, contains)
          })

        if (guide.hasForm)
          it.effect("keeps a typo when the form of its answer is sent again", function* () {
            const { post } = yield* SignUp
            const { text } = yield* post({ email: typo })
            const hidden = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
            const kept = Object.fromEntries(hidden.map(([, name, value]) => [name!, value!]))
            assert.strictEqual((yield* post({ ...kept, email: typo })).status, 201)
          })

        if (guide.hasDeep)
          it.effect("asks the mail server after the answer", function* () {
            const { post, output } = yield* SignUp
            const email = "mailbox_not_found@sandbox.rcpt.test"
            assert.strictEqual((yield* post({ email })).status, 201)
            yield* Effect.repeat(Effect.sync(output), {
              until: (text) => text.includes(`${email} invalid mailbox_not_found`),
              schedule: Schedule.spaced("50 millis")
            })
          })

        it.effect("accepts everything while the service is away or silent, in time", function* () {
          const { proxy, post } = yield* SignUp
          for (const failure of [proxy.cut, proxy.silence]) {
            yield* failure
            const answer = yield* post(refused)
            assert.strictEqual(answer.status, 201)
            assert.isBelow(answer.milliseconds, answerWaitMax)
            yield* proxy.mend
          }
          assert.strictEqual((yield* post(refused)).status, 422)
        })
      })
    })
})
