import { useState } from 'react'

import { call } from '#platform/http/call.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

import { mailVerification } from './contract.ts'

type ResendState = 'idle' | 'sending' | 'sent' | { reason: string }

/** Says that the email is not confirmed, with a button that resends the link. */
export const ResendLinkBanner = ({ email }: { email: string }) => {
  const [state, setState] = useState<ResendState>('idle')
  const send = async () => {
    setState('sending')
    await call(mailVerification, {}).then(
      () => setState('sent'),
      (error: unknown) => setState({ reason: toUserMessage(error, 'Something went wrong.') }),
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
      {typeof state === 'object' ? state.reason : `Open the link in the mail that went to ${email}.`}
    </Banner>
  )
}
