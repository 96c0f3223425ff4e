import { Refusal } from '#platform/refusal.ts'

/** What to say when an action waits for a second person now; undefined for any other error. */
export const sentForApproval = (error: unknown): string | undefined =>
  error instanceof Refusal && error.meta['needs_approval'] === true ? error.message : undefined
