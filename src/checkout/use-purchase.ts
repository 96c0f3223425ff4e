import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { useNavigate } from 'react-router'

import { REVIEW_TEXT } from '#payments/card-texts.ts'
import type { PaymentFormHandle } from '#payments/payment-form.ts'
import { useCaptcha } from '#platform/captcha/use-captcha.ts'
import { call } from '#platform/http/call.ts'
import { createOperation, type OperationRequest } from '#platform/http/operation.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { reportError } from '#platform/monitoring/report-error.ts'

import { checkout, checkoutInvoice, type CheckoutBody } from './contract.ts'
import { confirmingPath, pathAfterPayment } from './payment-redirect.ts'
import { trackPurchase } from './purchase-tracking.ts'
import { refreshCheckout, useStaleCheckout } from './use-stale-checkout.ts'

export type PurchaseInput = {
  /** The fingerprint of what is on the screen. */
  seen: string
  terms_version: number | undefined
  /** An existing order; without it, the cart is paid. */
  invoice_number?: string | undefined
}

const RETRY_HINT = 'Please press the button again: you will not be charged twice.'
const LOST_TEXT = `We lost the connection before the answer came. ${RETRY_HINT}`
const FAILED_TEXT = `There was an error processing your payment. ${RETRY_HINT}`
const LOST_ACH_TEXT = 'Something went wrong with your ACH payment. Please try again'

const sendPayment = ({ body, ...options }: OperationRequest<CheckoutBody>, invoice_number: string | undefined) =>
  invoice_number === undefined
    ? call(checkout, { body }, options)
    : call(checkoutInvoice, { params: { invoiceNumber: invoice_number }, body }, options)

const errorText = (error: unknown, { payment_type }: CheckoutBody) => {
  if (!(error instanceof Refusal)) return LOST_TEXT
  return toUserMessage(error, payment_type === 'ach' ? LOST_ACH_TEXT : FAILED_TEXT)
}

/**
 * Pays for what the buyer sees. One operation keeps its key and its payment details until a definite response, however
 * often it is sent.
 */
export const usePurchase = (
  formRef: RefObject<PaymentFormHandle | null>,
  { seen, terms_version, invoice_number }: PurchaseInput,
) => {
  const [operation] = useState(() => createOperation<CheckoutBody>())
  // Guards against a double click before the button is busy.
  const isPaying = useRef(false)
  const captcha = useCaptcha('checkout_form')
  const client = useQueryClient()
  const navigate = useNavigate()
  const handleStale = useStaleCheckout()

  const buildBody = async (): Promise<CheckoutBody> => {
    // Checked first, because the 3D Secure, PayPal and captcha steps would wait for a connection.
    if (!navigator.onLine) throw new Error(LOST_TEXT)
    if (!formRef.current) throw new Error('Please select a payment method')
    const details = await formRef.current.prepare()
    return { ...details, seen, terms_version, 'g-recaptcha-response': await captcha.take() }
  }
  const purchase = useMutation({
    mutationFn: async () => {
      const request = await operation.begin(buildBody)
      try {
        return (await sendPayment(request, invoice_number)).data
      } catch (error) {
        operation.failed(error)
        throw new Error(errorText(error, request.body), { cause: error })
      }
    },
    onSuccess: async reply => {
      trackPurchase(reply)
      await navigate(pathAfterPayment(reply))
      await client.invalidateQueries()
    },
    onSettled: () => {
      isPaying.current = false
    },
    onError: async ({ message, cause }) => {
      if (cause !== undefined && !(cause instanceof Refusal) && message !== REVIEW_TEXT) reportError(cause)
      if (!(cause instanceof Refusal) || (await handleStale(cause)) || cause.status !== 409) return
      const { order_id } = cause.meta
      if (typeof order_id === 'number') await navigate(confirmingPath(order_id))
      else await refreshCheckout(client)
    },
  })
  return {
    ...purchase,
    whenTouched: captcha.formProps,
    pay: () => {
      if (isPaying.current) return
      isPaying.current = true
      purchase.mutate()
    },
    forgetError: () => {
      if (purchase.isError) purchase.reset()
    },
  }
}
