/**
 * Stops this process in order, and once, when whoever started it wants that or is gone.
 *
 * bin/rcpt.mjs runs us with an IPC channel. It tells us of signals by message: Ctrl-C has reached us
 * from the terminal by then, and a second signal would kill us when we are at the last of our exit.
 * The channel closes when it dies, even by kill -9.
 */

/** Milliseconds in which the terminal's own signal, sent first, has surely arrived. */
const terminalWait = 50

let told = false

const remember = (): void => {
  told = true
}

const stop = (): void => {
  if (!told) process.kill(process.pid, "SIGTERM")
}

/** Call it once, right before the program runs: from here on only the program ends this process. */
export const parentWatch = (): void => {
  process.on("SIGINT", remember)
  process.on("SIGTERM", remember)
  // A closed terminal.
  process.on("SIGHUP", stop)
  if (process.send === undefined) return
  // It may have gone while we were still being loaded: nothing has begun that needs an order.
  if (!process.connected) process.exit(1)
  process.on("message", () => setTimeout(stop, terminalWait).unref())
  process.on("disconnect", stop)
  // The channel alone is no reason to stay: `rcpt verify` ends when it has answered.
  process.channel?.unref()
}
