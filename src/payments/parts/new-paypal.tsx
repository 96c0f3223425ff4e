/** PayPal asks in a window of its own; here stands what will happen, and its button where only a person may press it. */
import { useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'

import { messageOf } from '#platform/message.ts'
import { useCall } from '#platform/query.ts'
import { reportError } from '#platform/report-error.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { getAbilities } from '#workspaces/contract.ts'

import { openText } from '../card-texts.ts'
import type { WayProps } from '../way-to-pay.ts'
import { openPayPal, type PayPal } from './paypal.ts'

import css from './new-paypal.module.css'

type NewPayPalProps = Pick<WayProps, 'way' | 'onReady'>

export const NewPayPal = ({ way, onReady }: NewPayPalProps) => {
  const box = useRef<HTMLDivElement>(null)
  const open = useRef<PayPal>(undefined)
  const [tries, setTries] = useState(0)
  const [isFailed, setFailed] = useState(false)
  const [isShown, setShown] = useState(false)
  const canKeep = useCall(getAbilities, {}).data?.data.can_change_billing_settings ?? false
  const tellReady = useEffectEvent(onReady)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    let wanted = true
    setFailed(false)
    const opening = openPayPal(element, () => setShown(true))
    opening.then(
      payPal => {
        if (!wanted) return
        open.current = payPal
        tellReady(true)
      },
      (error: unknown) => {
        if (!wanted) return
        reportError(new Error(`Braintree initialize Client Error: ${messageOf(error)}`, { cause: error }))
        setFailed(true)
      },
    )
    return () => {
      wanted = false
      open.current = undefined
      void opening.then(payPal => payPal.close()).catch(() => undefined)
    }
  }, [tries])

  useImperativeHandle(way, () => ({
    prepare: async () => {
      if (!open.current) throw new Error(openText)
      const nonce = await open.current.approve().finally(() => setShown(false))
      return { nonce, payment_type: 'paypal', payment_method_id: null, remember_payment_method: canKeep }
    },
  }))

  return (
    <>
      <p className={css.text}>
        {isShown
          ? 'Please press PayPal’s button: it opens a window in which you log in and agree.'
          : `PayPal opens a window in which you log in and agree.${canKeep ? ' It is kept with your workspace for next time.' : ''}`}
      </p>
      <div ref={box} className={isShown ? css.shown : css.hidden} inert={!isShown} />
      {isFailed && (
        <Banner
          kind="danger"
          action={
            <Button size="sm" onClick={() => setTries(tries + 1)}>
              Try again
            </Button>
          }
        >
          {openText}. Nothing was charged.
        </Banner>
      )}
    </>
  )
}
