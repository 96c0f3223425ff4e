/** Paying with a new bank account: it is saved first, then charged like a saved one. */
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'

import { useCaptcha } from '#platform/captcha/use-captcha.ts'
import { call } from '#platform/http/call.ts'
import { toUserMessage } from '#platform/http/user-message.ts'

import type { BankOwner } from '../bank-account.ts'
import { addMethod } from '../methods-contract.ts'
import type { PaymentFormProps } from '../payment-form.ts'
import { useBankForm } from '../use-bank-form.ts'
import { createAddOperation, type AddBody } from './add-operation.ts'
import { BankForm } from './bank-form.tsx'

type NewBankAccountProps = PaymentFormProps & { owner: BankOwner | undefined }

export const NewBankAccount = ({ formRef, amount_cents, onReady, onSubmit, onEdit, owner }: NewBankAccountProps) => {
  const bank = useBankForm(owner, amount_cents)
  const captcha = useCaptcha('add_payment_method')
  /** The id of the saved account while the form is unchanged, so that it is not saved twice. */
  const savedId = useRef<number>(undefined)
  const [operation] = useState(() => createAddOperation<AddBody>())
  const handleEdit = useEffectEvent(() => {
    savedId.current = undefined
    operation.forget()
    onEdit()
  })
  const { subscribe } = bank.form
  useEffect(() => subscribe({ formState: { values: true }, callback: () => handleEdit() }), [subscribe])
  const reportReady = useEffectEvent(onReady)
  useLayoutEffect(() => reportReady(true), [])

  useImperativeHandle(formRef, () => ({
    prepare: async () => {
      savedId.current ??= await saveAccount(operation, async () => ({
        nonce: await bank.tokenize(),
        type: 'ach',
        'g-recaptcha-response': await captcha.take(),
      }))
      return { nonce: null, payment_type: 'ach', payment_method_id: savedId.current, remember_payment_method: false }
    },
  }))
  return (
    <div {...captcha.formProps}>
      <BankForm bank={bank} onSubmit={onSubmit} />
    </div>
  )
}

const saveAccount = async (
  operation: ReturnType<typeof createAddOperation<AddBody>>,
  buildBody: () => Promise<AddBody>,
): Promise<number> => {
  const { body, ...options } = await operation.begin(buildBody)
  try {
    return (await call(addMethod, { body }, options)).data.id
  } catch (error) {
    operation.failed(error)
    throw new Error(toUserMessage(error, 'There was an error saving your payment method'), { cause: error })
  }
}
