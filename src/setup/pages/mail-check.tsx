/** Opens from the link in the mail of the mail check. It needs no login: the mail may be opened on another device. */
import { useEffect, useRef, useState } from 'react'

import { call } from '#platform/http/call.ts'
import { pageMeta } from '#platform/http/page.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { Banner } from '#ui/banner.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { LoadingScreen } from '#ui/spinner.tsx'

import { confirmMailCheck } from '../contract.ts'
import { SetupHead } from '../setup-head.tsx'
import { setupSteps } from '../steps.ts'
import type { Route } from './+types/mail-check'

import css from '../setup-step.module.css'

export const handle = { header: false, footer: false }

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, { title: 'Mail check', noindex: true, path: '/setup/mail' })

export default function MailCheck({ params: { token } }: Route.ComponentProps) {
  const [result, setResult] = useState<{ refusal: string | null }>()
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    call(confirmMailCheck, { params: { token } }).then(
      () => setResult({ refusal: null }),
      (error: unknown) => setResult({ refusal: toUserMessage(error, 'Something went wrong.') }),
    )
  }, [token])
  if (!result) return <LoadingScreen />
  return (
    <div className={css.alone}>
      {result.refusal === null ? (
        <SetupHead title="Mail works." lead="The mail arrived, and the check is done." />
      ) : (
        <>
          <SetupHead title="This link doesn’t work." lead="Start the mail check again for a new one." />
          <Banner kind="danger">{result.refusal}</Banner>
        </>
      )}
      <p>
        <ButtonLink to={setupSteps.services.to} size="lg">
          Back to the services
        </ButtonLink>
      </p>
    </div>
  )
}
