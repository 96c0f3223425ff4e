/** Paying with PayPal: it opens its own window. PayPal’s button is shown only where the buyer has to press it. */
import { useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'

import { messageOf } from '#platform/http/error-message.ts'
import { useCall } from '#platform/http/query.ts'
import { reportError } from '#platform/monitoring/report-error.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { getAbilities } from '#workspaces/contract.ts'

import { OPEN_TEXT } from '../card-texts.ts'
import type { PaymentFormProps } from '../payment-form.ts'
import { openPayPal, type PayPalSession } from './paypal.ts'

import css from './new-paypal.module.css'

type NewPayPalProps = Pick<PaymentFormProps, 'formRef' | 'onReady'>

export const NewPayPal = ({ formRef, onReady }: NewPayPalProps) => {
  const box = useRef<HTMLDivElement>(null)
  const payPalRef = useRef<PayPalSession>(undefined)
  const [attempt, setAttempt] = useState(0)
  const [isFailed, setFailed] = useState(false)
  const [isButtonVisible, setButtonVisible] = useState(false)
  const canSave = useCall(getAbilities, {}).data?.data.can_change_billing_settings ?? false
  const reportReady = useEffectEvent(onReady)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    let isActive = true
    setFailed(false)
    const opening = openPayPal(element, () => setButtonVisible(true))
    opening.then(
      payPal => {
        if (!isActive) return
        payPalRef.current = payPal
        reportReady(true)
      },
      (error: unknown) => {
        if (!isActive) return
        reportError(new Error(`Braintree initialize Client Error: ${messageOf(error)}`, { cause: error }))
        setFailed(true)
      },
    )
    return () => {
      isActive = false
      payPalRef.current = undefined
      void opening.then(payPal => payPal.close()).catch(() => undefined)
    }
  }, [attempt])

  useImperativeHandle(formRef, () => ({
    prepare: async () => {
      if (!payPalRef.current) throw new Error(OPEN_TEXT)
      const nonce = await payPalRef.current.approve().finally(() => setButtonVisible(false))
      return { nonce, payment_type: 'paypal', payment_method_id: null, remember_payment_method: canSave }
    },
  }))

  return (
    <>
      <p className={css.text}>
        {isButtonVisible
          ? 'Please press PayPal’s button: it opens a window in which you log in and agree.'
          : `PayPal opens a window in which you log in and agree.${canSave ? ' It is saved with your workspace for next time.' : ''}`}
      </p>
      <div ref={box} className={isButtonVisible ? css.visible : css.hidden} inert={!isButtonVisible} />
      {isFailed && (
        <Banner
          kind="danger"
          action={
            <Button size="sm" onClick={() => setAttempt(attempt + 1)}>
              Try again
            </Button>
          }
        >
          {OPEN_TEXT}. Nothing was charged.
        </Banner>
      )}
    </>
  )
}
