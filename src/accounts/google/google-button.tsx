/**
 * "Continue with Google": Google's own button, or ours with the sandbox. Renders nothing where neither is configured.
 */
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import { trackEvent } from '#platform/analytics/data-layer.ts'
import { call } from '#platform/http/call.ts'
import { Button } from '#ui/button.tsx'

import { isAutoSelectPage } from './auto-select.ts'
import { getGoogleNonce } from './contract.ts'
import { GoogleMark } from './google-mark.tsx'
import { openSandboxPopup } from './popup.ts'
import { useGoogle } from './use-google.ts'

import css from './google-button.module.css'

type GoogleButtonProps = {
  onCredential: (credential: string) => void
  /** Google or the browser prevented the sign-in. */
  onError: (text: string) => void
  /** The busy text while the credential is processed. */
  busy?: string | false | undefined
  label?: string
}

export const GoogleButton = ({ label = 'Continue with Google', busy, onCredential, onError }: GoogleButtonProps) => {
  const google = useGoogle()
  const [isOpen, setOpen] = useState(false)
  if (!google) return null
  const { client_id, sandbox_url } = google
  if (!sandbox_url) return <OfficialButton {...{ client_id, onCredential, onError }} />
  const openSandbox = async () => {
    setOpen(true)
    try {
      const credential = await openSandboxPopup(client_id, sandbox_url, fetchNonce)
      if (credential !== null) onCredential(credential)
    } catch (error) {
      onError(error instanceof Error ? error.message : 'Something went wrong.')
    } finally {
      setOpen(false)
    }
  }
  return (
    <Button size="xl" wide busy={busy || (isOpen && 'Waiting for Google…')} onClick={() => void openSandbox()}>
      <GoogleMark /> {label}
    </Button>
  )
}

const fetchNonce = async () => (await call(getGoogleNonce, {})).data.nonce

type OfficialButtonProps = Pick<GoogleButtonProps, 'onCredential' | 'onError'> & { client_id: string }

const OfficialButton = ({ client_id, onCredential, onError }: OfficialButtonProps) => {
  const container = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const listeners = useRef({ onCredential, onError })
  useEffect(() => {
    listeners.current = { onCredential, onError }
  })
  useEffect(() => {
    const render = async () => {
      const { renderGoogleButton: offerGoogle } = await import('./identity-services.ts')
      const nonce = await fetchNonce()
      if (!container.current) return
      await offerGoogle(container.current, {
        client_id,
        nonce,
        auto_select: isAutoSelectPage(pathname),
        onCredential: credential => listeners.current.onCredential(credential),
        onReason: reason => trackEvent('google_prompt', { reason }),
      })
    }
    render().catch(() => listeners.current.onError('Google cannot be reached. Please log in with your password.'))
    return () => window.google?.accounts.id.cancel()
  }, [client_id, pathname])
  return <div ref={container} className={css.official} />
}
