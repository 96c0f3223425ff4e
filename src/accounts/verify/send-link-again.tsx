import { useState } from 'react'

import { call } from '#platform/call.ts'
import { firstText } from '#platform/first-text.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

import { mailVerification } from './contract.ts'

type State = 'idle' | 'sending' | 'sent' | { why: string }

/** An email that waits to be confirmed, and how to get the link for it once more. */
export const SendLinkAgain = ({ email }: { email: string }) => {
  const [state, setState] = useState<State>('idle')
  const send = async () => {
    setState('sending')
    await call(mailVerification, {}).then(
      () => setState('sent'),
      (error: unknown) => setState({ why: firstText(error, 'Something went wrong.') }),
    )
  }
  if (state === 'sent')
    return (
      <Banner kind="success" title="Look into your mailbox">
        {`A new link is on its way to ${email}. It works for three days.`}
      </Banner>
    )
  return (
    <Banner
      kind={typeof state === 'object' ? 'danger' : 'info'}
      title="Your email is not confirmed yet"
      action={
        <Button size="sm" busy={state === 'sending' && 'Sending…'} onClick={() => void send()}>
          Send the link again
        </Button>
      }
    >
      {typeof state === 'object' ? state.why : `Open the link in the mail that went to ${email}.`}
    </Banner>
  )
}
