import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'

import { call } from '#platform/call.ts'
import { useCaptcha } from '#platform/captcha/use-captcha.ts'
import { firstText } from '#platform/first-text.ts'

import { addMethod } from '../methods-contract.ts'
import type { WayToPay } from '../way-to-pay.ts'
import { addingOnce, type AddBody } from './adding.ts'

const lost_text =
  'We lost the connection before the answer came. Please press “Save” again: it will not be saved twice.'

/** Saves what stands in the form. It is saved once, however often it is sent. */
export const useAddMethod = (way: RefObject<WayToPay | null>, onAdded: () => Promise<void>) => {
  const captcha = useCaptcha('add_payment_method')
  const [operation] = useState(() => addingOnce<AddBody | null>())
  // A double click comes before the button could be drawn as busy.
  const isSaving = useRef(false)

  const make = async (): Promise<AddBody | null> => {
    const means = await way.current?.prepare()
    if (!means?.nonce) return null
    const { nonce, payment_type: type } = means
    return { nonce, type, 'g-recaptcha-response': await captcha.take() }
  }
  const saving = useMutation({
    mutationFn: async () => {
      const { body, ...options } = await operation.begin(make)
      // A bank account's form has kept it by then.
      if (body === null) return
      try {
        await call(addMethod, { body }, options)
      } catch (error) {
        operation.failed(error)
        throw new Error(firstText(error, lost_text), { cause: error })
      }
    },
    onSuccess: onAdded,
    onSettled: () => {
      isSaving.current = false
    },
  })
  return {
    whenTouched: captcha.whenTouched,
    save: () => {
      if (isSaving.current) return
      isSaving.current = true
      saving.mutate()
    },
    isBusy: saving.isPending,
    error: saving.error,
    /** Something else stands in the form: it is another card now. */
    edited: () => {
      if (isSaving.current) return
      operation.forget()
      if (saving.isError) saving.reset()
    },
  }
}
