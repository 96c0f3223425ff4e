import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'

import { call } from '#platform/call.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

import type { User } from '../contract.ts'
import { changePerson } from '../use-session.ts'
import { loginWithPasskey } from './contract.ts'
import { passkeyTrouble, signAlone } from './passkey-browser.ts'

import css from './passkey-button.module.css'

/** Logging in without an email and a password: a passkey is both steps at once. */
export const PasskeyButton = ({ onDone }: { onDone: (user: User) => void }) => {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const login = async () => {
    setIsBusy(true)
    setTrouble(undefined)
    try {
      const response = await signAlone()
      const { data } = await call(loginWithPasskey, { body: { response, cart_hash: null } })
      changePerson(client, data)
      onDone(data)
    } catch (error) {
      setTrouble(passkeyTrouble(error))
      setIsBusy(false)
    }
  }
  return (
    <div className={css.passkey}>
      <Button size="xl" wide busy={isBusy && 'Waiting for your passkey…'} onClick={() => void login()}>
        <KeyRound aria-hidden="true" /> Sign in with a passkey
      </Button>
      {trouble && <Banner kind="danger">{trouble}</Banner>}
    </div>
  )
}
