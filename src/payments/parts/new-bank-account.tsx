/** A bank account that is paid with now: it is kept first, and then charged like one that was. */
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'

import { call } from '#platform/call.ts'
import { useCaptcha } from '#platform/captcha/use-captcha.ts'
import { firstText } from '#platform/first-text.ts'

import type { Owner } from '../bank-account.ts'
import { addMethod } from '../methods-contract.ts'
import { useBankForm } from '../use-bank-form.ts'
import type { WayProps } from '../way-to-pay.ts'
import { addingOnce, type AddBody } from './adding.ts'
import { BankForm } from './bank-form.tsx'

type NewBankAccountProps = WayProps & { owner: Owner | undefined }

export const NewBankAccount = ({ way, amount_cents, onReady, onSubmit, onEdit, owner }: NewBankAccountProps) => {
  const bank = useBankForm(owner, amount_cents)
  const captcha = useCaptcha('add_payment_method')
  /** The account as it stands in the form is kept already, or is being kept: it is not kept twice. */
  const kept = useRef<number>(undefined)
  const [operation] = useState(() => addingOnce<AddBody>())
  const edited = useEffectEvent(() => {
    kept.current = undefined
    operation.forget()
    onEdit()
  })
  const { subscribe } = bank.form
  useEffect(() => subscribe({ formState: { values: true }, callback: () => edited() }), [subscribe])
  const tellReady = useEffectEvent(onReady)
  useLayoutEffect(() => tellReady(true), [])

  useImperativeHandle(way, () => ({
    prepare: async () => {
      kept.current ??= await keep(operation, async () => ({
        nonce: await bank.tokenize(),
        type: 'ach',
        'g-recaptcha-response': await captcha.take(),
      }))
      return { nonce: null, payment_type: 'ach', payment_method_id: kept.current, remember_payment_method: false }
    },
  }))
  return (
    <div {...captcha.whenTouched}>
      <BankForm bank={bank} onSubmit={onSubmit} />
    </div>
  )
}

const keep = async (
  operation: ReturnType<typeof addingOnce<AddBody>>,
  make: () => Promise<AddBody>,
): Promise<number> => {
  const { body, ...options } = await operation.begin(make)
  try {
    return (await call(addMethod, { body }, options)).data.id
  } catch (error) {
    operation.failed(error)
    throw new Error(firstText(error, 'There was an error saving your payment method'), { cause: error })
  }
}
