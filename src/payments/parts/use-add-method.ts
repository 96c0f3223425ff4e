import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'

import { useCaptcha } from '#platform/captcha/use-captcha.ts'
import { call } from '#platform/http/call.ts'
import { toUserMessage } from '#platform/http/user-message.ts'

import { addMethod } from '../methods-contract.ts'
import type { PaymentFormHandle } from '../payment-form.ts'
import { createAddOperation, type AddBody } from './add-operation.ts'

const LOST_TEXT =
  'We lost the connection before the answer came. Please press “Save” again: it will not be saved twice.'

/** Saves the form’s payment method exactly once, however often it is sent. */
export const useAddMethod = (formRef: RefObject<PaymentFormHandle | null>, onAdded: () => Promise<void>) => {
  const captcha = useCaptcha('add_payment_method')
  const [operation] = useState(() => createAddOperation<AddBody | null>())
  // Guards against a double click before the button is busy.
  const isSaving = useRef(false)

  const buildBody = async (): Promise<AddBody | null> => {
    const details = await formRef.current?.prepare()
    if (!details?.nonce) return null
    const { nonce, payment_type: type } = details
    return { nonce, type, 'g-recaptcha-response': await captcha.take() }
  }
  const saving = useMutation({
    mutationFn: async () => {
      const { body, ...options } = await operation.begin(buildBody)
      // The bank account form has saved it already.
      if (body === null) return
      try {
        await call(addMethod, { body }, options)
      } catch (error) {
        operation.failed(error)
        throw new Error(toUserMessage(error, LOST_TEXT), { cause: error })
      }
    },
    onSuccess: onAdded,
    onSettled: () => {
      isSaving.current = false
    },
  })
  return {
    whenTouched: captcha.formProps,
    save: () => {
      if (isSaving.current) return
      isSaving.current = true
      saving.mutate()
    },
    isBusy: saving.isPending,
    error: saving.error,
    /** The form’s values have changed, so it is another method. */
    reset: () => {
      if (isSaving.current) return
      operation.forget()
      if (saving.isError) saving.reset()
    },
  }
}
