/**
 * Tells our people of something that broke, without a word to whoever was here: to the error-reporting service when one is
 * configured, else to the shop's own log. What sends it is loaded with the first error.
 */
export const reportError = (error: unknown): void => {
  if (typeof document === 'undefined') return
  import('./send-error.ts').then(({ sendError }) => sendError(error)).catch(() => {})
}

/** Where errors go in this document; undefined: to the shop's own log. */
export const reportingDsn = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="error-reports"]')?.content
