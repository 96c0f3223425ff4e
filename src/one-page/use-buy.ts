/** "Complete Purchase" of the one-page checkout: what is missing is said first, then the buyer is charged once. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { useNavigate } from 'react-router'

import type { Cart } from '#cart/contract.ts'
import { saveDetails } from '#cart/legacy-contract.ts'
import { placeManually, type ManualBody } from '#checkout/contract.ts'
import { payByLink } from '#checkout/legacy-contract.ts'
import { confirmingPlace } from '#checkout/place-after.ts'
import { tellOfPurchase } from '#checkout/tell-of-purchase.ts'
import { useOvertaken } from '#checkout/use-overtaken.ts'
import { LeftPayPal } from '#payments/left-paypal.ts'
import type { MethodOption } from '#payments/method-options.ts'
import type { WayToPay } from '#payments/way-to-pay.ts'
import { call } from '#platform/call.ts'
import type { InputOf } from '#platform/endpoint.ts'
import { firstText } from '#platform/first-text.ts'
import { isUndecided, oneOperation } from '#platform/operation.ts'
import { Refusal } from '#platform/refusal.ts'

import { bodyOf, isComplete } from './contact.ts'
import { ach_text, charge_text, contact_text, inOwnWords, lost_text, missingText } from './texts.ts'
import { useFreshProof } from './use-fresh-proof.ts'

type Paid = InputOf<typeof payByLink>['body']

/** An error whose text is for the buyer. */
const said = (error: unknown, fallback: string) => new Error(firstText(error, fallback), { cause: error })

type Buying = {
  cart: Cart
  /** Of a custom cart. */
  link: string | null
  /** What is called to pay; not asked where nothing has to be paid. */
  way: RefObject<WayToPay | null>
  chosen: MethodOption | undefined
  /** The cart stays as the buyer saw it while it is paid, and once it is. */
  hold: (isHeld: boolean) => void
  /** The cart is another by now, or cannot be paid any more: it is asked for again. */
  onStale: () => Promise<unknown>
}

export const useBuy = ({ cart, link, way, chosen, hold, onStale }: Buying) => {
  const [payment] = useState(() => oneOperation<Paid>())
  const [placing] = useState(() => oneOperation<ManualBody>())
  // A double click comes before the button could be drawn as busy.
  const isBuying = useRef(false)
  const captcha = useFreshProof('checkout_form')
  const client = useQueryClient()
  const navigate = useNavigate()
  const overtaken = useOvertaken()

  const whoBuys = () => {
    if (!isComplete(cart.contact_details)) throw new Error(contact_text)
    return bodyOf(cart.contact_details)
  }
  const confirm = (body: ReturnType<typeof whoBuys>) =>
    call(saveDetails, { body }).catch((error: unknown) => {
      throw said(error, contact_text)
    })

  const prepare = async (): Promise<Paid> => {
    const missing = missingText(cart, chosen)
    if (missing !== undefined || !way.current) throw new Error(missing ?? charge_text)
    const details = whoBuys()
    // At once: PayPal's window opens only while the press still counts, and an answer of ours can take longer.
    const [{ payment_method_id, ...means }] = await Promise.all([
      way.current.prepare().catch((error: unknown) => {
        throw inOwnWords(error)
      }),
      confirm(details),
    ])
    return {
      ...means,
      cart_hash: cart.hash ?? '',
      saved_payment_method_id: payment_method_id,
      seen: cart.fingerprint,
      'g-recaptcha-response': await captcha.take(),
    }
  }

  const prepareFree = async (): Promise<ManualBody> => {
    const missing = missingText(cart, chosen)
    if (missing !== undefined) throw new Error(missing)
    await confirm(whoBuys())
    return { cart_hash: cart.hash ?? '', seen: cart.fingerprint, remember_card: false }
  }

  const pay = async () => {
    const { body, ...options } = await payment.begin(prepare)
    return (await call(payByLink, { body }, options)).data
  }

  const placeFree = async () => {
    const { body, ...options } = await placing.begin(prepareFree)
    const { data } = await call(placeManually, { body }, options)
    return { ...data, state: 'paid' as const }
  }

  const isFree = cart.total.unformatted === 0
  const carryOut = async () => {
    const operation = isFree ? placing : payment
    // The card's bank, PayPal and the captcha would be waited for.
    if (!navigator.onLine) throw new Error(lost_text)
    try {
      return await (isFree ? placeFree() : pay())
    } catch (error) {
      operation.failed(error)
      if (!isUndecided(error)) way.current?.forget?.()
      if (!operation.hasBegun()) captcha.renew()
      // Before anything was sent, whoever refused has said why.
      if (!(error instanceof Refusal) && !operation.hasBegun()) throw error
      throw said(error, isUndecided(error) ? lost_text : chosen?.type === 'ach' ? ach_text : charge_text)
    }
  }

  const buying = useMutation({
    // Given with each press: what the library holds itself is of the drawing before, until its effects have run.
    mutationFn: (act: typeof carryOut) => act(),
    onSuccess: async bought => {
      const { state, order_id } = bought
      tellOfPurchase(bought)
      await navigate(state === 'confirming' ? confirmingPlace(order_id, link) : `/cart/success?order_id=${order_id}`)
      await client.invalidateQueries()
    },
    onError: async ({ cause }) => {
      hold(false)
      if (await overtaken(cause)) return
      if (!(cause instanceof Refusal) || ![404, 409, 410].includes(cause.status)) return
      const { order_id } = cause.meta
      if (typeof order_id === 'number') await navigate(confirmingPlace(order_id, link))
      else await onStale()
    },
    onSettled: () => {
      isBuying.current = false
    },
  })

  return {
    isPending: buying.isPending,
    /** Something was tried since the page opened. */
    has_begun: !buying.isIdle,
    error: buying.error,
    /** The buyer went away from PayPal by their own will. */
    has_left: buying.error instanceof LeftPayPal,
    buy: () => {
      if (isBuying.current) return
      isBuying.current = true
      hold(true)
      buying.mutate(carryOut)
    },
    forgetError: () => {
      // Whoever remembers an error may call when the next try has begun.
      if (buying.isError && !isBuying.current) buying.reset()
    },
  }
}
