const oneDigitFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Formats bytes as "48.2 MB" or "3.4 GB". */
export const formatSize = (bytes: number): string =>
  bytes < 1e9 ? `${oneDigitFormat.format(Math.max(bytes / 1e6, 0.1))} MB` : `${oneDigitFormat.format(bytes / 1e9)} GB`
