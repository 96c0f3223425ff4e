/** What must not be carried out twice: sent under one key, as it was, until there is a definite answer. */
import { Refusal } from './refusal.ts'

/** Nobody knows what became of the request, or it is still being carried out. */
export const isUndecided = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.status >= 500 || error.status === 429 || error.meta['is_under_way'] === true

export type Sent<B> = { body: B; idempotencyKey: string }

/** `isOver`: whether an error is a definite no, after which the next try is another operation. */
export const oneOperation = <B>(isOver = (error: unknown) => !isUndecided(error)) => {
  let current: Sent<B> | undefined
  return {
    /** What is sent: made by `make`, unless something was sent before that nobody has definitely answered. */
    begin: async (make: () => B | Promise<B>): Promise<Sent<B>> =>
      (current ??= { body: await make(), idempotencyKey: crypto.randomUUID() }),
    /** Sending it came to this error. */
    failed: (error: unknown): void => {
      if (isOver(error)) current = undefined
    },
    hasBegun: () => current !== undefined,
    /** What was sent is no longer what is wanted. */
    forget: (): void => {
      current = undefined
    },
  }
}
