/** Graceful shutdown of a task on Ctrl-C, by a service manager, or when its terminal closes. */

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** The process exits after this time even if a step has not ended. */
const SHUTDOWN_TIMEOUT_MS = 10_000

/** On a signal, runs the added steps in reverse order and exits with 0. */
export const createShutdown = () => {
  const steps: (() => unknown)[] = []
  let isStopping = false
  const run = async () => {
    for (const step of steps.splice(0).toReversed()) await step()
  }
  const stop = async () => {
    // One Ctrl-C arrives several times: from the terminal, npm and the launcher.
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref()
    await run()
    process.exit(0)
  }
  for (const signal of signals) process.on(signal, () => void stop())
  return { add: (step: () => unknown) => void steps.push(step), run }
}
