/**
 * Returns the message of a caught value, for logs. An AggregateError, as from several failed connection attempts, has
 * no message of its own.
 */
export const messageOf = (error: unknown): string =>
  error instanceof AggregateError && error.message === ''
    ? error.errors.map(messageOf).join('; ')
    : error instanceof Error
      ? error.message
      : String(error)
