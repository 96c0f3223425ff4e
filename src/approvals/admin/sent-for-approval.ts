import { Refusal } from '#platform/http/refusal.ts'

/** Returns the message when an action was sent for approval; undefined for any other error. */
export const getApprovalMessage = (error: unknown): string | undefined =>
  error instanceof Refusal && error.meta['needs_approval'] === true ? error.message : undefined
