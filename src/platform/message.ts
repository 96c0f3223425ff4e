/** What a caught thing says of itself, for logs and people. Several tries at one address fail as one error without words. */
export const messageOf = (error: unknown): string =>
  error instanceof AggregateError && error.message === ''
    ? error.errors.map(messageOf).join('; ')
    : error instanceof Error
      ? error.message
      : String(error)
