import type { Trx } from '#platform/db/database.server.ts'

/** A user signs up or signs in. */
export type SignInEvent = {
  user_id: number
  is_new: boolean
  /** The guest cart from the browser's cookie. */
  cart_hash: string | null
  /** The invite that the browser sent. */
  invite_token?: string | null
  now: Date
}

/** `guest_cart_waits`: the guest cart could not be merged now, so the browser keeps its cookie for the next sign-in. */
export type SignInHookResult = { guest_cart_waits: boolean }

/**
 * A function of another feature that runs in the sign-in transaction, such as opening a workspace or merging a cart.
 */
export type SignInHook = (trx: Trx, event: SignInEvent) => Promise<SignInHookResult | void>
