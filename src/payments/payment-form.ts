/** The interface of all payment forms, so that a checkout does not depend on the selected method. */
import type { Ref } from 'react'

import type { MethodType } from './method-options.ts'

/** The payment details sent to a checkout. */
export type PaymentInput = {
  nonce: string | null
  payment_type: MethodType
  payment_method_id: number | null
  remember_payment_method: boolean
  device_data?: string
}

export type PaymentFormHandle = {
  /** Collects what is needed: card fields, 3D Secure, PayPal. Throws an Error with a message for the buyer. */
  prepare: () => Promise<PaymentInput>
  /** The payment details were consumed or finally refused, so the next payment starts over. */
  forget?: () => void
}

/** Props of every payment form. */
export type PaymentFormProps = {
  formRef: Ref<PaymentFormHandle>
  amount_cents: number
  /**
   * Whether the form is ready to pay. Called in layout effects: React keeps the other effects of a replaced form while
   * the next one is loading, so they would report for that one.
   */
  onReady: (is_ready: boolean) => void
  /** Enter in a field. */
  onSubmit: () => void
  /** A field’s value has changed. */
  onEdit: () => void
}
