/** On /account/password: whether Google opens this account, and how to change that. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { brand } from '#platform/brand.ts'
import { call } from '#platform/call.ts'
import { firstText } from '#platform/first-text.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

import { getSession } from '../contract.ts'
import { connectGoogle, disconnectGoogle } from './contract.ts'
import { GoogleButton } from './google-button.tsx'
import { GoogleMark } from './google-mark.tsx'
import { useGoogle } from './use-google.ts'

import css from './google-account.module.css'

type Notice = { kind: 'success' | 'danger'; text: string }

const connected = `Your ${brand.name} and Google account have been connected.`
const not_disconnected = `Error disconnecting. Your ${brand.name} and Google accounts are still connected.`

type GoogleAccountProps = { isLinked: boolean; hasPassword: boolean }

export const GoogleAccount = ({ isLinked: wasLinked, hasPassword }: GoogleAccountProps) => {
  const client = useQueryClient()
  const isOffered = useGoogle() !== undefined
  const [isLinked, setLinked] = useState(wasLinked)
  const [busy, setBusy] = useState<string>()
  const [notice, setNotice] = useState<Notice>()
  const heading = useRef<HTMLHeadingElement>(null)
  if (!isOffered) return null

  const change = async (
    doing: string,
    send: () => Promise<unknown>,
    done: string,
    failed: (error: unknown) => string,
  ) => {
    setBusy(doing)
    setNotice(undefined)
    try {
      await send()
      setLinked(before => !before)
      setNotice({ kind: 'success', text: done })
      // The button that was pressed is gone: whoever works by keyboard goes on from here.
      heading.current?.focus()
      void client.invalidateQueries({ queryKey: [getSession.path] })
    } catch (error) {
      setNotice({ kind: 'danger', text: failed(error) })
    } finally {
      setBusy(undefined)
    }
  }
  const connect = (google_credential: string) =>
    change(
      'Connecting…',
      () => call(connectGoogle, { body: { google_credential } }),
      connected,
      error => firstText(error, 'Error connecting. Please try again.'),
    )
  const disconnect = () =>
    change(
      'Disconnecting…',
      () => call(disconnectGoogle, {}),
      'Your Google account has been disconnected.',
      () => not_disconnected,
    )

  return (
    <section className={css.google} aria-labelledby="google-account">
      <h2 id="google-account" ref={heading} tabIndex={-1}>
        <GoogleMark /> Google
      </h2>
      <p className={css.lead}>
        {isLinked
          ? 'Your Google account logs you in.'
          : `Connect the Google account with the same email, and it logs you in to ${brand.name}.`}
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
            onTrouble={text => setNotice({ kind: 'danger', text })}
          />
        )}
        {isLinked && hasPassword && (
          <Button size="lg" busy={busy} onClick={() => void disconnect()}>
            Disconnect Google
          </Button>
        )}
      </div>
      {isLinked && !hasPassword && (
        <p className={css.lead}>To disconnect it, set a password first: without either you could not come in.</p>
      )}
    </section>
  )
}
