/** Describes the machine and its load before the benchmark. */
import os from 'node:os'

export const describeMachine = (database: string): string => {
  const cpus = os.cpus()
  const memory_gib = Math.round(os.totalmem() / 2 ** 30)
  const load = os.loadavg()[0]?.toFixed(1)
  return `${cpus.length} × ${cpus[0]?.model ?? 'unknown processor'}, ${memory_gib} GiB, Node ${process.versions.node}, ${database}; load before: ${load}`
}
