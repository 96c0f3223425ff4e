/**
 * Reports an error without showing anything to the user: to the error-reporting service when one is configured, else
 * to the shop's own log. The sender is loaded with the first error.
 */
export const reportError = (error: unknown): void => {
  if (typeof document === 'undefined') return
  import('../http/send-error.ts').then(({ sendError }) => sendError(error)).catch(() => {})
}

/** Returns the error-reporting DSN of this document, or undefined for the shop's own log. */
export const getReportingDsn = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="error-reports"]')?.content
