/** The mailed code for the first app or passkey of staff and filmmakers. */
import { useState } from 'react'

import { call } from '#platform/http/call.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField, type TextFieldProps } from '#ui/text-field.tsx'

import { mailEmailCode } from '../contract.ts'

type EmailCodeFieldProps = Omit<TextFieldProps, 'label'> & {
  /** Returns the current value of the password field. */
  password: () => string
}

export const EmailCodeField = ({ password, ...field }: EmailCodeFieldProps) => {
  const [isBusy, setBusy] = useState(false)
  const [notice, setNotice] = useState<{ kind: 'success' | 'danger'; text: string }>()
  const send = async () => {
    setBusy(true)
    try {
      await call(mailEmailCode, { body: { password: password() } })
      setNotice({ kind: 'success', text: 'We mailed you a code. It works for ten minutes.' })
    } catch (error) {
      setNotice({ kind: 'danger', text: toUserMessage(error, 'Something went wrong.') })
    }
    setBusy(false)
  }
  return (
    <>
      <p>Your role needs two-step sign-in, so we also check that this is your mailbox.</p>
      <Button busy={isBusy && 'Sending…'} onClick={() => void send()}>
        Mail me a code
      </Button>
      {notice && <Banner kind={notice.kind}>{notice.text}</Banner>}
      <TextField
        {...field}
        label="Code from the mail"
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
      />
    </>
  )
}
