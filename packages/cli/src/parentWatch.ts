/**
 * Stops this process gracefully, and only once, when its parent asks for it or dies.
 *
 * bin/rcpt.mjs starts this process with an IPC channel and sends signals as messages. On Ctrl-C the
 * terminal has already sent a SIGINT here, and a second signal would kill a process that is about to
 * exit. The channel closes when the parent dies, even by kill -9.
 */

/** Milliseconds after which the terminal's own signal, sent first, has surely arrived. */
const terminalWait = 50

let isSignalled = false

const remember = (): void => {
  isSignalled = true
}

const stop = (): void => {
  if (!isSignalled) process.kill(process.pid, "SIGTERM")
}

/** Call it once, right before the program runs: from then on only the program ends this process. */
export const parentWatch = (): void => {
  process.on("SIGINT", remember)
  process.on("SIGTERM", remember)
  // The terminal was closed.
  process.on("SIGHUP", stop)
  if (process.send === undefined) return
  // The parent died while this process was loading: there is nothing to stop gracefully yet.
  if (!process.connected) process.exit(1)
  // Signals are text; a supervisor of several processes also sends answers (processes/channel.ts).
  process.on("message", (message) => {
    if (typeof message === "string") setTimeout(stop, terminalWait).unref()
  })
  process.on("disconnect", stop)
  // The channel alone must not keep the process alive: `rcpt verify` ends once it has printed.
  process.channel?.unref()
}
