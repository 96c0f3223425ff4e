/** What the figures were measured on, and how busy it was besides. */
import os from 'node:os'

export const machineLine = (database: string): string => {
  const cpus = os.cpus()
  const memory_gib = Math.round(os.totalmem() / 2 ** 30)
  const load = os.loadavg()[0]?.toFixed(1)
  return `${cpus.length} × ${cpus[0]?.model ?? 'unknown processor'}, ${memory_gib} GiB, Node ${process.versions.node}, ${database}; load before: ${load}`
}
