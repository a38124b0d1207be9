/**
 * Stops this process in order when whoever started it is gone. bin/rcpt.mjs runs us with an IPC
 * channel, which closes when it dies, even by kill -9; a closed terminal sends SIGHUP. Both become
 * SIGTERM, which the runtime answers with one graceful stop, however often it comes.
 */
const stop = (): void => {
  process.kill(process.pid, "SIGTERM")
}

/** Call it once, before the program runs. */
export const parentWatch = (): void => {
  process.on("SIGHUP", stop)
  if (process.send === undefined) return
  // It may have gone while we were still being loaded.
  if (!process.connected) return stop()
  process.on("disconnect", stop)
  // The channel alone is no reason to stay: `rcpt verify` ends when it has answered.
  process.channel?.unref()
}
