/** Opens from the link in the mail to a new account. It needs no login: the mail may be opened on another device. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

import { call } from '#platform/http/call.ts'
import { pageMeta } from '#platform/http/page.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { Banner } from '#ui/banner.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { LoadingScreen } from '#ui/spinner.tsx'

import { getSession } from '../contract.ts'
import { useSession } from '../use-session.ts'
import { verifyEmail } from '../verify/contract.ts'
import { ResendLinkBanner } from '../verify/resend-link-banner.tsx'
import type { Route } from './+types/verify-email'

import title from '../parts/auth-page.module.css'
import styles from '../parts/form.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Email', noindex: true, path: '/verify-email' })

type VerificationOutcome = { email: string; password_token: string | null } | { reason: string }

export default function VerifyEmail({ params: { token } }: Route.ComponentProps) {
  const client = useQueryClient()
  const user = useSession()
  const [outcome, setOutcome] = useState<VerificationOutcome>()
  const hasStarted = useRef(false)

  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    call(verifyEmail, { params: { token } }).then(
      ({ data }) => {
        setOutcome(data)
        void client.invalidateQueries({ queryKey: [getSession.path] })
      },
      (error: unknown) => setOutcome({ reason: toUserMessage(error, 'Something went wrong.') }),
    )
  }, [client, token])

  if (!outcome) return <LoadingScreen />
  if ('email' in outcome)
    return (
      <>
        <h2 className={title.title}>Your email is confirmed.</h2>
        <p className={styles.lead}>{`Mail to ${outcome.email} reaches you. Your account is complete.`}</p>
        {outcome.password_token !== null && <p className={styles.lead}>{NEW_PASSWORD_TEXT}</p>}
        <NextStep isSignedIn={user !== null} password_token={outcome.password_token} />
      </>
    )
  return (
    <>
      <h2 className={title.title}>Your email could not be confirmed.</h2>
      <Banner kind="danger">{outcome.reason}</Banner>
      <p className={styles.toggle}>
        {!user && (
          <>
            For a new link, <Link to="/login?next=/account/details">log in</Link>.
          </>
        )}
        {user && !user.email_verified && <ResendLinkBanner email={user.email} />}
        {user?.email_verified && <Link to="/clips">Your email is confirmed already. Start browsing</Link>}
      </p>
    </>
  )
}

const NEW_PASSWORD_TEXT =
  'This browser isn’t the one that you registered with, so please choose a new password. The old password doesn’t work anymore.'

const NextStep = ({ isSignedIn, password_token }: { isSignedIn: boolean; password_token: string | null }) => {
  if (password_token !== null)
    return (
      <ButtonLink to={`/reset-password/${password_token}`} reloadDocument kind="primary" size="xl" wide>
        Choose a new password
      </ButtonLink>
    )
  return (
    <ButtonLink to={isSignedIn ? '/clips' : '/login'} kind="primary" size="xl" wide>
      {isSignedIn ? 'Start browsing' : 'Login'}
    </ButtonLink>
  )
}
