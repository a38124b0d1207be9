/** `rcpt completion`: a script that completes commands and flags in a shell. */
import { Console, Effect } from "effect"
import { Argument, Command, Completions } from "effect/cli"

const shell = Argument.Literals("shell", ["bash", "zsh", "fish"]).pipe(
  Argument.withDescription("The shell that the script is for.")
)

const make = (loadOthers: () => Promise<ReadonlyArray<Command.Command.Any>>) =>
  Command.make("completion", { shell }, (args) =>
    Effect.gen(function* () {
      const others = yield* Effect.promise(loadOthers)
      const all = Command.make("rcpt").pipe(Command.withSubcommands([...others, make(loadOthers)]))
      const descriptor = Completions.fromCommand(all)
      yield* Console.log(Completions.generate("rcpt", args.shell, descriptor))
    })
  )

/** `loadOthers`: all commands but this one. */
export const completion = (loadOthers: Parameters<typeof make>[0]) =>
  make(loadOthers).pipe(
    Command.withDescription("Print a completion script for bash, zsh or fish."),
    Command.withExamples([
      { command: "source <(rcpt completion bash)", description: "in ~/.bashrc" },
      { command: "source <(rcpt completion zsh)", description: "in ~/.zshrc, after compinit" },
      { command: "rcpt completion fish | source", description: "in ~/.config/fish/config.fish" }
    ])
  )
