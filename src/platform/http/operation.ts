/**
 * An operation that must not run twice: retries send the same request with the same key until there is a definite
 * response.
 */
import { Refusal } from './refusal.ts'

/** Returns whether the outcome of a request is unknown, or the request is still running. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.status >= 500 || error.status === 429 || error.meta['in_progress'] === true

export type OperationRequest<B> = { body: B; idempotencyKey: string }

/** `isFinal` returns whether an error is definite, after which the next attempt is a new operation. */
export const createOperation = <B>(isFinal = (error: unknown) => !isOutcomeUnknown(error)) => {
  let current: OperationRequest<B> | undefined
  return {
    /** Returns the request to send: a new one from `build`, unless an earlier one has no definite response yet. */
    begin: async (build: () => B | Promise<B>): Promise<OperationRequest<B>> =>
      (current ??= { body: await build(), idempotencyKey: crypto.randomUUID() }),
    /** Reports that sending failed. */
    failed: (error: unknown): void => {
      if (isFinal(error)) current = undefined
    },
    hasBegun: () => current !== undefined,
    /** Discards the pending request. */
    forget: (): void => {
      current = undefined
    },
  }
}
