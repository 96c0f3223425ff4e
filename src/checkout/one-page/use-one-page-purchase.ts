/** “Complete Purchase” of the one-page checkout: it reports what is missing, then charges the buyer once. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

import type { Cart } from '#cart/contract.ts'
import { saveDetails } from '#cart/legacy-contract.ts'
import type { MethodOption } from '#payments/method-options.ts'
import type { PaymentFormHandle } from '#payments/payment-form.ts'
import { PayPalClosedError } from '#payments/paypal-closed-error.ts'
import type { CaptchaAction } from '#platform/captcha/contract.ts'
import { useCaptcha } from '#platform/captcha/use-captcha.ts'
import { call } from '#platform/http/call.ts'
import type { InputOf } from '#platform/http/endpoint.ts'
import { createOperation, isOutcomeUnknown } from '#platform/http/operation.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { toUserMessage } from '#platform/http/user-message.ts'

import { type ManualBody, placeManually } from '../contract.ts'
import { payByLink } from '../legacy-contract.ts'
import { confirmingPath } from '../payment-redirect.ts'
import { trackPurchase } from '../purchase-tracking.ts'
import { refreshCheckout, useStaleCheckout } from '../use-stale-checkout.ts'
import { isComplete, toDetailsBody } from './contact.ts'
import { ACH_TEXT, CHARGE_TEXT, CONTACT_TEXT, LOST_TEXT, missingText, toCheckoutError } from './texts.ts'

/** Shorter than the lifetime of a captcha token at any provider. */
const REFRESH_MS = 110_000

/** Keeps a captcha token ready, and renews it while the page is visible. */
const useFreshCaptcha = (action: CaptchaAction) => {
  const captcha = useCaptcha(action)
  const renew = useEffectEvent(() => captcha.renew())
  useEffect(() => {
    renew()
    const timer = setInterval(() => {
      if (!document.hidden) renew()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return captcha
}

type PayByLinkBody = InputOf<typeof payByLink>['body']

/** Returns an error with a message for the buyer. */
const toUserError = (error: unknown, fallback: string) => new Error(toUserMessage(error, fallback), { cause: error })

type OnePagePurchaseInput = {
  cart: Cart
  terms_version: number | undefined
  /** The link of a custom cart. */
  link: string | null
  /** The payment form’s handle; unused when nothing has to be paid. */
  formRef: RefObject<PaymentFormHandle | null>
  selected: MethodOption | undefined
  /** Freezes the cart as the buyer saw it, during and after the payment. */
  hold: (isHeld: boolean) => void
  /** Called to refetch the cart when it has changed or can no longer be paid. */
  onStale: () => Promise<unknown>
}

export const useOnePagePurchase = ({
  cart,
  terms_version,
  link,
  formRef,
  selected,
  hold,
  onStale,
}: OnePagePurchaseInput) => {
  const [paymentOperation] = useState(() => createOperation<PayByLinkBody>())
  const [freeOrderOperation] = useState(() => createOperation<ManualBody>())
  // Guards against a double click before the button is busy.
  const isBuying = useRef(false)
  const captcha = useFreshCaptcha('checkout_form')
  const client = useQueryClient()
  const navigate = useNavigate()
  const handleStale = useStaleCheckout()

  const readDetails = () => {
    if (!isComplete(cart.contact_details)) throw new Error(CONTACT_TEXT)
    return toDetailsBody(cart.contact_details)
  }
  const saveContact = (body: ReturnType<typeof readDetails>) =>
    call(saveDetails, { body }).catch((error: unknown) => {
      throw toUserError(error, CONTACT_TEXT)
    })

  const prepare = async (): Promise<PayByLinkBody> => {
    const missingMessage = missingText(cart, selected)
    if (missingMessage !== undefined || !formRef.current) throw new Error(missingMessage ?? CHARGE_TEXT)
    const details = readDetails()
    // Started in parallel: PayPal’s window can only open right after the click, and our own request may take longer.
    const [{ payment_method_id, ...paymentDetails }] = await Promise.all([
      formRef.current.prepare().catch((error: unknown) => {
        throw toCheckoutError(error)
      }),
      saveContact(details),
    ])
    return {
      ...paymentDetails,
      cart_hash: cart.hash ?? '',
      saved_payment_method_id: payment_method_id,
      seen: cart.fingerprint,
      terms_version,
      'g-recaptcha-response': await captcha.take(),
    }
  }

  const prepareFree = async (): Promise<ManualBody> => {
    const missingMessage = missingText(cart, selected)
    if (missingMessage !== undefined) throw new Error(missingMessage)
    await saveContact(readDetails())
    return { cart_hash: cart.hash ?? '', seen: cart.fingerprint, terms_version, remember_card: false }
  }

  const pay = async () => {
    const { body, ...options } = await paymentOperation.begin(prepare)
    return (await call(payByLink, { body }, options)).data
  }

  const placeFreeOrder = async () => {
    const { body, ...options } = await freeOrderOperation.begin(prepareFree)
    const { data } = await call(placeManually, { body }, options)
    return { ...data, state: 'paid' as const }
  }

  const isFree = cart.total.unformatted === 0
  const submit = async () => {
    const operation = isFree ? freeOrderOperation : paymentOperation
    // Checked first, because the 3D Secure, PayPal and captcha steps would wait for a connection.
    if (!navigator.onLine) throw new Error(LOST_TEXT)
    try {
      return await (isFree ? placeFreeOrder() : pay())
    } catch (error) {
      operation.failed(error)
      if (!isOutcomeUnknown(error)) formRef.current?.forget?.()
      if (!operation.hasBegun()) captcha.renew()
      // An error before the request was sent already has its message.
      if (!(error instanceof Refusal) && !operation.hasBegun()) throw error
      throw toUserError(error, isOutcomeUnknown(error) ? LOST_TEXT : selected?.type === 'ach' ? ACH_TEXT : CHARGE_TEXT)
    }
  }

  const purchase = useMutation({
    // Passed on each call, because the mutation still holds the function of the previous render until its effects run.
    mutationFn: (run: typeof submit) => run(),
    onSuccess: async reply => {
      const { state, order_id } = reply
      trackPurchase(reply)
      await navigate(state === 'confirming' ? confirmingPath(order_id, link) : `/cart/success?order_id=${order_id}`)
      await client.invalidateQueries()
    },
    onError: async ({ cause }) => {
      hold(false)
      if (await handleStale(cause)) return
      if (!(cause instanceof Refusal) || ![404, 409, 410].includes(cause.status)) return
      const { order_id } = cause.meta
      if (typeof order_id === 'number') await navigate(confirmingPath(order_id, link))
      else await Promise.all([onStale(), refreshCheckout(client)])
    },
    onSettled: () => {
      isBuying.current = false
    },
  })

  return {
    isPending: purchase.isPending,
    /** A purchase was tried since the page opened. */
    has_begun: !purchase.isIdle,
    error: purchase.error,
    /** The buyer closed PayPal. */
    has_left: purchase.error instanceof PayPalClosedError,
    buy: () => {
      if (isBuying.current) return
      isBuying.current = true
      hold(true)
      purchase.mutate(submit)
    },
    forgetError: () => {
      // Callers with an old error may call this after the next attempt has started.
      if (purchase.isError && !isBuying.current) purchase.reset()
    },
  }
}
