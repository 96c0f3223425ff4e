import type { Trx } from '#platform/database.server.ts'

/** Somebody signs up or in. */
export type Arrival = {
  user_id: number
  is_new: boolean
  /** The guest cart that the browser brought along. */
  cart_hash: string | null
  /** The invite that the browser brought along. */
  invite_token?: string | null
  now: Date
}

/** `guest_cart_waits`: it could not be taken over now, so the browser keeps its key for the next arrival. */
export type Arrived = { guest_cart_waits: boolean }

/** What a later feature does when somebody arrives, inside the same transaction (a workspace is opened, a cart merged). */
export type ArrivalStep = (trx: Trx, arrival: Arrival) => Promise<Arrived | void>
