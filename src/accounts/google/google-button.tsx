/** "Continue with Google": Google's own button, or ours where the sandbox stands in. Shows nothing where neither is configured. */
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import { call } from '#platform/call.ts'
import { tell } from '#platform/data-layer.ts'
import { Button } from '#ui/button.tsx'

import { autoSelects } from './auto-select.ts'
import { getGoogleNonce } from './contract.ts'
import { GoogleMark } from './google-mark.tsx'
import { askSandbox } from './popup.ts'
import { useGoogle } from './use-google.ts'

import css from './google-button.module.css'

type GoogleButtonProps = {
  onCredential: (credential: string) => void
  /** Google, or the browser, did not let it come that far. */
  onTrouble: (text: string) => void
  /** What is done with the credential right now. */
  busy?: string | false | undefined
  label?: string
}

export const GoogleButton = ({ label = 'Continue with Google', busy, onCredential, onTrouble }: GoogleButtonProps) => {
  const google = useGoogle()
  const [isOpen, setOpen] = useState(false)
  if (!google) return null
  const { client_id, sandbox_url } = google
  if (!sandbox_url) return <OfficialButton {...{ client_id, onCredential, onTrouble }} />
  const ask = async () => {
    setOpen(true)
    try {
      const credential = await askSandbox(client_id, sandbox_url, newNonce)
      if (credential !== null) onCredential(credential)
    } catch (error) {
      onTrouble(error instanceof Error ? error.message : 'Something went wrong.')
    } finally {
      setOpen(false)
    }
  }
  return (
    <Button size="xl" wide busy={busy || (isOpen && 'Waiting for Google…')} onClick={() => void ask()}>
      <GoogleMark /> {label}
    </Button>
  )
}

const newNonce = async () => (await call(getGoogleNonce, {})).data.nonce

type OfficialProps = Pick<GoogleButtonProps, 'onCredential' | 'onTrouble'> & { client_id: string }

const OfficialButton = ({ client_id, onCredential, onTrouble }: OfficialProps) => {
  const place = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const listeners = useRef({ onCredential, onTrouble })
  useEffect(() => {
    listeners.current = { onCredential, onTrouble }
  })
  useEffect(() => {
    const begin = async () => {
      const { offerGoogle } = await import('./identity-services.ts')
      const nonce = await newNonce()
      if (!place.current) return
      await offerGoogle(place.current, {
        client_id,
        nonce,
        auto_select: autoSelects(pathname),
        onCredential: credential => listeners.current.onCredential(credential),
        onReason: reason => tell('google_prompt', { reason }),
      })
    }
    begin().catch(() => listeners.current.onTrouble('Google cannot be reached. Please log in with your password.'))
    return () => window.google?.accounts.id.cancel()
  }, [client_id, pathname])
  return <div ref={place} className={css.official} />
}
