import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { useNavigate } from 'react-router'

import { getCart } from '#cart/contract.ts'
import { reviewText } from '#payments/card-texts.ts'
import type { WayToPay } from '#payments/way-to-pay.ts'
import { call } from '#platform/call.ts'
import { useCaptcha } from '#platform/captcha/use-captcha.ts'
import { firstText } from '#platform/first-text.ts'
import { oneOperation, type Sent } from '#platform/operation.ts'
import { callKey } from '#platform/query.ts'
import { Refusal } from '#platform/refusal.ts'
import { reportError } from '#platform/report-error.ts'

import { checkout, checkoutInvoice, type CheckoutBody } from './contract.ts'
import { confirmingPlace, placeAfter } from './place-after.ts'
import { tellOfPurchase } from './tell-of-purchase.ts'
import { useOvertaken } from './use-overtaken.ts'

export type Buying = {
  /** The fingerprint of what is on the screen. */
  seen: string
  /** An order that stands already; without it the cart is paid. */
  invoice_number?: string | undefined
}

const again = 'Please press the button again: you will not be charged twice.'
const lost_text = `We lost the connection before the answer came. ${again}`
const failed_text = `There was an error processing your payment. ${again}`
const lost_ach_text = 'Something went wrong with your ACH payment. Please try again'

const send = ({ body, ...options }: Sent<CheckoutBody>, invoice_number: string | undefined) =>
  invoice_number === undefined
    ? call(checkout, { body }, options)
    : call(checkoutInvoice, { params: { invoiceNumber: invoice_number }, body }, options)

const textFor = (error: unknown, { payment_type }: CheckoutBody) => {
  if (!(error instanceof Refusal)) return lost_text
  return firstText(error, payment_type === 'ach' ? lost_ach_text : failed_text)
}

/** Pays for what the buyer sees. One operation keeps its key and its means until a definite answer, however often it is sent. */
export const usePurchase = (way: RefObject<WayToPay | null>, { seen, invoice_number }: Buying) => {
  const [operation] = useState(() => oneOperation<CheckoutBody>())
  // A double click comes before the button could be drawn as busy.
  const isPaying = useRef(false)
  const captcha = useCaptcha('checkout_form')
  const client = useQueryClient()
  const navigate = useNavigate()
  const overtaken = useOvertaken()

  const make = async (): Promise<CheckoutBody> => {
    // The card's bank, PayPal and the captcha would be waited for.
    if (!navigator.onLine) throw new Error(lost_text)
    if (!way.current) throw new Error('Please select a payment method')
    const means = await way.current.prepare()
    return { ...means, seen, 'g-recaptcha-response': await captcha.take() }
  }
  const purchase = useMutation({
    mutationFn: async () => {
      const sent = await operation.begin(make)
      try {
        return (await send(sent, invoice_number)).data
      } catch (error) {
        operation.failed(error)
        throw new Error(textFor(error, sent.body), { cause: error })
      }
    },
    onSuccess: async reply => {
      tellOfPurchase(reply)
      await navigate(placeAfter(reply))
      await client.invalidateQueries()
    },
    onSettled: () => {
      isPaying.current = false
    },
    onError: async ({ message, cause }) => {
      if (cause !== undefined && !(cause instanceof Refusal) && message !== reviewText) reportError(cause)
      if (!(cause instanceof Refusal) || (await overtaken(cause)) || cause.status !== 409) return
      const { order_id } = cause.meta
      if (typeof order_id === 'number') await navigate(confirmingPlace(order_id))
      else await client.invalidateQueries({ queryKey: callKey(getCart, {}) })
    },
  })
  return {
    ...purchase,
    whenTouched: captcha.whenTouched,
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
