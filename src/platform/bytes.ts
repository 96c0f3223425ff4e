const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** Formats a size: "48.2 MB" */
export const formatBytes = (bytes: number): string => {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const n = bytes / 1_000 ** step
  return `${n.toLocaleString('en-US', { maximumFractionDigits: step > 1 && n < 100 ? 1 : 0 })} ${units[step]}`
}
