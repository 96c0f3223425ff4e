import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'

import { call } from '#platform/http/call.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

import type { User } from '../contract.ts'
import { switchUser } from '../use-session.ts'
import { loginWithPasskey } from './contract.ts'
import { getPasskeyErrorText, signInWithPasskey } from './passkey-browser.ts'

import css from './passkey-button.module.css'

/** Logs in with only a passkey, which counts as both steps. */
export const PasskeyButton = ({ onDone }: { onDone: (user: User) => void }) => {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [errorText, setErrorText] = useState<string>()
  const logIn = async () => {
    setIsBusy(true)
    setErrorText(undefined)
    try {
      const response = await signInWithPasskey()
      const { data } = await call(loginWithPasskey, { body: { response, cart_hash: null } })
      switchUser(client, data)
      onDone(data)
    } catch (error) {
      setErrorText(getPasskeyErrorText(error))
      setIsBusy(false)
    }
  }
  return (
    <div className={css.passkey}>
      <Button size="xl" wide busy={isBusy && 'Waiting for your passkey…'} onClick={() => void logIn()}>
        <KeyRound aria-hidden="true" /> Sign in with a passkey
      </Button>
      {errorText && <Banner kind="danger">{errorText}</Banner>}
    </div>
  )
}
