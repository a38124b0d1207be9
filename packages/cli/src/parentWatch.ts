/**
 * Stops this process in order when whoever started it is gone. bin/rcpt.mjs runs us with an IPC
 * channel, which closes when it dies, even by kill -9; a closed terminal sends SIGHUP. Both become
 * SIGTERM, which the runtime answers with one graceful stop, however often it comes.
 */
const stop = (): void => {
  process.kill(process.pid, "SIGTERM")
}

/** Ctrl-C arrives from the terminal and again from the launcher; the second must not kill us. */
const heard = (): void => {}

/** Call it once, right before the program runs: from here on only the program ends this process. */
export const parentWatch = (): void => {
  process.on("SIGINT", heard)
  process.on("SIGTERM", heard)
  process.on("SIGHUP", stop)
  if (process.send === undefined) return
  // It may have gone while we were still being loaded: nothing has begun that needs an order.
  if (!process.connected) process.exit(1)
  process.on("disconnect", stop)
  // The channel alone is no reason to stay: `rcpt verify` ends when it has answered.
  process.channel?.unref()
}
