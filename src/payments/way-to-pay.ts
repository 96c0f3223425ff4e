/** What every way to pay has in common, so that a checkout need not know which one somebody chose. */
import type { Ref } from 'react'

import type { MethodType } from './method-options.ts'

/** What a checkout is sent. */
export type Means = {
  nonce: string | null
  payment_type: MethodType
  payment_method_id: number | null
  remember_payment_method: boolean
  device_data?: string
}

export type WayToPay = {
  /** Asks whoever has to be asked: card fields, the bank, PayPal. Throws an Error with a text for the person. */
  prepare: () => Promise<Means>
  /** What was paid with is used up, or was refused for good: the next time begins anew. */
  forget?: () => void
}

/** Every form of a way to pay takes these. */
export type WayProps = {
  way: Ref<WayToPay>
  amount_cents: number
  /**
   * Whether it can be paid with as it stands. Told by layout effects: React keeps the others of a form that was left for one
   * which is still loading, and would let it speak for that one.
   */
  onReady: (is_ready: boolean) => void
  /** Enter in a field. */
  onSubmit: () => void
  /** Something else stands in a field now. */
  onEdit: () => void
}
