/** The Google section of /account/password: shows whether Google is connected, and connects or disconnects it. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { call } from '#platform/http/call.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { useCompany } from '#platform/settings/company-context.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

import { getSession } from '../contract.ts'
import { connectGoogle, disconnectGoogle } from './contract.ts'
import { GoogleButton } from './google-button.tsx'
import { GoogleMark } from './google-mark.tsx'
import { useGoogle } from './use-google.ts'

import css from './google-account.module.css'

type GoogleAccountNotice = { kind: 'success' | 'danger'; text: string }

type GoogleAccountProps = { isLinked: boolean; hasPassword: boolean }

export const GoogleAccount = ({ isLinked: initialIsLinked, hasPassword }: GoogleAccountProps) => {
  const company = useCompany()
  const client = useQueryClient()
  const isEnabled = useGoogle() !== undefined
  const [isLinked, setLinked] = useState(initialIsLinked)
  const [busy, setBusy] = useState<string>()
  const [notice, setNotice] = useState<GoogleAccountNotice>()
  const heading = useRef<HTMLHeadingElement>(null)
  if (!isEnabled) return null

  const change = async (
    busyText: string,
    send: () => Promise<unknown>,
    successText: string,
    getErrorText: (error: unknown) => string,
  ) => {
    setBusy(busyText)
    setNotice(undefined)
    try {
      await send()
      setLinked(linked => !linked)
      setNotice({ kind: 'success', text: successText })
      // The pressed button is gone, so move the keyboard focus to the heading.
      heading.current?.focus()
      void client.invalidateQueries({ queryKey: [getSession.path] })
    } catch (error) {
      setNotice({ kind: 'danger', text: getErrorText(error) })
    } finally {
      setBusy(undefined)
    }
  }
  const connect = (google_credential: string) =>
    change(
      'Connecting…',
      () => call(connectGoogle, { body: { google_credential } }),
      `Your ${company.name} and Google account have been connected.`,
      error => toUserMessage(error, 'Error connecting. Please try again.'),
    )
  const disconnect = () =>
    change(
      'Disconnecting…',
      () => call(disconnectGoogle, {}),
      'Your Google account has been disconnected.',
      () => `Error disconnecting. Your ${company.name} and Google accounts are still connected.`,
    )

  return (
    <section className={css.google} aria-labelledby="google-account">
      <h2 id="google-account" ref={heading} tabIndex={-1}>
        <GoogleMark /> Google
      </h2>
      <p className={css.lead}>
        {isLinked
          ? 'Your Google account logs you in.'
          : `Connect the Google account with the same email, and it logs you in to ${company.name}.`}
      </p>
      {notice && (
        <Banner kind={notice.kind} onDismiss={() => setNotice(undefined)}>
          {notice.text}
        </Banner>
      )}
      <div className={css.action}>
        {!isLinked && (
          <GoogleButton
            label="Connect Google"
            busy={busy}
            onCredential={credential => void connect(credential)}
            onError={text => setNotice({ kind: 'danger', text })}
          />
        )}
        {isLinked && hasPassword && (
          <Button size="lg" busy={busy} onClick={() => void disconnect()}>
            Disconnect Google
          </Button>
        )}
      </div>
      {isLinked && !hasPassword && (
        <p className={css.lead}>To disconnect it, set a password first: otherwise you could not log in.</p>
      )}
    </section>
  )
}
