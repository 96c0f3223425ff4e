/** Ends a task as it should end when it is told to: by Ctrl-C, a service manager, or a terminal that closes. */

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Whoever has not ended by then is left behind. */
const patience_ms = 10_000

/** From now on a signal undoes what was added, last first, and ends the process with 0. */
export const undoWhenStopped = () => {
  const steps: (() => unknown)[] = []
  let stopping = false
  const undo = async () => {
    for (const step of steps.splice(0).toReversed()) await step()
  }
  const stop = async () => {
    // One Ctrl-C arrives several times: from the terminal, from npm, and from the launcher.
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), patience_ms).unref()
    await undo()
    process.exit(0)
  }
  for (const signal of signals) process.on(signal, () => void stop())
  return { add: (step: () => unknown) => void steps.push(step), undo }
}
