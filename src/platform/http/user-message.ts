/**
 * The user-facing message of a refusal. Separate from `form.ts`, so that pages without a form do not load its library.
 */
import { Refusal } from './refusal.ts'

/** Returns the message of an expected refusal (4xx), or undefined for a server fault. */
export const refusalMessage = (refusal: Refusal | undefined) =>
  refusal && (Object.values(refusal.errors)[0]?.[0] ?? (refusal.status < 500 ? refusal.message : undefined))

/**
 * Returns the first field error of a refusal, else its message, or `fallback` for an error that is not meant for
 * users.
 */
export const toUserMessage = (error: unknown, fallback: string): string =>
  refusalMessage(error instanceof Refusal ? error : undefined) ?? fallback
